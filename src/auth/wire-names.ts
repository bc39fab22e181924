/** The request header that carries the caller's address; whatever a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-webset-address';

/** And the one that carries the bucket that the caller is counted in. */
export const CLIENT_HEADER = 'x-webset-client';

export const COOKIE_PREFIX = 'app';
