/** The request header that carries the caller's address; whatever a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-webset-address';

export const COOKIE_PREFIX = 'app';
