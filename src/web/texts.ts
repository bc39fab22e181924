import type {
  Category,
  Format,
  Judge,
  QueueOrder,
  RunReason,
  RunState,
  ValueReason,
  Verdict,
  VerdictReason,
} from './generated/documents.ts';

// Every English text of the app, by where it stands.

interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

const number = new Intl.NumberFormat('en');
const n = (count: number) => number.format(count);
const many = (count: number, one: string, more = `${one}s`) => `${n(count)} ${count === 1 ? one : more}`;
/** US dollars: cents, and below one dollar finer, since a model's call costs less than a cent. */
const money = (dollars: number) =>
  dollars.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: dollars > 0 && dollars < 1 ? 4 : 2 });
/** A share as a whole number of a hundred. */
const bare = (share: number) => n(Math.round(share * 100));
const share = (share: number) => `${bare(share)} %`;
/** At most 80 characters of a text. */
const cut = (text: string) => (text.length > 80 ? `${[...text].slice(0, 79).join('').trimEnd()}…` : text);
const waiting = (seconds: number) => (seconds >= 120 ? many(Math.ceil(seconds / 60), 'minute') : many(Math.max(1, seconds), 'second'));

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 minutes ago". */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return 'just now';
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
export const at = (iso: string) => moment.format(new Date(iso));
export const timeOf = (iso: string) => clock.format(new Date(iso));
export { many, n };

