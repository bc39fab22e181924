import { fileURLToPath } from 'node:url';

export const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));
export const SAMPLES_SITE = `${SAMPLES}site`;
