/** The end of a line of code or JSON, and the start of a value in it. */
const CODE = /[,;{}()[\]]\s*$|[:=]\s*["'`{[(<]/u;

/** Whether a line of a preformatted block is code, in which a colon marks no label. “Licence: MIT” is not. */
export const isCode = (tag: string, line: string) => tag === 'pre' && CODE.test(line);