export const words = {
  brand: 'Webset',
  skip: 'Skip to the content',
  top: { settings: 'Settings', signIn: 'Sign in', account: 'Account', label: 'Webset' },
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  retry: 'Try again',
  undo: 'Undo',
  loading: 'Loading',
  more: 'Show more',
  home: 'Back to the start',

  trouble: {
    offline: () => 'The service cannot be reached. Check your connection.',
    unavailable: () => 'The service has trouble at the moment. Try again in a while.',
    unauthorized: (_message?: string, _wait?: number) => 'Sign in first.',
    forbidden: (_message?: string, _wait?: number) => 'This webset belongs to another account.',
    missing: (_message?: string, _wait?: number) => 'There is no such webset any more.',
    conflict: (message: string, _wait?: number) => `${message}.`,
    limited: (_message: string, wait: number) =>
      `That is a lot in one hour. Wait ${waiting(wait)}; with an account the limit is ten times as high.`,
    invalid: (message: string, _wait?: number) => message,
    unknown: (_message?: string, _wait?: number) => 'Something went wrong in the service. It has been logged there.',
  },

  states: {
    offline: { title: 'No connection', text: 'The service cannot be reached. This page goes on by itself once it can.' },
    unavailable: {
      title: 'The service has trouble',
      text: 'It answers, but cannot reach its database at the moment. Nothing of yours is lost.',
    },
    unauthorized: { title: 'Sign in to go on', text: 'This service opens to people with an account only.' },
    forbidden: {
      title: 'This webset is somebody’s own',
      text: 'It belongs to an account. If it is yours, sign in with that account; else ask its owner for an export.',
    },
    missing: { title: 'There is no such webset', text: 'It may have been deleted, or its address may be cut short.' },
    limited: { title: 'Too much at once', text: '' },
    unknown: { title: 'Something went wrong', text: 'The service met an error and has logged it. Trying again may help.' },
    page: { title: 'There is no such page', text: 'The address leads nowhere.' },
    newer: { title: 'The app was renewed', text: 'The service has a newer version of this page. Load it again to go on.' },
    crashed: { title: 'This page broke', text: 'That is a mistake of ours. Loading it again usually helps; your websets are safe.' },
    reload: 'Load it again',
    lost: 'No connection. What you see may be out of date.',
    lostUnavailable: 'The service has trouble. What you see may be out of date.',
    lostLimited: 'Too many pages follow results from here. What you see is a little behind.',
  },

  categories: {
    people: 'People',
    companies: 'Companies',
    research: 'Research papers',
    articles: 'Articles',
    posts: 'Posts',
  } satisfies Record<Category, string>,

  formats: { text: 'Text', url: 'Link', number: 'Number', date: 'Date' } satisfies Record<Format, string>,

  verdicts: { match: 'Match', partial: 'Partial', no_match: 'No match', needs_review: 'Needs review' } satisfies Record<Verdict, string>,

  cells: {
    waiting: 'Waiting',
    added_later: 'Next run',
    stopped: 'Next run',
    failed: 'Failed',
    judged: '',
    none: 'Not given',
  },

  verdictReasons: {
    stated: 'The page says so.',
    contradicted: 'The page says otherwise.',
    silent: 'The page does not say.',
    unrelated: 'The page is about something else.',
    part: 'The page says a part of it.',
    unproved: 'It was claimed without words of the page that bear on it.',
    ambiguous: 'The page’s words allow both.',
    conflict: 'The page says two things.',
    hypothetical: 'On the page it is only planned, possible or wished for.',
    comparison: 'It is a comparison, which one page cannot prove.',
    disputed: 'The words that the model quotes hold a number or date that says otherwise.',
    unanswered: 'The model gave no answer that could be read.',
    language: 'The page is written in another language.',
    failed: 'Judging it broke. The next run tries again.',
    learned: 'It follows from your answers on other pages.',
    unsupported: 'Neither the rules nor the answers so far can tell. Answer a few rows, or connect a model.',
  } satisfies Record<VerdictReason, string>,

  valueReasons: {
    stated: 'The page says so.',
    silent: 'The page does not say.',
    unproved: 'It was claimed without words that can be found on the page.',
    ambiguous: 'The page’s words allow several values.',
    range: 'The page gives a range.',
    conflict: 'The page says two things.',
    unanswered: 'The model gave no answer that could be read.',
    language: 'The page is written in another language.',
    failed: 'Extracting it broke. The next run tries again.',
  } satisfies Record<ValueReason, string>,

  judges: { lexical: 'the rules', learned: 'the learner, from your answers', llm: 'a language model' } satisfies Record<Judge, string>,

  homePage: {
    title: 'What are you looking for?',
    lead: 'Say it in a sentence. Every page that is found is checked against your criteria, and every match is proved by a quote.',
    label: 'Your request',
    placeholder: 'Open-source databases written in Rust, first released in 2015 or later',
    category: 'Kind of thing',
    anyCategory: 'Anything',
    start: 'Find them',
    starting: 'Starting',
    examples: 'Try an example',
    examplesNote: 'They search the sample web that comes with the service: no key, no network.',
    criteria: 'Criteria',
    criteriaNote: 'Each result is checked against these.',
    columns: 'Columns',
    columnsNote: 'Values taken from each page.',
    noCriteria: 'None yet: the run makes them from your request.',
    noColumns: 'None yet.',
    suggesting: 'Looking for what can be checked',
    suggest: 'Suggest again',
    addCriterion: 'Add a criterion',
    addColumn: 'Add a column',
    criterionLabel: (i: number) => `Criterion ${i}`,
    columnLabel: (i: number) => `Column ${i}`,
    descriptionLabel: (label: string) => `What exactly is meant by ${label || 'it'}`,
    descriptionOf: 'What exactly is meant (optional)',
    formatLabel: (label: string) => `Format of ${label || 'the column'}`,
    remove: (label: string) => `Remove ${label || 'it'}`,
    labelTaken: 'Two of them have the same name.',
    labelEmpty: 'Give each one a name, or remove it.',
    partly: (what: string) => `The webset is made, but not all of it: ${what}`,
  },

  beforeRun: {
    label: 'What the run will do',
    searches: 'Searches',
    where: (web: string[], all: number, samples: number) => {
      const own = all - samples;
      const indexed = [
        ...(own > 0 ? [`${many(own, 'page')} indexed here`] : []),
        ...(samples > 0 ? [`${many(samples, 'sample page')}`] : []),
      ].join(' and ');
      if (web.length === 0)
        return indexed === '' ? 'nothing: no page is indexed, and web search is off.' : `only ${indexed}: web search is off.`;
      return `the web by ${web.join(', ')}${indexed === '' ? '' : `, and ${indexed}`}.`;
    },
    turnOnSearch: 'Turn on web search',
    judged: 'Judged by',
    byRules: 'rules, and by your answers as you give them. No language model is connected.',
    byModel: (model: string) => `${model}, with every quote checked on the page.`,
    connectModel: 'Connect a model',
    stops: 'Stops at',
    limits: ({
      target,
      maxPages,
      maxMinutes,
      maxCost,
    }: Record<'target' | 'maxPages' | 'maxMinutes', number> & { maxCost: number | null }) =>
      `${many(target, 'match', 'matches')}, ${many(maxPages, 'page')} or ${many(maxMinutes, 'minute')}${maxCost === null ? '' : `, or ${money(maxCost)}`}`,
    fields: {
      target: 'Matches wanted',
      maxPages: 'Pages at most',
      maxMinutes: 'Minutes at most',
      maxCost: 'Dollars for models at most',
    },
    most: (bound: number, isMoney: boolean) => `up to ${isMoney ? money(bound) : n(bound)}`,
    outdated: 'The request has changed since you edited the plan.',
    again: 'Suggest a new plan',
    keep: 'Keep my plan',
    preview: 'Preview 10 pages',
    previewNote: 'Reads 10 pages and shows what would match. The full run goes on from there.',
  },

  list: {
    title: 'Your websets',
    hereTitle: 'Made in this browser',
    hereNote: 'They belong to nobody and open to whoever has their link.',
    empty: 'None yet. Ask for something above, or try an example.',
    counts: (matching: number, rows: number) => (rows === 0 ? 'No results yet' : `${many(matching, 'match', 'matches')} of ${n(rows)}`),
    status: { draft: 'Not started', running: 'Searching', completed: 'Finished', cancelled: 'Stopped', failed: 'Broke off' },
    claimBanner: (count: number) =>
      count === 1
        ? 'One webset made in this browser belongs to nobody yet.'
        : `${n(count)} websets made in this browser belong to nobody yet.`,
    claim: 'Make them mine',
    claimOne: 'Make it mine',
    claimNote: (count: number) => (count === 1 ? 'Then it opens to your account alone.' : 'Then they open to your account alone.'),
    claimed: (count: number) => (count === 1 ? 'It is yours now.' : `${n(count)} websets are yours now.`),
    gone: 'They were no longer there to claim.',
  },

  webset: {
    untitled: 'Webset',
    add: 'Add',
    rename: 'Rename',
    share: 'Share',
    export: 'Export',
    csv: 'CSV, for spreadsheets',
    json: 'JSON, with every quote',
    menu: 'More actions',
    duplicate: 'Duplicate as a template',
    duplicateNote: 'Its criteria and columns, without results',
    duplicated: 'This is the copy: the same criteria and columns, no results yet.',
    graphiql: 'Open in GraphiQL',
    delete: 'Delete',
    deleted: (title: string) => `“${cut(title)}” is deleted.`,
    restored: 'It is back.',
    request: 'Request',
    notes: 'Notes',
    newTitle: 'Title',
    titleHint: 'At most 120 characters',
  },

  shareDialog: {
    title: 'Share this webset',
    open: 'Anyone with this link can edit.',
    openNote: 'It belongs to nobody: the link alone opens it, to read, change and delete. Sign in and claim it to keep it to yourself.',
    owned: 'Only you can open it.',
    ownedNote: 'It belongs to your account, so the link works for you alone. To show it to others, send them an export.',
    link: 'Link',
    copy: 'Copy the link',
    copied: 'Copied',
    copyFailed: 'The browser did not allow it: copy it by hand.',
  },

  run: {
    start: 'Start the run',
    again: 'Search for more',
    fill: 'Run for what is new',
    cancel: 'Stop',
    cancelling: 'Stopping',
    starting: 'Starting',
    states: {
      queued: 'Waiting for a worker',
      running: 'Searching',
      completed: 'Finished',
      cancelled: 'Stopped',
      failed: 'Broke off',
    } satisfies Record<RunState, string>,
    draft: 'Not started',
    draftNote: 'Nothing has been searched yet.',
    reasons: {
      target_reached: 'as many matches as were wanted',
      candidates_exhausted: 'the searches found nothing more to read',
      low_match_rate: 'too few of the pages matched to search on',
      page_budget: 'the pages allowed were used up',
      time_budget: 'the time allowed was used up',
      cost_budget: 'the money allowed was used up',
      cancelled: 'somebody stopped it; what was found is kept',
      search_unavailable: 'no search provider could be used',
      repeated_failure: 'the same step failed again and again',
      poison_page: 'a page brought the worker down again and again',
    } satisfies Record<RunReason, string>,
    found: 'found',
    read: 'read',
    judged: 'checked',
    matched: 'matched',
    tabTitle: { alive: 'Searching', over: 'Finished' },
    numbers: 'The run in numbers',
    target: (matched: number, target: number) => `${n(matched)} of ${many(target, 'match', 'matches')} wanted`,
    left: 'left',
    leftPages: (pages: number) => many(pages, 'page'),
    leftTime: (seconds: number) => (seconds >= 90 ? many(Math.round(seconds / 60), 'minute') : many(seconds, 'second')),
    took: (seconds: number) =>
      `took ${seconds >= 90 ? many(Math.round(seconds / 60), 'minute') : many(Math.max(1, Math.round(seconds)), 'second')}`,
    unreadable: (count: number) => `${n(count)} could not be read`,
    cost: ({ dollars, inputTokens, outputTokens }: Tokens & { dollars: number }, cap: number | null) =>
      dollars > 0 || cap !== null
        ? `${money(dollars)}${cap === null ? '' : ` of ${money(cap)}`} for models`
        : `${many(inputTokens + outputTokens, 'token')} of models`,
    estimate: ({ model, dollars, inputTokens, outputTokens }: Tokens & { model: string; dollars: number | null }) =>
      dollars === null
        ? `Up to about ${many(Math.round(inputTokens + outputTokens), 'token')} of ${model}, whose price is not known.`
        : `Up to about ${money(dollars)} for ${model}.`,
    saved: ({ dollars, inputTokens, outputTokens }: Tokens & { dollars: number }) =>
      dollars > 0 ? `about ${money(dollars)} saved` : `about ${many(Math.round(inputTokens + outputTokens), 'token')} saved`,
    activity: 'Activity',
    activityEmpty: 'Nothing has happened yet.',
    activityEarlier: 'Earlier activity is not shown.',
    nextRun: (cells: number) => `${many(cells, 'cell')} ${cells === 1 ? 'waits' : 'wait'} for the next run.`,
  },

  passRates: {
    title: 'How many meet each criterion',
    narrowest: (label: string, matching: number, judged: number) =>
      `“${label}” keeps most results from matching: ${n(matching)} of ${n(judged)} meet it.`,
    without: (label: string, count: number) => `Without “${label}”, ${many(count, 'result')} would match.`,
    optional: 'optional',
    of: (verdict: string, count: number, judged: number) => `${verdict}: ${n(count)} of ${n(judged)}`,
    reword: 'Reword',
    rewordOne: (label: string) => `Reword “${label}”`,
    makeOptional: 'Make optional',
    makeOptionalOne: (label: string) => `Make “${label}” optional`,
    makeRequired: 'Make required',
    makeRequiredOne: (label: string) => `Make “${label}” required`,
    drop: 'Remove',
    dropOne: (label: string) => `Remove “${label}”`,
  },

  runDialog: {
    title: 'Search for more',
    note: 'What was found is kept. What was read before is not read again.',
    target: 'Matches wanted, in all',
    already: (matched: number) => `${n(matched)} so far`,
    maxPages: 'Pages at most',
    maxMinutes: 'Minutes at most',
    maxCost: 'Dollars for models at most',
    maxCostHint: 'empty: as set',
    judgeShare: 'Pages that the model judges, %',
    judgeShareHint: 'the others are decided by what it teaches; empty: as set',
    most: (bound: number) => `allowed: ${n(bound)}`,
    start: 'Start',
  },

  feed: {
    'run.started': 'The run started',
    'run.resumed': 'The run was taken up again',
    'run.completed': 'The run finished',
    'run.failed': 'The run broke off',
    'run.cancelled': 'The run was stopped',
    steps: { plan: 'Planning', fill: 'Filling what earlier results lack', search: 'Searching' } as Record<string, string>,
    round: (round: number) => `Searching, round ${n(round)}`,
    searching: (query: string) => `Searching for “${query}”`,
    hits: (hits: number, fresh: number) => `${many(hits, 'hit')}, ${n(fresh)} new`,
    fetching: (where: string) => `Fetching ${where}`,
    reading: (where: string) => `Reading ${where}`,
    read: (title: string) => `Read “${title}”`,
    judging: (where: string) => `Checking ${where}`,
    judged: (verdict: string) => verdict,
    trouble: (what: string) => `It did not work: ${what}`,
  },

  grid: {
    label: 'Results',
    title: 'Result',
    overall: 'Verdict',
    empty: {
      title: 'No results yet',
      none: 'No results',
      failed: 'The run broke off',
      draft: 'Start the run to search.',
      running: 'They appear here as they are found.',
      ended: 'The run found no page to check.',
    },
    emptyTab: (what: string) => `Nothing under “${what}”`,
    emptyTabNote: (count: number) => (count === 0 ? '' : `${many(count, 'page')} checked so far.`),
    emptyFilter: (text: string) => `Nothing matches “${cut(text)}”`,
    showAll: 'Show all',
    clearFilter: 'Clear the filter',
    tabs: { match: 'Match', partial: 'Partial', needs_review: 'Needs review', no_match: 'No match', all: 'All', hidden: 'Hidden' },
    tabsLabel: 'Results by verdict',
    filter: 'Filter by text',
    columns: 'Columns',
    columnsMenu: 'Shown columns',
    showColumns: 'Show all columns',
    addCriterion: 'Criterion',
    addColumn: 'Column',
    addCriterionLong: 'Add a criterion',
    addColumnLong: 'Add a column',
    sortAndEdit: 'Sort, and edit criteria and columns',
    sortOrders: {
      text: ['Sort A to Z', 'Sort Z to A'],
      number: ['Sort 1 to 9', 'Sort 9 to 1'],
      date: ['Oldest first', 'Newest first'],
      verdict: ['Best first', 'Worst first'],
    } satisfies Record<string, [string, string]>,
    sortNone: 'In the order found',
    sortLikely: 'Likeliest first',
    hide: 'Hide',
    edit: 'Edit',
    editOne: (label: string) => `Edit “${label}”…`,
    remove: 'Remove',
    wider: 'Wider',
    narrower: 'Narrower',
    columnMenu: (label: string) => `${label}: options`,
    derived: 'Made from the request',
    rows: (shown: number, total: number) => (shown === total ? many(total, 'result') : `${n(shown)} of ${many(total, 'result')}`),
    loadingRows: (loaded: number, total: number) => `Loading ${n(loaded)} of ${n(total)}`,
    sorted: (label: string) => `Sorted by ${label}`,
    hiddenRow: 'Hidden',
    resize: (label: string) => `Width of ${label}`,
  },

  proof: {
    label: 'Proof',
    open: 'Open the page',
    openAt: 'Open the page at these words',
    previous: 'Previous result',
    next: 'Next result',
    fetched: (when: string) => `Read ${when}`,
    readAt: (when: string) => `read on ${when}`,
    published: (when: string) => `Published ${when}`,
    quote: 'What the page says',
    noQuote: 'No quote: nothing on the page decides it.',
    noQuoteValue: 'The page gives no value.',
    why: 'Why',
    judgedBy: (judge: string, when: string) => `Judged by ${judge}, ${when}`,
    extractedBy: (judge: string, when: string) => `Taken by ${judge}, ${when}`,
    sources: (count: number) => `Found at ${many(count, 'address', 'addresses')}`,
    criteria: 'Criteria',
    columns: 'Columns',
    combined: 'over all criteria',
    loading: 'Fetching the proof',
  },

  review: {
    byPerson: '(set by a person)',
    set: 'Judge it yourself',
    change: 'Change your verdict',
    legend: 'Your verdict',
    note: 'Why',
    save: 'Save',
    takeBack: 'Take it back',
    says: (who: string | null, verdict: string) => `${who ?? 'Somebody'} says: ${verdict}`,
    tookBack: (who: string | null) => `${who ?? 'Somebody'} took it back`,
    reasoner: 'The reasoner said',
    history: (count: number) => `History (${n(count)})`,
    counts: 'A person’s verdict counts, also in exports. Later runs leave it alone.',
    hide: 'Hide this result',
    show: 'Show it again',
    hidden: 'The result is hidden. Exports and later runs leave it out.',
    shown: 'The result is back.',
  },

  reviewQueue: {
    label: 'Review',
    start: 'Answer a few',
    open: 'Review',
    offer: (open: number, all: number) =>
      `${n(open)} of ${many(all, 'result')} ${open === 1 ? 'needs' : 'need'} review. Answer about ten, and most of the rest is decided by your answers.`,
    question: 'Question',
    orders: 'Which results come first',
    order: { TEACHING: 'Teach', LIKELIHOOD: 'Confirm from the top' } satisfies Record<QueueOrder, string>,
    orderNotes: {
      TEACHING: 'The results whose answers decide most others',
      LIKELIHOOD: 'The likeliest results first',
    } satisfies Record<QueueOrder, string>,
    answers: { match: 'Yes', partial: 'Partly', no_match: 'No', needs_review: 'Cannot tell' } satisfies Record<Verdict, string>,
    wrongKind: 'Wrong kind',
    wrongKindNote: 'It is another kind of thing than what is looked for. It is hidden.',
    skip: 'Skip',
    undo: 'Undo',
    place: (at: number, of: number) => `Criterion ${n(at)} of ${n(of)}`,
    likelihood: (likelihood: number) => `${share(likelihood)} likely so far`,
    sentences: 'If a sentence decides it, choose that first.',
    noSentences: 'No sentence was picked out yet. Open the page to see what it says.',
    nothing: 'Nothing left to ask',
    nothingNote: 'Every result has an answer, or was skipped here.',
    learning: ({
      answers,
      decided,
      rows,
      right,
    }: {
      answers: number;
      decided: number;
      rows: number;
      right: { precision: number; low: number; high: number } | null;
    }) =>
      `${many(answers, 'answer')}: ${n(decided)} of ${n(rows)} decided${right ? `, about ${share(right.precision)} right (${bare(right.low)} to ${bare(right.high)})` : ''}`,
    notCurrent: 'Learning from your answers',
    noneMet: 'No yes so far: without one, no result can be decided to match. Look among the likeliest, under “Confirm from the top”.',
  },

  suggestion: {
    unsure: '(suggested, not confirmed)',
    label: (value: string) => `Suggested: ${cut(value)}`,
    likelihood: (likelihood: number) => `Suggested, ${share(likelihood)} likely. It counts once a person confirms it.`,
    confirm: 'Confirm',
    confirmOne: (value: string) => `Confirm “${cut(value)}” (Y)`,
    none: 'The page gives none',
    confirmed: (value: string) => `“${cut(value)}” is confirmed.`,
    emptied: 'It is noted that the page gives none.',
    said: (who: string | null, value: string | null) =>
      value === null ? `${who ?? 'Somebody'} says: the page gives none` : `${who ?? 'Somebody'} confirmed it`,
  },

  columnDialog: {
    addCriterion: 'Add a criterion',
    editCriterion: 'Edit the criterion',
    addEnrichment: 'Add a column',
    editEnrichment: 'Edit the column',
    criterionHint: 'A yes/no check, such as “Written in Rust”.',
    enrichmentHint: 'A value to take from each page, such as “Licence”.',
    label: 'Name',
    description: 'What exactly is meant',
    optional: 'optional',
    format: 'Format',
    required: 'Required',
    requiredHint: 'A result that does not meet it does not match. Otherwise it is only shown.',
    add: 'Add',
    later: 'Results are judged by it from the next run on.',
    laterColumn: 'Results get a value in the next run.',
    editNote: 'A new name or meaning asks another question: what was judged before goes.',
    removeCriterion: (label: string) => `Remove “${label}”?`,
    removeNote: 'Everything judged by it goes, too. This cannot be undone.',
    removeColumnNote: 'All its values go, too. This cannot be undone.',
    remove: 'Remove',
    whileAlive: 'While a run is at work, criteria and columns can be added but not changed.',
  },

  account: {
    signIn: 'Sign in',
    signInLead: 'Your websets open to you alone.',
    signUp: 'Sign up',
    signUpLead: 'What you make while signed in is yours, and opens to nobody else.',
    make: 'Make an account',
    email: 'E-mail',
    password: 'Password',
    passwordHint: 'At least 8 characters',
    noAccount: 'No account yet?',
    haveAccount: 'Have one already?',
    noSignUp: 'This service takes no new accounts. Whoever runs it can make one for you.',
    closed: 'No new accounts',
    wrongEmail: 'Enter your e-mail address, such as ann@example.org.',
    wrongPassword: 'Enter your password.',
    wrongNew: 'Choose a password of 8 to 128 characters.',
    title: 'Your account',
    signedInAs: 'Signed in as',
    signOut: 'Sign out',
    change: 'Change your password',
    present: 'Present password',
    fresh: 'New password',
    changeIt: 'Change it',
    changed: 'Your password is changed, and every other browser is signed out.',
    delete: 'Delete your account',
    deleteNote: 'Your account and all your websets, with everything in them, will be gone for good.',
    deleteIt: 'Delete my account',
    insecure: 'You cannot sign in at this address, because your browser would drop the cookie. Use https or localhost.',
    noCookie: 'Your browser did not keep the cookie. Use https or localhost, and allow cookies for this address.',
    tooMany: (seconds: number) => `Too many tries. Wait ${waiting(seconds)} and try again.`,
    refused: (status: number) => `The service refused this (${status}).`,
    refusals: {
      INVALID_EMAIL_OR_PASSWORD: 'No account has this e-mail address and password.',
      INVALID_EMAIL: 'This is not an e-mail address.',
      INVALID_PASSWORD: 'The password is not right.',
      PASSWORD_TOO_SHORT: 'The password is too short: it needs at least 8 characters.',
      PASSWORD_TOO_LONG: 'The password is too long: at most 128 characters.',
      USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this e-mail address already. Sign in instead.',
      EMAIL_PASSWORD_SIGN_UP_DISABLED: 'This service takes no new accounts. Ask whoever runs it.',
      FORBIDDEN: 'This service is not set up for this address. Whoever runs it can add it to ORIGINS.',
      PASSWORD_REQUIRED: 'Enter your password.',
      UNAUTHORIZED: 'You are not signed in any more. Sign in again.',
    },
  },

  settings: {
    title: 'Settings',
    look: 'Look',
    service: 'Service',
    docs: 'The API',
    docsNote: 'All that this page does can be done by a program, too.',
    graphql: 'GraphQL',
    rest: 'REST operations',
    samples: 'The sample web',
    search: 'Search',
    searchNote: 'Where a run looks. What is off is turned on by its environment variable, on the machine that runs the service.',
    models: 'Judging',
    modelsNote: 'Who reads the pages.',
    accounts: 'Accounts',
    on: 'on',
    off: 'off',
    turnOn: 'Turned on by',
    anonymous: 'Use without an account',
    signUp: 'Sign-up',
    graphiql: 'GraphiQL',
  },
};
