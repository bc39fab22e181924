/** White space; NEL (U+0085) is a line end that JavaScript's \s omits. */
const SPACE = /[\s\u0085]+/g;

/**
 * Invisible: controls, soft hyphens, zero-width characters, bidirectional embeddings, overrides and isolates, variation selectors, tags.
 * LRM, RLM and joiners stay where they change how text is displayed (docs/agent.md).
 */
const JOINED = [
  String.raw`(?<=[\p{Script_Extensions=Arab}\p{Script_Extensions=Syrc}\p{Script_Extensions=Mong}\p{Script_Extensions=Deva}\p{Script_Extensions=Beng}`,
  String.raw`\p{Script_Extensions=Guru}\p{Script_Extensions=Gujr}\p{Script_Extensions=Orya}\p{Script_Extensions=Taml}\p{Script_Extensions=Telu}`,
  String.raw`\p{Script_Extensions=Knda}\p{Script_Extensions=Mlym}\p{Script_Extensions=Sinh}\p{Script_Extensions=Khmr}\p{Script_Extensions=Mymr}])[\u200c\u200d]`,
  String.raw`|(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
].join('');
const INVISIBLE = new RegExp(
  String.raw`(?![\s\u0085\u200e\u200f]|${JOINED})[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|\ufeff`,
  'gu',
);

/** Ranges that include all INVISIBLE characters and surrogates: most texts have none, and skip the slow pattern. */
const MAY_BE_INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code unit is meant alone
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/;

/** Removes invisible characters and collapses white space; ends are kept, and it is not yet NFC. */
export function visible(text: string): string {
  let isBlank = true;
  let isLoose = false;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 32 && unit < 127) isBlank = false;
    else if (unit === 32) isLoose ||= last === 32;
    else if (unit === 9 || unit === 10 || unit === 13) isLoose = true;
    else return seen(text);
    last = unit;
  }
  if (!isLoose) return text;
  return isBlank ? ' ' : text.replace(SPACE, ' ');
}

/** The same for text beyond printable ASCII. */
const seen = (text: string) => (MAY_BE_INVISIBLE.test(text) ? text.toWellFormed().replace(INVISIBLE, '') : text).replace(SPACE, ' ');

/** One line of canonical text: NFC, without invisible characters except LRM, RLM and joiners, white space collapsed and trimmed. */
export const cleanLine = (text: string) => visible(text).trim().normalize('NFC');

/** A text of at most `max` UTF-16 units, in whole characters; a longer one ends with an ellipsis. */
export const clipped = (text: string, max: number) =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()}…`;
