import { parseEnv } from 'node:util';

/** A setting that a file has and that is to be another; `to` null: its line becomes a comment. */
export interface Change {
  name: string;
  from: string;
  to: string | null;
}

const lineOf = (name: string) => new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');

/** Which settings of a file of settings (.env) would change: those that are not empty there and are not what is wanted. */
export function changesOf(text: string, wanted: Record<string, string | null>): Change[] {
  const held = parseEnv(text);
  return Object.entries(wanted).flatMap(([name, to]) => {
    const from = held[name] ?? '';
    return from === '' || from === to ? [] : [{ name, from, to }];
  });
}

/** The file with these settings: a line that sets one is replaced where it stands, others are added at the end; every other line stays as it is. */
export function withSettings(text: string, wanted: Record<string, string | null>): string {
  let next = text;
  const added: string[] = [];
  const held = parseEnv(text);
  for (const [name, to] of Object.entries(wanted)) {
    if (to === null) {
      if (held[name]) next = next.replace(lineOf(name), (line) => `# ${line.trimStart()}`);
    } else if (held[name] === undefined) added.push(`${name}=${quoted(to)}`);
    else if (held[name] !== to) next = next.replace(lineOf(name), () => `${name}=${quoted(to)}`);
  }
  if (added.length === 0) return next;
  return `${next}${next === '' || next.endsWith('\n') ? '' : '\n'}${added.join('\n')}\n`;
}

/** A value as the file can hold it: names of models may hold what begins a comment there. */
const quoted = (value: string) => (/^[\w.:/@+-]*$/.test(value) ? value : `"${value.replace(/["\r\n]/g, '')}"`);
