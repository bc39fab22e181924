import { words } from '../texts/texts.ts';

/** Placeholder of a webset until it is loaded. */
export const Skeleton = () => (
  <main id="main" className="webset" aria-busy="true">
    <h1 className="unseen">{words.loading}</h1>
    <div className="webset-head">
      <div className="skeleton" style={{ width: 'min(26rem, 70%)', height: '1.8rem' }} />
    </div>
    <div className="run-bar">
      <div className="skeleton" style={{ width: 'min(40rem, 100%)', height: '1.4rem' }} />
    </div>
    <div className="webset-body">
      <div className="grid-skeleton">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="skeleton" />
        ))}
      </div>
    </div>
  </main>
);
