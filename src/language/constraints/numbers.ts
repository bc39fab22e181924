import { findQuantities } from '../quantity.ts';
import type { Constraint } from './constraint.ts';

const isMeasure = (text: string) => /^(?:of|in|with|per|and|or|to|by)?$/iu.test(text);

const VERB_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:with|that|which|who|has|have|having|had|of|and|is|are|cost(?:s|ing)?|priced(?: at)?|raised|raising|employ(?:s|ing)?|worth|valued(?: at)?|made of|consisting of|in|revenues?(?: of)?|valuations?(?: of)?|population(?: of)?|earning|making|for|rated)\s)*(?:(?:at least|at most|more than|less than|fewer than|no more than|no less than|no fewer than|over|under|above|below|about|around|approximately|exactly|up to|between|a minimum of|a maximum of|min(?:imum)?|max(?:imum)?|a (?:team|staff|headcount) of)\s)*$/iu;

/** The most characters of the words before a number: otherwise the search would start at the beginning of the text for each number. */
const LONGEST_LEAD = 200;

/** The next words that name what is counted: "employees", "GitHub stars", "paying customers". */
const UNIT =
  /^\s?(?:or (?:more|fewer|less)(?!\sthan)\s|and (?:more|up)\s)?(?:%|percent|(?:(?!(?:and|or|in|on|with|that|which|who|from|for|since|before|after|based|written|by|at|per|but|to|the|of|a|an|or)\b)[\p{L}'’-]+\s?){1,3})/iu;

const LESS = /^(?:short|small|light|cheap|young|low|few|narrow|thin|slow|less|fewer)/iu;

export function* numbers(text: string): Iterable<Constraint> {
  for (const quantity of findQuantities(text)) {
    const before = VERB_BEFORE.exec(text.slice(Math.max(0, quantity.start - LONGEST_LEAD), quantity.start))?.[0] ?? '';
    const unit = UNIT.exec(text.slice(quantity.end))?.[0] ?? '';
    const most = /^\s?(?:at most|max\b|or (?:fewer|less)|or under)/iu.exec(text.slice(quantity.end + unit.length))?.[0] ?? '';
    if (isMeasure(unit.trim()) && !quantity.currency && !before.trim()) continue;
    const start = quantity.start - before.length;
    const end = quantity.end + (most ? unit.length + most.length : unit.trimEnd().length);
    const exactly = /\bexactly\s$/iu.test(before);
    // "taller than 20 metres" is a lower bound, "lighter than 300 grams" an upper one
    const compared = /(?<word>\p{L}+er) than\s$/iu.exec(text.slice(Math.max(0, quantity.start - 30), quantity.start))?.groups?.word;
    const isLess = compared !== undefined && LESS.test(compared);
    const atMost = most !== '' || quantity.bound === 'most' || isLess;
    yield {
      kind: 'number',
      text: text.slice(start, end).trim(),
      start,
      end,
      about: before
        .replace(
          /\b(?:at least|at most|(?:no )?(?:more|less|fewer) than|over|under|above|below|exactly|up to|between|a|minimum|maximum|of|about|around)\b/giu,
          ' ',
        )
        .trim(),
      unit: unit
        .replace(/^\s?(?:or|and)\s(?:more|fewer|less|up)\s/iu, '')
        .trim()
        .toLowerCase(),
      min: atMost ? null : quantity.low === -Infinity ? null : quantity.low,
      max:
        compared !== undefined && !isLess
          ? null
          : atMost
            ? quantity.high
            : exactly || Number.isFinite(quantity.high)
              ? quantity.high
              : null,
      currency: quantity.currency,
    };
  }
}
