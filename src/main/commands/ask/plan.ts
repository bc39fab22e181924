import type { Config } from '../../../config.ts';
import type { Call } from '../../../services/call.ts';
import { countIndexedPages } from '../../../services/collections/collections.ts';
import { columnsOf } from '../../../services/columns.ts';
import { getWebset } from '../../../services/websets.ts';
import { providerNames } from '../../search-providers.ts';
import { bold, counted, printable } from './ask-texts.ts';

/** What a planned run will do: its sources, judge, limits, criteria and columns; one line each. */
export async function planLines(call: Call, config: Config, id: string): Promise<string[]> {
  const [{ run }, { criteria, enrichments }, searched] = await Promise.all([
    getWebset(call, id),
    columnsOf(call, { id }),
    searchedWords(call, config),
  ]);
  const list = (things: { label: string }[]) => things.map(({ label }) => printable(label)).join(' · ') || 'none';
  const line = (name: string, text: string) => `${bold(name.padEnd(10))} ${text}`;
  return [
    line('Searches', searched),
    line('Judged by', call.model ? call.model.name : 'the rules'),
    line(
      'Target',
      run
        ? `${counted(run.target, 'row')} that match${run.target === 1 ? 'es' : ''}; at most ${counted(run.maxPages, 'page')}, ${run.maxMinutes} minutes`
        : '',
    ),
    line('Criteria', list(criteria)),
    line('Columns', list(enrichments)),
    '',
  ];
}

async function searchedWords(call: Call, config: Config): Promise<string> {
  const [index, ...others] = [...providerNames(config)].sort((a) => (a === 'index' ? -1 : 1));
  const { all, samples } = index === 'index' ? await countIndexedPages(call) : { all: 0, samples: 0 };
  const isSample = samples > 0 && all === samples;
  if (others.length > 0 && all === samples) return others.join(', '); // the samples are searched only if there is nothing else
  const here = index === 'index' ? `${counted(isSample ? samples : all - samples, isSample ? 'sample page' : 'indexed page')}` : index;
  if (others.length > 0) return [here, ...others].join(', ');
  return index === 'index' ? `only the ${here}: the web is off, SEARXNG_URL or a search key turns it on (docs/search.md)` : String(here);
}
