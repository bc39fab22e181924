import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

const KNOWN_MS = 700; // by then a page has said its title

/** What changes with the address. After a move the focus is at its beginning, its top is in sight, and its title is said. */
export function Arrive({ children }: { children: ReactNode }) {
  const [place] = useLocation();
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(place);
  const wentBack = useRef(false);
  const [title, setTitle] = useState('');
  useEffect(() => {
    const onPop = () => {
      wentBack.current = true;
    };
    window.addEventListener('popstate', onPop, true);
    return () => window.removeEventListener('popstate', onPop, true);
  }, []);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    area.current?.focus({ preventScroll: true });
    if (!wentBack.current) window.scrollTo(0, 0); // back and forward: the browser knows where one was
    wentBack.current = false;
    const timer = setTimeout(() => setTitle(document.title), KNOWN_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return (
    <>
      <p className="unseen" role="status">
        {title}
      </p>
      <div ref={area} className="arrive" tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
