import { z } from 'zod';
import { nameOf } from '../text.ts';

/** The owner of a collection: the sample web or the operator (both open to everyone), or the caller who uploaded it. */
export const COLLECTION_KINDS = ['samples', 'operator', 'uploaded'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

export const COLLECTION_NAME_MAX = 120;

/** A named set of pages that a request may search. */
export interface Collection {
  id: string;
  kind: CollectionKind;
  /** The account that uploaded it; null for the operator's, the samples', and uploads without an account. */
  ownerId: string | null;
  name: string;
  /** What the operator indexed, or the version of the samples; null for uploads. */
  source: string | null;
  /** The token in the addresses of its files. It grants reading, not changing. */
  token: string;
  /** The tables of addresses that were uploaded to it, newest first, at most 20. */
  tables: AddressTable[];
  createdAt: Date;
  updatedAt: Date;
}

/** An uploaded table, and the column that the addresses came from: its header, or its number from 1. */
export interface AddressTable {
  path: string;
  column: string;
  addresses: number;
}

export const TABLES_KEPT = 20;

/** The progress of a collection's files and addresses. */
export interface FileCounts {
  waiting: number;
  read: number;
  failed: number;
}

/** A collection with its page count and the progress of its files, both read in one snapshot. */
export type CountedCollection = Collection & { pages: number; files: FileCounts };

/** The most collections of one account. */
export const COLLECTIONS_MAX = 100;
/** The most files and addresses of one uploaded collection, together. */
export const COLLECTION_FILES_MAX = 20_000;
/** The most bytes of a PDF, of another document, and of a list of addresses. The same limits apply to fetched pages. */
export const FILE_BYTES = { pdf: 20 * 2 ** 20, page: 5 * 2 ** 20, list: 2 ** 20 } as const;

export const FILE_STATES = ['waiting', 'read', 'failed'] as const;

/** An uploaded file or listed address that could not be read, and why. */
export interface FailedFile {
  path: string;
  reason: string;
}

export const collectionName = nameOf(1, COLLECTION_NAME_MAX).describe('What the collection is called.');

/** The sources that a request names: by default its collections only, or the web if it names none. */
export const sourcesInput = z.object({
  collectionIds: z.array(z.uuid()).max(COLLECTIONS_MAX).optional(),
  searchWeb: z.boolean().optional(),
});
export type SourcesInput = z.infer<typeof sourcesInput>;

/** A change of a webset's sources. */
export const sourcesChange = sourcesInput.extend({
  websetId: z.string(),
  usual: z.boolean().optional(),
  keep: z.array(z.string().max(100)).max(COLLECTIONS_MAX).optional(),
});
export type SourcesChange = Omit<z.infer<typeof sourcesChange>, 'websetId'>;

/** The sources of a webset: its collections (null: none named), and whether it also searches the web. */
export interface WantedSources {
  collectionIds: string[] | null;
  searchWeb: boolean;
}

/** The base address under which this service serves files of a collection that have no address of their own. */
export const filesAddress = (publicUrl: string, token: string) => `${publicUrl}/pages/${token}/`;
