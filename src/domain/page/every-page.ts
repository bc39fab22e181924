/** The text of a query that every page of the collections answers, in the order of their addresses. */
export const EVERY_PAGE = '*';
