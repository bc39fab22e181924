import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

const KNOWN_MS = 700; // by then a page has set its title

/** The page of the address. After navigation the focus is at its beginning, its top is visible, and its title is announced. */
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
    if (!wentBack.current) window.scrollTo(0, 0); // for back and forward the browser restores the position
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
