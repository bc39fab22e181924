import { timeOf } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import type { RunEvent } from '../webset-state.ts';
import { feedLines } from './feed-lines.ts';

const SHOWN = 100;

/** The run's activity, newest first. */
export function Feed({ events, count }: { events: readonly RunEvent[]; count: number }) {
  const lines = feedLines(events);
  const shown = lines.slice(-SHOWN).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reached by keyboard
    <section className="feed" aria-label={words.run.activity} tabIndex={0}>
      {shown.length === 0 && <p className="soft">{count === 0 ? words.run.activityEmpty : words.loading}</p>}
      <ol>
        {shown.map(({ index, at, icon, text, result, trouble }) => (
          <li key={index} className={trouble ? 'feed-trouble' : undefined}>
            <time dateTime={at}>{timeOf(at)}</time>
            <Icon name={trouble ? 'alert' : icon} size={14} />
            <span className="feed-text">{text}</span>
            {result && <span className="feed-result">{result}</span>}
          </li>
        ))}
      </ol>
      {(lines.length > SHOWN || (events[0]?.index ?? 0) > 0) && <p className="soft">{words.run.activityEarlier}</p>}
    </section>
  );
}
