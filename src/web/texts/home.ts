import { many, money, n } from './format.ts';

/** The most collections that are named when a request searches several. */
const NAMED = 3;

export const homeTexts = {
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
    whole: {
      language:
        'The request is not in English, so the whole text is one criterion. A language model can plan it in its own language; or write one criterion for each thing that a result must meet.',
      unclear:
        'The whole request is one criterion, since it could not be split safely. Split it here, one criterion for each check, or have a language model plan it.',
    },
    criteriaNote: 'Each result is checked against these. Reword one that is not understood as you mean it.',
    columns: 'Columns',
    columnsNote: 'Values taken from each page.',
    noCriteria: 'None yet: the run makes them from your request.',
    noColumns: 'None yet.',
    suggesting: 'Looking for what can be checked',
    suggest: 'Suggest again',
    planWithModel: 'Plan with the model',
    planning: (model: string) => `${model} is planning. Go on meanwhile: what you write or edit ends the wait.`,
    stopPlanning: 'Stop planning',
    notPlanned: (why: string | null) => `The model made no plan${why ? `: ${why.replace(/\.$/, '')}` : ''}. The plan above stays.`,
    planNeedsModel: 'Connect a model to plan with it',
    plannedAtStart: (model: string) => `Planned by rules. Unless you edit it, ${model} plans the criteria when the run starts.`,
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
      const isSampled = own === 0 && web.length === 0 && samples > 0; // samples are searched where there is nothing else
      const indexed = own > 0 ? `${many(own, 'page')} of collections` : isSampled ? many(samples, 'sample page') : '';
      if (web.length === 0)
        return indexed === '' ? 'nothing: no page is indexed, and web search is off.' : `only ${indexed}: web search is off.`;
      return `the web by ${web.join(', ')}${indexed === '' ? '' : `, and ${indexed}`}.`;
    },
    /** `names`: the sources, with the web first if it is searched. */
    whereNamed: (web: string[], names: string[]) => {
      const collections = web.length === 0 ? names : names.slice(1);
      const shown =
        collections.length > NAMED
          ? [...collections.slice(0, NAMED - 1), `${n(collections.length - NAMED + 1)} more collections`]
          : collections;
      if (web.length === 0)
        return shown.length === 0 ? 'nothing: no page is indexed, and web search is off.' : `only ${shown.join(', ')}: web search is off.`;
      return `the web by ${web.join(', ')}${shown.length === 0 ? '' : `, and ${shown.join(', ')}`}.`;
    },
    turnOnSearch: 'Turn on web search',
    judged: 'Judged by',
    byRules: 'rules, and by your answers as you give them. No language model is connected.',
    byModel: (model: string) => `${model}, with every quote checked on the page.`,
    connectModel: 'Connect a model',
    costs: 'Costs',
    previewCosts: (estimate: string) => `A preview: ${estimate.charAt(0).toLowerCase()}${estimate.slice(1)}`,
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
    hereNote: 'They belong to nobody; anyone with their link can open them.',
    empty: 'None yet. Ask for something above, or try an example.',
    counts: (matching: number, rows: number) => (rows === 0 ? 'No results yet' : `${many(matching, 'match', 'matches')} of ${n(rows)}`),
    claimBanner: (count: number) =>
      count === 1
        ? 'One webset made in this browser belongs to nobody yet.'
        : `${n(count)} websets made in this browser belong to nobody yet.`,
    claim: 'Make them mine',
    claimOne: 'Make it mine',
    claimNote: (count: number) => (count === 1 ? 'Then only your account can open it.' : 'Then only your account can open them.'),
    claimed: (count: number) => (count === 1 ? 'It is yours now.' : `${n(count)} websets are yours now.`),
    gone: 'They were no longer there to claim.',
  },
};
