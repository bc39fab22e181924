import { useState } from 'react';
import samples from '../../../samples/requests.json';
import { useService } from '../api/service.ts';
import { words } from '../texts.ts';
import { useTitle } from '../ui/title.ts';
import { Examples } from './examples.tsx';
import './home.css';
import { type Draft, EMPTY, type Plan } from './draft.ts';
import { Lists } from './lists.tsx';
import { RequestForm } from './request-form.tsx';

/** The start: ask for something, or open what was asked before. */
export function HomePage() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const service = useService();
  useTitle('');
  const take = ({ query, criteria, enrichments }: (typeof samples)[number]) => {
    const plan: Plan = {
      criteria: criteria.map((one) => ({ ...one, key: crypto.randomUUID() })),
      enrichments: enrichments.map((one) => ({
        ...one,
        format: one.format as Plan['enrichments'][number]['format'],
        key: crypto.randomUUID(),
      })),
    };
    setDraft({ request: query, category: '', plan, edited: true });
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#start')?.focus());
  };
  return (
    <main id="main" className="page home">
      <div className="home-head">
        <h1>{words.homePage.title}</h1>
        <p className="soft">{words.homePage.lead}</p>
      </div>
      <RequestForm draft={draft} setDraft={setDraft} />
      {draft.request === '' && service?.samples !== false && <Examples samples={samples} onPick={take} />}
      <Lists />
    </main>
  );
}
