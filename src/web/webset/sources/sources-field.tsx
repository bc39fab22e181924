import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import { isOfBrowser, rememberedCollections } from '../../collections/list.ts';
import {
  CollectionsToChooseDocument,
  CollectionToChooseDocument,
  type HeadFragment,
  SetWebsetSourcesDocument,
  type ToChooseFragment,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';

const t = words.sources;

interface Choice {
  key: string;
  label: string;
  /** Null: a collection that the webset names and the reader does not have. */
  id: string | null;
}

interface Chosen {
  web: boolean;
  keys: ReadonlySet<string>;
}

/** The sources to choose from: those that the webset names, and those that the reader may add. */
export function useSourcesChoice(head: HeadFragment) {
  const { uuid, access, owned, collections: named, searchWeb } = head;
  const [known, setKnown] = useState<{ collections: ToChooseFragment[]; hasWeb: boolean } | null>(null);
  const [changed, setChanged] = useState<Chosen | null>(null);
  useEffect(() => {
    let stale = false;
    fetchKnown(uuid, access === 'own', owned).then(
      (found) => stale || setKnown(found),
      (error: unknown) => stale || say(asTrouble(error).message, { kind: 'bad' }),
    );
    return () => {
      stale = true;
    };
  }, [uuid, access, owned]);
  const hasWeb = known?.hasWeb ?? true;
  const choices = choicesOf(head, known?.collections ?? []);
  const before: Chosen = { web: searchWeb && hasWeb, keys: new Set(named ? named.map(({ key }) => key) : usualOf(known)) };
  const chosen = changed ?? before;
  const isSame =
    chosen.web === before.web && chosen.keys.size === before.keys.size && [...chosen.keys].every((key) => before.keys.has(key));
  const isOnlyWeb = named === null && [...chosen.keys].every((key) => before.keys.has(key)) && chosen.keys.size === before.keys.size;
  const send = async (usual: boolean) => {
    const asked = choices.filter(({ key }) => chosen.keys.has(key));
    const isNamed = (key: string) => named?.some((one) => one.key === key) ?? false;
    const input = usual
      ? { usual }
      : {
          ...(hasWeb && { searchWeb: chosen.web }),
          ...(!isOnlyWeb && {
            keep: asked.flatMap(({ key }) => (isNamed(key) ? [key] : [])),
            collectionIds: asked.flatMap(({ id, key }) => (id === null || isNamed(key) ? [] : [id])),
          }),
        };
    return (await ask(SetWebsetSourcesDocument, { input: { websetId: uuid, ...input } })).setWebsetSources.webset;
  };
  return {
    choices,
    chosen,
    hasWeb,
    isReady: known !== null,
    isSame,
    isEmpty: !chosen.web && chosen.keys.size === 0,
    /** Whether it may return to the default sources. */
    mayBeUsual: named !== null && access === 'own',
    set: setChanged,
    send,
  };
}

type SourcesChoice = ReturnType<typeof useSourcesChoice>;

/** The web and the collections, each with a checkbox. */
export function SourcesField({ choice: { choices, chosen, hasWeb, isReady, isSame, isEmpty, set } }: { choice: SourcesChoice }) {
  const pick = (key: string, on: boolean) => {
    const keys = new Set(chosen.keys);
    if (on) keys.add(key);
    else keys.delete(key);
    set({ ...chosen, keys });
  };
  return (
    <fieldset className="choices" disabled={!isReady}>
      <legend>{t.legend}</legend>
      <label>
        <input type="checkbox" checked={chosen.web} disabled={!hasWeb} onChange={({ target }) => set({ ...chosen, web: target.checked })} />
        <span>{hasWeb ? t.web : t.webOff}</span>
      </label>
      {choices.map(({ key, label }) => (
        <label key={key}>
          <input type="checkbox" checked={chosen.keys.has(key)} onChange={({ target }) => pick(key, target.checked)} />
          <span dir="auto">{label}</span>
        </label>
      ))}
      {isEmpty && !isSame && <p className="soft">{t.none}</p>}
      {isReady && !hasWeb && choices.length === 0 && (
        <p className="note">
          {t.nothing} <Link href="/collections">{t.addPages}</Link> · <Link href="/settings#search">{words.beforeRun.turnOnSearch}</Link>
        </p>
      )}
    </fieldset>
  );
}

/** Through a share only the webset's named sources are known; a webset without an owner cannot search an account's collections. */
async function fetchKnown(websetId: string, isOwn: boolean, owned: boolean) {
  if (!isOwn) return { collections: [], hasWeb: true };
  const { collections, service } = await ask(CollectionsToChooseDocument, { id: websetId });
  const here = await Promise.all(
    rememberedCollections().map((id) =>
      ask(CollectionToChooseDocument, { collectionId: id, id: websetId }).then(
        ({ collection }) => [collection],
        () => [],
      ),
    ),
  );
  const listed = collections.filter(({ kind, id }) => owned || kind !== 'uploaded' || isOfBrowser(id));
  return {
    collections: [...here.flat(), ...listed],
    hasWeb: service.searchProviders.some(({ name, enabled }) => enabled && name !== 'index'),
  };
}

function choicesOf({ collections: named }: HeadFragment, known: readonly ToChooseFragment[]): Choice[] {
  const title = ({ kind, name }: Pick<ToChooseFragment, 'kind' | 'name'>) => (kind === 'samples' ? words.collections.samples : name);
  const mine = known.map((one) => ({ key: one.keyIn, id: one.id, label: t.label(title(one), one.pages, one.files.waiting) }));
  const others = (named ?? []).filter(({ key }) => !mine.some((one) => one.key === key));
  return [...others.map((one) => ({ key: one.key, id: null, label: title(one) })), ...mine];
}

/** The default sources: all collections with pages; the samples where there are no others. */
function usualOf(known: { collections: ToChooseFragment[]; hasWeb: boolean } | null): string[] {
  const held = (known?.collections ?? []).filter(({ pages, files, id }) => pages + files.waiting > 0 && !isOfBrowser(id));
  const own = held.filter(({ kind }) => kind !== 'samples');
  return (own.length > 0 || known?.hasWeb ? own : held).map(({ keyIn }) => keyIn);
}
