/** Counts of a line of text. Lengths in UTF-16 units. */
export interface Measure {
  length: number;
  inLinks: number;
  words: number;
  commas: number;
  digits: number;
  capitals: number;
  /** 1: ends like a sentence; 2: with a colon; 0: neither. */
  end: number;
  marks: number;
}

/** Counts a line in one pass. Non-ASCII letters count as lower case; a script without spaces has a word for every two characters. */
export function measure(line: string, inLinks: number): Measure {
  let words = 1;
  let commas = 0;
  let digits = 0;
  let capitals = 0;
  let marks = 0;
  let wide = 0;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === 32) words++;
    else if (unit === 44 || unit === 0x3001 || unit === 0xff0c || unit === 0x60c) commas++;
    else if (unit >= 48 && unit <= 57) digits++;
    else if (unit >= 65 && unit <= 90) capitals++;
    else if (unit === 124 || unit === 0xb7 || unit === 0xbb || unit === 0x203a || unit === 0x2022 || unit === 47) marks++;
    else if (unit >= 0x3040 && unit <= 0x9fff) wide++;
  }
  return { length: line.length, inLinks, words: words + (wide >> 1), commas, digits, capitals, end: endOf(line), marks };
}

function endOf(line: string): number {
  for (let i = line.length - 1; i >= 0 && i > line.length - 5; i--) {
    const char = line[i] ?? '';
    if ('.!?…。！？;'.includes(char)) return 1;
    if (char === ':') return 2;
    if (!'"\'”’»)]“« '.includes(char)) return 0;
  }
  return 0;
}
