import { EVERY_PAGE } from '../../../domain/page/every-page.ts';
import type { Verdict } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import type { IconName } from '../../ui/icon.tsx';
import { shortUrl } from '../view.ts';
import type { RunEvent } from '../webset-state.ts';

export interface FeedLine {
  index: number;
  at: string;
  icon: IconName;
  text: string;
  /** The result of the call. */
  result: string | null;
  trouble: boolean;
}

const t = words.feed;

/** An event's data, whose shape is not guaranteed. */
interface Data {
  call?: string;
  tool?: string;
  input?: Record<string, unknown>;
  output?: Record<string, unknown>;
  error?: string;
  text?: string;
  step?: string;
  round?: number;
  reason?: string;
  detail?: string | null;
}

const TOOL_ICONS: Record<string, IconName> = { search: 'search', fetch: 'download', read: 'text', judge: 'check' };

/** Events as lines for people, oldest first: a tool's call and result are one line. Unknown events are left out. */
export function feedLines(events: readonly RunEvent[]): FeedLine[] {
  const lines: FeedLine[] = [];
  const calls = new Map<string, FeedLine>();
  const add = (event: RunEvent, icon: IconName, text: string, result: string | null = null, trouble = false) => {
    const line = { index: event.index, at: event.at, icon, text, result, trouble };
    lines.push(line);
    return line;
  };
  for (const event of events) {
    const data = (event.data ?? {}) as Data;
    switch (event.type) {
      case 'run.started':
      case 'run.resumed':
        add(event, 'play', t[event.type]);
        break;
      case 'run.completed':
      case 'run.failed':
      case 'run.cancelled':
        add(event, event.type === 'run.failed' ? 'alert' : 'stop', t[event.type], reasonOf(data), event.type === 'run.failed');
        break;
      case 'narration':
        add(event, 'text', String(data.text ?? ''));
        break;
      case 'step.started':
        add(
          event,
          'right',
          data.step === 'search' && data.round !== undefined ? t.round(data.round + 1) : (t.steps[data.step ?? ''] ?? String(data.step)),
        );
        break;
      case 'tool.called':
        calls.set(data.call ?? '', add(event, TOOL_ICONS[data.tool ?? ''] ?? 'right', calling(data)));
        break;
      case 'tool.result': {
        const line = calls.get(data.call ?? '');
        if (!line) break;
        line.trouble = data.error !== undefined;
        line.result = data.error ?? cameOf(data);
        break;
      }
    }
  }
  return lines;
}

const reasonOf = ({ reason, detail }: Data) => detail ?? (words.run.reasons as Record<string, string>)[reason ?? ''] ?? null;

function calling({ tool, input = {} }: Data): string {
  const where = shortUrl(String(input.url ?? ''));
  if (tool === 'search') return input.query === EVERY_PAGE ? t.listing : t.searching(String(input.query ?? ''));
  if (tool === 'fetch') return t.fetching(where);
  return tool === 'judge' ? t.judging(where) : t.reading(where);
}

function cameOf({ tool, output = {} }: Data): string | null {
  if (tool === 'search') return t.hits(Number(output.hits ?? 0), Number(output.new ?? 0));
  if (tool === 'fetch' || tool === 'read') return t.read(String(output.title ?? ''));
  return t.judged((words.verdicts[String(output.verdict) as Verdict] ?? '–').toLowerCase());
}
