import { type ComponentType, useEffect, useState } from 'react';
import { words } from '../texts/texts.ts';
import { Button, Notice } from './button.tsx';
import { say } from './toast.tsx';

/** Why a part could not be loaded: the service is unreachable, or has another version of the app. */
type Loss = 'offline' | 'newer';

interface Lost {
  loss: Loss;
  again: () => void;
}

interface Stand<P> {
  /** Shown until it is loaded. */
  Waiting: ComponentType<P>;
  /** Shown when it could not be loaded. */
  Failed: ComponentType<P & Lost>;
}

const whyLost = (): Promise<Loss> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => (ok ? 'newer' : 'offline'),
    () => 'offline',
  );

/** A part of the app that is loaded when it is first shown, or earlier by `preload`. If that fails, the rest of the page still works. */
export function part<P extends object>(load: () => Promise<ComponentType<P>>, { Waiting, Failed }: Stand<P>) {
  let found: ComponentType<P> | null = null;
  const fetchOnce = async () => {
    found ??= await load();
    return found;
  };
  /** If the service answers after a failure, the failure may have been momentary. */
  const fetchTwice = async (): Promise<ComponentType<P> | Loss> => {
    try {
      return await fetchOnce();
    } catch {
      const loss = await whyLost();
      return loss === 'offline' ? loss : fetchOnce().catch(() => loss);
    }
  };
  function Part(props: P) {
    const [Found, setFound] = useState(() => found);
    const [loss, setLoss] = useState<Loss | null>(null);
    const [tries, setTries] = useState(0);
    // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
    useEffect(() => {
      if (Found) return;
      let stale = false;
      fetchTwice().then((end) => {
        if (!stale) typeof end === 'string' ? setLoss(end) : setFound(() => end);
      });
      return () => {
        stale = true;
      };
    }, [Found, tries]);
    if (Found) return <Found {...props} />;
    const again = () => {
      setLoss(null);
      setTries(tries + 1);
    };
    return loss ? <Failed {...props} loss={loss} again={again} /> : <Waiting {...props} />;
  }
  return Object.assign(Part, { preload: () => void fetchOnce().catch(() => {}) });
}

/** A page that could not be loaded. */
function PageFailed({ loss, again }: Lost) {
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  const { title, text } = words.states[loss];
  return (
    <main id="main" className="page">
      <Notice
        icon={loss === 'offline' ? 'activity' : 'alert'}
        level={1}
        title={title}
        actions={
          loss === 'offline' ? (
            <Button onClick={again}>{words.retry}</Button>
          ) : (
            <Button onClick={() => location.reload()}>{words.states.reload}</Button>
          )
        }
      >
        {text}
      </Notice>
    </main>
  );
}

const PageWaiting = () => (
  <main id="main" className="page" aria-busy="true">
    <span className="unseen">{words.loading}</span>
    <div className="skeleton page-skeleton" />
    <div className="skeleton page-skeleton" />
    <div className="skeleton page-skeleton" />
  </main>
);

/** A page of the app, loaded on first navigation. */
export const pagePart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  part<P>(load, { Waiting: PageWaiting, Failed: PageFailed });

interface Closable {
  onClose: () => void;
}

/** Reports that it could not be loaded, and closes it. */
function Unopened({ loss, onClose }: Lost & Closable) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once
  useEffect(() => {
    if (loss === 'offline') say(words.trouble.offline(), { kind: 'bad' });
    else say(words.states.newer.title, { kind: 'bad', action: { label: words.states.reload, act: () => location.reload() } });
    onClose();
  }, []);
  return null;
}

const Nothing = () => null;

/** A dialog or panel over a page, loaded when it is first opened. */
export const overPart = <P extends Closable>(load: () => Promise<ComponentType<P>>, Waiting: ComponentType<P> = Nothing) =>
  part<P>(load, { Waiting, Failed: Unopened });
