import { useState } from 'react';
import samples from '../../../samples/requests.json';
import { useService } from '../api/service-setup.ts';
import { useFileDrop } from '../collections/file-drop.ts';
import { type Listed, useCollections } from '../collections/list.ts';
import { listAmong, type Picked } from '../collections/picked.ts';
import { usualSources } from '../collections/sources.tsx';
import { words } from '../texts/texts.ts';
import { overPart } from '../ui/part.tsx';
import { useTitle } from '../ui/title.ts';
import { Examples } from './examples.tsx';
import './home.css';
import { type Draft, draftKept, type Plan, subjectOf } from './draft.ts';
import { Lists } from './lists.tsx';
import { RequestForm } from './request-form.tsx';

const DroppedList = overPart(async () => (await import('./dropped-list.tsx')).DroppedList);
const Dropped = overPart(async () => (await import('../collections/dropped.tsx')).Dropped);

/** The start page: a new request, and the websets. */
export function HomePage() {
  const draft = draftKept.use();
  const setDraft = draftKept.set;
  const service = useService();
  const listed = useCollections();
  const [dropped, setDropped] = useState<Picked[] | null>(null);
  const [asPages, setAsPages] = useState(false);
  const { over, target } = useFileDrop((picked) => {
    setAsPages(false);
    setDropped(picked);
  });
  const list = dropped && !asPages ? listAmong(dropped) : null;
  useTitle('');
  const take = ({ query, criteria, enrichments }: (typeof samples)[number]) => {
    const plan: Plan = {
      target: null,
      criteria: criteria.map((one) => ({ ...one, key: crypto.randomUUID() })),
      enrichments: enrichments.map((one) => ({
        ...one,
        format: one.format as Plan['enrichments'][number]['format'],
        key: crypto.randomUUID(),
      })),
    };
    const subject = { request: query, category: '' } as const;
    setDraft({ ...subject, plan, limits: {}, sources: samplesOf(listed), edited: false, isExample: true, plannedFor: subjectOf(subject) });
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#start')?.focus());
  };
  return (
    <main id="main" className={over ? 'page home home-over' : 'page home'} {...target}>
      <div className="home-head">
        <h1>{words.homePage.title}</h1>
        <p className="soft">{words.homePage.lead}</p>
      </div>
      {list && <DroppedList picked={list} onPages={() => setAsPages(true)} onClose={() => setDropped(null)} />}
      {dropped && !list && <Dropped picked={dropped} onClose={() => setDropped(null)} />}
      <RequestForm draft={draft} setDraft={setDraft} listed={listed} />
      {draft.request === '' && service?.samples !== false && <Examples samples={samples} onPick={take} />}
      <Lists />
    </main>
  );
}

/** An example searches only the sample web, even where a request would search something else. */
function samplesOf(listed: Listed): Draft['sources'] {
  const samples = listed.collections?.find(({ kind }) => kind === 'samples');
  return samples && !usualSources(listed).collectionIds.includes(samples.id)
    ? { collectionIds: [samples.id], searchWeb: false }
    : undefined;
}
