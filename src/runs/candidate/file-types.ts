/** The files of a folder that are indexed, by the end of their names. */
export const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.pdf': 'application/pdf',
};

export const FILE_TYPES = Object.keys(MEDIA_TYPES).join(' ');
