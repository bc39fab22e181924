import { ago, at as momentOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';

/** People's earlier answers, newest first, each with its time. */
export const History = ({ entries }: { entries: readonly { said: string; at: string }[] }) => (
  <details className="review-history">
    <summary>{words.review.history(entries.length)}</summary>
    <ol>
      {entries.map(({ said, at }) => (
        <li key={at}>
          {said}{' '}
          <time className="soft" dateTime={at} title={momentOf(at)}>
            {ago(at)}
          </time>
        </li>
      ))}
    </ol>
  </details>
);
