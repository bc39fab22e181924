import { cut, lasting, many, money, n, type Tokens } from './format.ts';

export const fillTexts = {
  fill: {
    menu: 'Fill or judge again…',
    again: 'Judge again…',
    rowAgain: 'Judge this result again…',
    fillOne: (label: string) => `Fill “${cut(label)}”`,
    judgeOne: (label: string) => `Judge by “${cut(label)}”`,
    againOne: (label: string) => `Judge “${cut(label)}” again`,
    fillAgainOne: (label: string) => `Fill “${cut(label)}” again`,
    fillAll: 'Fill what is missing',
    againAll: 'Judge again',
    forRow: (title: string) => `Only for “${cut(title)}”.`,
    note: 'The pages are judged as they were read. Nothing is searched.',
    kept: 'What it says now is kept below the new answer. What a person said stays.',
    column: 'Criterion or column',
    everything: 'All of them',
    what: 'What to do',
    missing: 'Fill only what is missing',
    anew: 'Judge everything again',
    rows: 'For which results',
    allRows: (count: number) => `All ${n(count)}`,
    shownRows: (count: number) => `Only the ${n(count)} shown`,
    firstRows: (count: number) => `Only the first ${n(count)} shown`,
    counting: 'Counting what there is to do',
    estimate: ({
      rows,
      seconds,
      model,
      dollars,
      inputTokens,
      outputTokens,
    }: Tokens & { rows: number | null; seconds: number | null; model: string; dollars: number | null }) => {
      const what = `${many(rows ?? 0, 'result')}${seconds === null ? '' : `, about ${lasting(Math.max(1, Math.round(seconds)))}`}`;
      if (model === 'rules') return `${what}. The rules judge, at no cost.`;
      return dollars === null
        ? `${what}, up to about ${many(Math.round(inputTokens + outputTokens), 'token')} of ${model}, whose price is not known.`
        : `${what}, up to about ${money(dollars)} for ${model}.`;
    },
    unknown: 'The amount of work could not be estimated.',
    nothing: 'Nothing is missing.',
    noRows: 'There is no result to judge.',
    runAlive: 'A run is at work. Wait for its end, or stop it.',
    start: 'Fill',
    startAgain: 'Judge again',
    later: 'Not now',
  },

  earlier: {
    verdict: (verdict: string, when: string, judge: string) => `Before: ${verdict.toLowerCase()}, on ${when}, by ${judge}.`,
    value: (value: string | null, when: string, judge: string) =>
      `Before: ${value === null ? 'no value' : `“${value}”`}, on ${when}, by ${judge}.`,
    failed: 'not judged',
    more: (count: number) => `${n(count)} before that`,
  },
};
