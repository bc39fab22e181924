import { usePerson } from '../api/account.ts';
import type { CollectedFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { useTitle } from '../ui/title.ts';
import { AddPages } from './add-pages.tsx';
import { CollectionRow } from './collection-row.tsx';
import './collections.css';
import { Waiting } from '../ui/waiting.tsx';
import { refreshCollections, useCollections } from './list.ts';
import { SendingNote } from './sending-note.tsx';
import { SignIn } from './sign-in.tsx';

const t = words.collections;

/** The page of one's own pages and collections. */
export function CollectionsPage() {
  useTitle(t.title);
  const person = usePerson();
  const { collections, uploads, trouble } = useCollections();
  const signedIn = Boolean(person);
  const own = collections?.filter(({ kind }) => kind === 'uploaded');
  const others = collections?.filter(({ kind }) => kind !== 'uploaded') ?? [];
  return (
    <main id="main" className="page collections">
      <div className="home-head">
        <h1>{t.title}</h1>
        <p className="soft">{t.lead}</p>
      </div>
      <SendingNote />
      {uploads?.enabled === false ? <SignIn next="/collections" /> : <AddPages signedIn={signedIn} />}
      {trouble && (
        <div className="note note-bad lists-trouble" role="alert">
          <p>{trouble.message}</p>
          <Button onClick={() => void refreshCollections()}>{words.retry}</Button>
        </div>
      )}
      {collections === null && !trouble && <Waiting />}
      {own && uploads?.enabled && (
        <section aria-labelledby="collections">
          <h2 id="collections">{t.list}</h2>
          <p className="soft">{signedIn ? t.own : t.nobodys}</p>
          {own.length === 0 ? <p className="soft">{t.empty}</p> : <Rows collections={own} signedIn={signedIn} />}
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="operators">
          <h2 id="operators">{t.operators}</h2>
          <p className="soft">{t.operatorsNote}</p>
          <Rows collections={others} signedIn={signedIn} />
        </section>
      )}
    </main>
  );
}

const Rows = ({ collections, signedIn }: { collections: CollectedFragment[]; signedIn: boolean }) => (
  <ul className="collection-list">
    {collections.map((collection) => (
      <CollectionRow key={collection.id} collection={collection} signedIn={signedIn} />
    ))}
  </ul>
);
