import { readFile } from 'node:fs/promises';

/** A request as a person writes it, and the pages that meet it, by what their addresses are called. */
export interface Asked {
  request: string;
  answers: string[];
}

export const SAMPLE_WEB = new URL('sample-web.txt', import.meta.url);

/** A file of requests: `request | page page`, or `request | none`, a line each. */
export async function listOf(file: string | URL): Promise<Asked[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes(' | ') && !line.startsWith('#'));
  return lines.map((line) => {
    const [request = '', answers = ''] = line.split(' | ');
    return { request, answers: answers === 'none' ? [] : answers.split(' ') };
  });
}

/** Whether a page is one of the answers. */
export const isOf = (url: string, answers: readonly string[]) => answers.some((answer) => new RegExp(`/${answer}[-.]`).test(`${url}.`));
