import { words } from '../texts/texts.ts';

/** Where a list will stand, while it is loaded. */
export const Waiting = () => (
  <div aria-busy="true">
    <span className="unseen">{words.loading}</span>
    <div className="skeleton listed-skeleton" />
    <div className="skeleton listed-skeleton" />
  </div>
);
