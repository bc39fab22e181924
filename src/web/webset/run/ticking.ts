import { useEffect, useState } from 'react';

const SECOND = 1000;

/** The current time (ms), updated each second while `on`. */
export function useTicking(on: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [on]);
  return now;
}
