import { z } from 'zod';
import { nameOf } from '../text.ts';

/** Whose a collection of pages is: the sample web's, the operator's (both serve everybody), or of whoever uploaded it. */
export const COLLECTION_KINDS = ['samples', 'operator', 'uploaded'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

export const COLLECTION_NAME_MAX = 120;

/** Pages under one name that a request may search. */
export interface Collection {
  id: string;
  kind: CollectionKind;
  /** The account that uploaded it; null: the operator's or the samples', or uploaded without an account. */
  ownerId: string | null;
  name: string;
  /** What the operator indexed, or the version of the samples; null: it was uploaded. */
  source: string | null;
  /** What the addresses of its files here are made of: it reads them and changes nothing. */
  token: string;
  /** The tables of addresses that were read of it, the newest first, twenty at most. */
  tables: AddressTable[];
  createdAt: Date;
  updatedAt: Date;
}

/** A table that was uploaded, and which of its columns the addresses were taken from: its head, or its place from 1. */
export interface AddressTable {
  path: string;
  column: string;
  addresses: number;
}

export const TABLES_KEPT = 20;

/** How far the files and addresses of a collection are. */
export interface FileCounts {
  waiting: number;
  read: number;
  failed: number;
}

/** A collection with the number of its pages, and how far its files are, of one moment. */
export type CountedCollection = Collection & { pages: number; files: FileCounts };

/** Of one account. */
export const COLLECTIONS_MAX = 100;
/** Of one collection that is uploaded: files and addresses together. */
export const COLLECTION_FILES_MAX = 20_000;
/** Bytes of a file: of a PDF, of another document, and of a list of addresses. What is fetched from the web is bounded alike. */
export const FILE_BYTES = { pdf: 20 * 2 ** 20, page: 5 * 2 ** 20, list: 2 ** 20 } as const;

export const FILE_STATES = ['waiting', 'read', 'failed'] as const;

/** A file that was uploaded, or an address that a list named, and why it could not be read. */
export interface FailedFile {
  path: string;
  reason: string;
}

export const collectionName = nameOf(1, COLLECTION_NAME_MAX).describe('What the collection is called.');

/** What a request names to search: by default its collections alone, or the web where it names none. */
export const sourcesInput = z.object({
  collectionIds: z.array(z.uuid()).max(COLLECTIONS_MAX).optional(),
  searchWeb: z.boolean().optional(),
});
export type SourcesInput = z.infer<typeof sourcesInput>;

/** What is to change of what a webset searches. */
export const sourcesChange = sourcesInput.extend({
  websetId: z.string(),
  usual: z.boolean().optional(),
  keep: z.array(z.string().max(100)).max(COLLECTIONS_MAX).optional(),
});
export type SourcesChange = Omit<z.infer<typeof sourcesChange>, 'websetId'>;

/** What a webset searches: the collections that it names (null: it names none), and whether the web as well. */
export interface WantedSources {
  collectionIds: string[] | null;
  searchWeb: boolean;
}

/** The address under which this service serves the files of a collection that have none of their own. */
export const filesAddress = (publicUrl: string, token: string) => `${publicUrl}/pages/${token}/`;
