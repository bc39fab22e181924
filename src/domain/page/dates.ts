/** Where a page's date was found. */
const DATE_SOURCES = ['meta', 'json_ld', 'markup', 'address', 'near_title', 'script', 'text'] as const;
export type DateSource = (typeof DATE_SOURCES)[number];

/** declared: the page's metadata or address says so; likely: it stands by the title, or a script says so; weak: the likeliest date of its text. */
const DATE_CERTAINTIES = ['declared', 'likely', 'weak'] as const;
export type DateCertainty = (typeof DATE_CERTAINTIES)[number];

/** A date of a page. `start` and `end`: where its canonical text says the same day, in UTF-16 units; null where it does not. */
export interface PageDate {
  /** ISO 8601, at the precision the page gives. */
  date: string;
  source: DateSource;
  certainty: DateCertainty;
  start: number | null;
  end: number | null;
}

/** When a page was published and when it was changed last, as far as it says so. */
export interface PageDates {
  published: PageDate | null;
  modified: PageDate | null;
}
