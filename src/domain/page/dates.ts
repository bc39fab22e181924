/** Where the date of a page was found. */
const DATE_SOURCES = ['meta', 'json_ld', 'markup', 'address', 'near_title', 'script', 'text'] as const;
export type DateSource = (typeof DATE_SOURCES)[number];

/** declared: in the metadata or the address; likely: near the title, or in a script; weak: the likeliest date of the text. */
const DATE_CERTAINTIES = ['declared', 'likely', 'weak'] as const;
export type DateCertainty = (typeof DATE_CERTAINTIES)[number];

/** A date of a page. `start` and `end`: the same day in the canonical text, as UTF-16 offsets; null if the text lacks it. */
export interface PageDate {
  /** ISO 8601, with the precision of the page. */
  date: string;
  source: DateSource;
  certainty: DateCertainty;
  start: number | null;
  end: number | null;
}

/** When a page was published and last changed, as far as it says. */
export interface PageDates {
  published: PageDate | null;
  modified: PageDate | null;
}
