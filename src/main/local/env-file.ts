import { parseEnv } from 'node:util';

/** A setting of a file that is to change; `to` null: its line becomes a comment. */
export interface Change {
  name: string;
  from: string;
  to: string | null;
}

const lineOf = (name: string) => new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');

/** The settings of a file (.env) that would change: those with a different value that is not empty. */
export function changesOf(text: string, wanted: Record<string, string | null>): Change[] {
  const held = parseEnv(text);
  return Object.entries(wanted).flatMap(([name, to]) => {
    const from = held[name] ?? '';
    return from === '' || from === to ? [] : [{ name, from, to }];
  });
}

/** The file with these settings: existing lines are replaced in place, new ones added at the end; all other lines are unchanged. */
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

/** Quotes a value if needed: the names of models may contain characters that start a comment. */
const quoted = (value: string) => (/^[\w.:/@+-]*$/.test(value) ? value : `"${value.replace(/["\r\n]/g, '')}"`);
