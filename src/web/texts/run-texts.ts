import type { RunFactsFragment, RunMode, RunReason, RunState } from '../generated/documents.ts';
import { lasting, many, money, n, type Tokens } from './format.ts';

type RunCoverage = Omit<NonNullable<RunFactsFragment['coverage']>, '__typename'>;

export const runTexts = {
  run: {
    start: 'Start the run',
    again: 'Search for more',
    fill: 'Fill what is missing',
    full: 'Run in full',
    fullNote: 'The ten pages of the preview stay, and the search goes on from there.',
    also: 'Search also',
    cancel: 'Stop',
    cancelling: 'Stopping',
    starting: 'Starting',
    states: {
      queued: 'Waiting for a worker',
      running: 'Searching',
      completed: 'Finished',
      cancelled: 'Stopped',
      failed: 'Failed',
    } satisfies Record<RunState, string>,
    atWork: { SEARCH: 'Searching', FILL: 'Filling', REJUDGE: 'Judging again', IMPORT: 'Reading your list' } satisfies Record<
      RunMode,
      string
    >,
    previewing: 'Previewing',
    previewed: 'Preview finished',
    draft: 'Not started',
    draftNote: 'Nothing has been searched yet.',
    reasons: {
      target_reached: 'as many matches as were wanted',
      candidates_exhausted: 'the searches found nothing more to read',
      read_through: 'every page of its collections is read',
      coverage_reached: 'another 100 pages would bring about one match',
      waiting_for_uploads: 'the files that it searches were still waiting to be read',
      rows_done: 'every result that it was asked about is judged',
      low_match_rate: 'too few of the pages matched to search on',
      page_budget: 'the pages allowed were used up',
      time_budget: 'the time allowed was used up',
      cost_budget: 'the money allowed was used up',
      cancelled: 'somebody stopped it; what was found is kept',
      search_unavailable: 'no search provider could be used',
      repeated_failure: 'the same step failed several times',
      poison_page: 'a page crashed the worker several times',
    } satisfies Record<RunReason, string>,
    found: 'found',
    read: 'read',
    judged: 'checked',
    numbers: 'The run in numbers',
    more: 'Details',
    checked: (judged: number) => `${n(judged)} checked`,
    target: (matched: number, target: number) => `${n(matched)} of ${many(target, 'match', 'matches')} wanted`,
    budgetLeft: (pages: number, seconds: number) => `Budget left: ${many(pages, 'page')}, ${lasting(seconds)}`,
    ofLines: (at: number, of: number) => `${n(at)} of ${many(of, 'line')} read`,
    ofResults: (judged: number, of: number) => `${n(judged)} of ${many(of, 'result')} judged`,
    aboutLeft: (seconds: number) => `about ${lasting(Math.max(1, Math.round(seconds)))} left`,
    atMostLeft: (seconds: number) => `about ${lasting(Math.max(1, Math.round(seconds)))} left at most`,
    took: (seconds: number) => `took ${lasting(Math.max(1, Math.round(seconds)))}`,
    unreadable: (count: number) => `${n(count)} could not be read`,
    cost: ({ dollars, inputTokens, outputTokens }: Tokens & { dollars: number }, cap: number | null) =>
      dollars > 0 || cap !== null
        ? `${money(dollars)}${cap === null ? '' : ` of ${money(cap)}`} for models`
        : `${many(inputTokens + outputTokens, 'token')} of models`,
    estimate: ({
      model,
      dollars,
      inputTokens,
      outputTokens,
      searches = null,
    }: Tokens & { model: string; dollars: number | null; searches?: number | null }) => {
      const searched = searches === null ? '' : `; up to ${many(searches, 'search', 'searches')}`;
      return dollars === null
        ? `Up to about ${many(Math.round(inputTokens + outputTokens), 'token')} of ${model}, whose price is not known${searched}.`
        : `Up to about ${money(dollars)} for ${model}${searched}.`;
    },
    saved: ({ dollars, inputTokens, outputTokens }: Tokens & { dollars: number }) =>
      dollars > 0 ? `about ${money(dollars)} saved` : `about ${many(Math.round(inputTokens + outputTokens), 'token')} saved`,
    coverage: ({ found, estimate, low, high, isAtLeast }: RunCoverage, providers: string[]) => {
      const of = `that ${providers.join(', ')} can find`;
      if (isAtLeast || estimate === null || high === null)
        return low === found ? `At least ${n(low)} ${of}` : `${n(found)} of at least ${n(low)} ${of}`;
      return low === high ? `All ${n(found)} ${of}` : `${n(found)} of about ${n(estimate)} (${n(low)} to ${n(high)}) ${of}`;
    },
    coverageInFull: ({ found, estimate, low, high, isAtLeast }: RunCoverage) => {
      const matches = `Of what these providers can find, ${many(found, 'match is', 'matches are')} found.`;
      if (isAtLeast || estimate === null || high === null)
        return `${matches} There are at least ${n(low)}; too few pages were read to estimate how many more.`;
      return `${matches} There are about ${n(estimate)}, estimated by how often the queries find the same ones: ${n(low)} to ${n(high)} with a probability of 90 %.`;
    },
    theIndex: 'the index',
    searchedBy: (names: string[]) => `Searched by ${names.join(', ')}`,
    failing: (names: string[]) => `${names.join(', ')} failed`,
    providerAsked: (name: string, asked: number, brought: number) =>
      `${name}: asked ${many(asked, 'time')}, returned ${many(brought, 'hit')}.`,
    providerFailed: (failed: number, why: string | null) => `Failed ${many(failed, 'time')}${why === null ? '.' : `: ${why}.`}`,
    activity: 'Activity',
    activityEmpty: 'Nothing has happened yet.',
    activityEarlier: 'Earlier activity is not shown.',
    missing: (cells: number) => `${many(cells, 'cell')} ${cells === 1 ? 'is' : 'are'} missing.`,
  },

  addSearch: {
    title: 'Search also',
    note: 'The run adds this search to its next round.',
    query: 'Words',
    queryHint: 'empty: the request',
    site: 'Site',
    siteHint: 'such as example.org; empty: anywhere',
    add: 'Search',
  },

  runDialog: {
    title: 'Search for more',
    note: 'What was found is kept. What was read before is not read again.',
    target: 'Matches wanted, in all',
    already: (matched: number) => `${n(matched)} so far`,
    maxPages: 'Pages at most',
    maxMinutes: 'Minutes at most',
    maxCost: 'Dollars for models at most',
    maxCostHint: 'empty: the default',
    judgeShare: 'Pages that the model judges, %',
    judgeShareHint: 'its answers decide the others; empty: the default',
    most: (bound: number) => `allowed: ${n(bound)}`,
    start: 'Start',
  },

  feed: {
    'run.started': 'The run started',
    'run.resumed': 'The run was resumed',
    'run.completed': 'The run finished',
    'run.failed': 'The run failed',
    'run.cancelled': 'The run was stopped',
    steps: {
      plan: 'Planning',
      fill: 'Filling what earlier results lack',
      search: 'Searching',
      import: 'Reading the lines of the list',
    } as Record<string, string>,
    round: (round: number) => `Searching, round ${n(round)}`,
    searching: (query: string) => `Searching for “${query}”`,
    listing: 'Listing every page of the collections',
    hits: (hits: number, fresh: number) => `${many(hits, 'hit')}, ${n(fresh)} new`,
    fetching: (where: string) => `Fetching ${where}`,
    reading: (where: string) => `Reading ${where}`,
    read: (title: string) => `Read “${title}”`,
    judging: (where: string) => `Checking ${where}`,
    judged: (verdict: string) => verdict,
    trouble: (what: string) => `It did not work: ${what}`,
  },
};
