declare module 'wink-porter2-stemmer' {
  /** The Porter2 stem of an English word in lower case. */
  const stem: (word: string) => string;
  export = stem;
}
