import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { CSV_TYPE, FILE_TYPES, LIST_TYPE, MEDIA_TYPES } from '../../domain/page/file-types.ts';

const STEPS_MAX = 20;
const STEP_CHARS = 150;
const HASH_CHARS = 12;
const NAME_BYTES = 1024;

/** What an uploaded file is called and read as. */
export interface NamedFile {
  /** As people read it. */
  path: string;
  /** As it is in an address. */
  encoded: string;
  mediaType: string;
}

/** Control characters, and those that reverse the direction of text: a name has neither. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The name of an uploaded file as a bounded path below its collection that leads nowhere upwards. A refusal in words for a bad name or a
 * kind that is not read.
 */
export function nameFile(name: string): NamedFile | string {
  const steps = name
    .toWellFormed()
    .replaceAll('\\', '/')
    .split('/')
    .map((step) => step.replace(UNSEEN, '').trim())
    .filter((step) => step !== '' && !/^\.+$/.test(step));
  const last = steps.at(-1);
  if (last === undefined) return 'it has no name';
  const end = extname(last).toLowerCase();
  const mediaType = end === '.csv' ? CSV_TYPE : end === '.urls' ? LIST_TYPE : MEDIA_TYPES[end];
  if (mediaType === undefined) return `files that end in ${FILE_TYPES} .csv are read`;
  if (steps.length > STEPS_MAX) return `it stands more than ${STEPS_MAX} folders deep`;
  const kept = steps.map((step, i) => shortened(step, i === steps.length - 1 ? end : ''));
  const encoded = kept.map(encodeURIComponent).join('/');
  if (encoded.length > NAME_BYTES) return 'its name is too long';
  return { path: kept.join('/'), encoded, mediaType };
}

/**
 * A step within its bound: a longer one becomes its beginning, `~`, a hash of the whole and the file's ending, so that no two become one.
 */
function shortened(step: string, end: string): string {
  const characters = [...step];
  if (characters.length <= STEP_CHARS) return step;
  const hash = createHash('sha256').update(step).digest('hex').slice(0, HASH_CHARS);
  const tail = `~${hash}${end}`;
  return characters.slice(0, STEP_CHARS - tail.length).join('') + tail;
}
