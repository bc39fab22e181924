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
  createdAt: Date;
  updatedAt: Date;
}

/** What a webset searches: the collections that it names (null: it names none), and whether the web as well. */
export interface WantedSources {
  collectionIds: string[] | null;
  searchWeb: boolean;
}

/** The address under which this service serves the files of a collection that have none of their own. */
export const filesAddress = (publicUrl: string, token: string) => `${publicUrl}/pages/${token}/`;
