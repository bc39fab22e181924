/** What each figure has to reach: its name in the report, and the least value. */
export const BARS = {
  articles: { name: 'main content, F1', least: 0.945 },
  articlesRecall: { name: 'main content, recall', least: 0.97 },
  whole: { name: 'canonical text, recall', least: 0.99 },
  segments: { name: 'main content, even half, F1', least: 0.92 },
  times: { name: 'pages a second over Readability’s', least: 3 },
  default: { name: 'dates, default', least: 0.87 },
  mediacloud: { name: 'dates, mediacloud', least: 0.84 },
  dated: { name: 'dates, of those given', least: 0.92 },
  robots: { name: 'robots.txt, of all checks but the five that are excepted', least: 1 },
  language: { name: 'language, documents not in English', least: 0.97 },
  languageRead: { name: 'language, the hundred read by hand', least: 0.97 },
  verbatim: { name: 'quotes that stand on the page to the letter', least: 1 },
} as const;

export type Figures = Record<keyof typeof BARS, number>;

/** A sentence for each figure under its bar; one that is no number is, too. */
export const missedBars = (figures: Figures): string[] =>
  Object.entries(BARS).flatMap(([key, { name, least }]) => {
    const figure = figures[key as keyof Figures];
    return figure >= least ? [] : [`${name}: ${figure.toFixed(4)}, bar ${least}`];
  });
