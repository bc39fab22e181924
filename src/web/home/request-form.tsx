import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePerson } from '../api/account.ts';
import { useModel } from '../api/service-setup.ts';
import { asTrouble, type Trouble } from '../api/trouble.ts';
import type { Listed } from '../collections/list.ts';
import { namesOf } from '../collections/sources.tsx';
import type { Category } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { say } from '../ui/toast.tsx';
import { useCountdown } from '../ui/trouble.tsx';
import { BeforeRun } from './before-run.tsx';
import { begin, type Draft, EMPTY, isPlannedAtStart, subjectOf, wrongWith } from './draft.ts';
import { useModelPlan } from './model-plan.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlanFoot } from './plan-foot.tsx';
import { settledPlan, useSuggestions } from './suggest.ts';

const t = words.beforeRun;
const CATEGORIES = { '': words.homePage.anyCategory, ...words.categories } as Record<Category | '', string>;

/** The request field, and below it the plan for it. */
export function RequestForm({ draft, setDraft, listed }: { draft: Draft; setDraft: (draft: Draft) => void; listed: Listed }) {
  const [busy, setBusy] = useState<'preview' | 'start' | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [, go] = useLocation();
  const person = usePerson();
  const wait = useCountdown(trouble);
  const suggestions = useSuggestions(draft, setDraft);
  const byModel = useModelPlan(draft, setDraft);
  const model = useModel();
  const isEmpty = draft.request.trim() === '';
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    const preview = pressed?.getAttribute('value') === 'preview';
    if (busy || isEmpty || wait > 0) return;
    const isNowhere = draft.sources && listed.collections && namesOf(listed, draft.sources).length === 0;
    const found = isNowhere ? words.sources.none : wrongWith(draft.plan);
    setWrong(found);
    if (found) return;
    setBusy(preview ? 'preview' : 'start');
    setTrouble(null);
    try {
      const settled = { ...draft, plan: await settledPlan(draft) };
      const uuid = await begin(settled, {
        signedIn: Boolean(person),
        preview,
        hasModel: Boolean(model),
        onTrouble: (what) => say(words.homePage.partly(what), { kind: 'bad', lasts: 12_000 }),
      });
      setDraft(EMPTY);
      if (here.current) go(`/w/${uuid}`); // not for a person who has left the page meanwhile
    } catch (error) {
      setTrouble(asTrouble(error));
      setBusy(null);
    }
  };

  return (
    <form className="request" onSubmit={submit}>
      <div className="request-box">
        <label className="unseen" htmlFor="request">
          {words.homePage.label}
        </label>
        <textarea
          id="request"
          name="request"
          rows={2}
          required
          maxLength={4000}
          placeholder={words.homePage.placeholder}
          value={draft.request}
          onChange={(event) => setDraft({ ...draft, request: event.target.value, sources: draft.isExample ? undefined : draft.sources })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        <div className="request-foot">
          <Select
            label={words.homePage.category}
            hidden
            options={CATEGORIES}
            value={draft.category}
            onPick={(category) => setDraft({ ...draft, category })}
          />
          <span className="soft request-drop">{words.collections.dropToAsk}</span>
        </div>
      </div>
      {isEmpty && draft.sources && listed.collections && (
        <p className="request-sources">
          <span role="status" dir="auto">
            {words.sources.asked(namesOf(listed, draft.sources))}
          </span>{' '}
          <Button kind="quiet" onClick={() => setDraft({ ...draft, sources: undefined })}>
            {words.sources.again}
          </Button>
        </p>
      )}
      {suggestions.outdated && (
        <div className="note plan-outdated" role="status">
          <p>{t.outdated}</p>
          <Button onClick={() => suggestions.again?.()}>{t.again}</Button>
          <Button kind="quiet" onClick={suggestions.keep}>
            {t.keep}
          </Button>
        </div>
      )}
      {!isEmpty && (
        <PlanEditor
          plan={draft.plan}
          request={suggestions.isDue ? null : draft.request}
          onChange={(plan) => {
            byModel.stop();
            setDraft({ ...draft, plan: { ...plan, whole: null }, edited: true, plannedFor: subjectOf(draft) });
          }}
          suggestions={suggestions}
          foot={
            <PlanFoot
              model={model}
              byModel={byModel}
              again={suggestions.again}
              isPlannedAtStart={draft.plan.criteria.length > 0 && isPlannedAtStart(draft, Boolean(model))}
            />
          }
        />
      )}
      {!isEmpty && (
        <BeforeRun
          limits={draft.limits}
          listed={listed}
          sources={draft.sources}
          onSources={(sources) => setDraft({ ...draft, sources })}
          planned={draft.plan.target}
          cells={draft.plan.criteria.length + draft.plan.enrichments.length}
          onChange={(limits) => setDraft({ ...draft, limits })}
        />
      )}
      {(trouble || wrong) && (
        <p className="note note-bad" role="alert">
          {wrong ?? trouble?.message}
        </p>
      )}
      <div className="request-actions">
        <Button id="start" kind="main" type="submit" icon="search" busy={busy === 'start'} disabled={isEmpty || wait > 0}>
          {busy === 'start' ? words.homePage.starting : wait > 0 && wait <= 90 ? `${words.homePage.start} (${wait})` : words.homePage.start}
        </Button>
        {!isEmpty && (
          <Button type="submit" value="preview" busy={busy === 'preview'} disabled={wait > 0} title={t.previewNote}>
            {t.preview}
          </Button>
        )}
      </div>
    </form>
  );
}
