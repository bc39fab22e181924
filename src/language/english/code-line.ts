/** The end of a line of a program or of JSON, and what its values begin with. */
const CODE = /[,;{}()[\]]\s*$|[:=]\s*["'`{[(<]/u;

/** Whether a line of a preformatted block is one of a program: its colon labels nothing. “Licence: MIT” is none. */
export const isCode = (tag: string, line: string) => tag === 'pre' && CODE.test(line);
