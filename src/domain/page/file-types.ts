/** The media types that are read, by file extension. */
export const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.pdf': 'application/pdf',
};

/** A table and a list of addresses: each names pages to fetch. */
export const CSV_TYPE = 'text/csv';
export const LIST_TYPE = 'text/uri-list';

export const FILE_TYPES = Object.keys(MEDIA_TYPES).join(' ');
