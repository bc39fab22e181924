import { words } from '../texts/texts.ts';

/** Placeholder of a list while it loads. */
export const Waiting = () => (
  <div aria-busy="true">
    <span className="unseen">{words.loading}</span>
    <div className="skeleton listed-skeleton" />
    <div className="skeleton listed-skeleton" />
  </div>
);
