/** The query that every page of the collections matches, ordered by address. */
export const EVERY_PAGE = '*';
