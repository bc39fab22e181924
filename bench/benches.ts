/** A bench: `bench/NAME/run.ts`. */
export interface Bench {
  name: string;
  /** What it measures. */
  what: string;
  /** The option that names a folder which is no part of the repository; docs/benchmarks.md says how each is made. */
  folder?: '--eval DIR' | '--corpora DIR';
  /** Needs the packages of bench/peers, which the command installs. */
  hasPeers?: true;
  /** What else it needs. */
  also?: string;
  /** How long it takes in full on two cores. */
  takes: string;
  /** The options by which `all` runs it; null where it has no short form. */
  short: readonly string[] | null;
}

export const BENCHES: readonly Bench[] = [
  { name: 'cost', what: 'how the cost of work grows, as ratios within one run', takes: '2 min', short: [] },
  {
    name: 'gateway',
    what: 'speed and memory of the gateway beside PostGraphile and a bare server',
    hasPeers: true,
    also: 'Linux, 2 GB of disk',
    takes: '9 min',
    short: ['--short'],
  },
  { name: 'cases', what: 'small pages as the world has them, read and judged by the rules', takes: '5 s', short: [] },
  { name: 'pairs', what: 'verdicts and values by the rules on pages of our own words', takes: '10 s', short: [] },
  { name: 'phrases', what: 'sentences that say, deny or leave open what people ask for', takes: '30 s', short: [] },
  { name: 'requests', what: 'forty requests over the sample web, planned and run as the app does', takes: '3 min', short: ['--short'] },
  { name: 'own-pages', what: 'everyday requests over collections of uploaded pages', takes: '3 min', short: ['--only', 'cheeses'] },
  {
    name: 'golden',
    what: 'writes every cell of eight requests, or compares with the stored file (--check)',
    takes: '6 min',
    short: ['--check'],
  },
  {
    name: 'model',
    what: 'judging by a model server that fails in fifteen ways and lies',
    takes: '4 min',
    short: ['--pages', '60', '--quick'],
  },
  { name: 'reader', what: 'pages a second of our reader beside Readability', hasPeers: true, takes: '1 min', short: ['--short'] },
  { name: 'web', what: 'bytes, delay, smoothness and memory of the app in a browser', also: 'Linux', takes: '10 min', short: ['--short'] },
  {
    name: 'faults',
    what: 'kills, stops, cuts and races: what is lost',
    also: 'Linux',
    takes: '1 h',
    short: ['--short', 'followers-ndjson', 'followers-graphql', 'kill-served-worker', 'full-disk', 'full-files'],
  },
  {
    name: 'fuzz',
    what: 'strange requests at every API, bombs, attacks on a whole service',
    also: 'Linux',
    takes: '20 min',
    short: ['--count=120', '--seconds=6'],
  },
  {
    name: 'judge',
    what: 'the judge that learns, taught by the truth, each source left out once',
    folder: '--eval DIR',
    takes: '30 min',
    short: [],
  },
  { name: 'search', what: 'what runs find and how soon, in the engine itself', folder: '--eval DIR', takes: '1 h', short: [] },
  { name: 'rows', what: 'pages merged into one row, listings, names of rows', folder: '--eval DIR', takes: '10 min', short: [] },
  { name: 'names', what: 'titles that are the name of the thing, 300 pages', folder: '--eval DIR', takes: '30 s', short: [] },
  { name: 'belief', what: 'whether a right model is believed and a careless one is not', folder: '--eval DIR', takes: '20 min', short: [] },
  {
    name: 'model-web',
    what: 'row F1 of the whole service with a model that knows the truth',
    folder: '--eval DIR',
    takes: '1 h',
    short: [],
  },
  { name: 'facts', what: 'labelled facts that a person read on 64 pages', folder: '--corpora DIR', takes: '10 s', short: [] },
  {
    name: 'public',
    what: 'main content, dates, robots.txt, languages and claims on public corpora',
    folder: '--corpora DIR',
    hasPeers: true,
    takes: '15 min',
    short: [],
  },
];

export const needsOf = ({ folder, hasPeers, also }: Bench) =>
  [folder, hasPeers && 'bench/peers (installed by the command)', also].filter(Boolean).join(', ') || 'nothing';
