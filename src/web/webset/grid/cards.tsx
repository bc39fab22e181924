import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { REM } from '../../ui/width.ts';
import { isWeb, saidOf, shortUrl, valueAt, verdictAt } from '../view.ts';
import { type LinesProps, NEAR } from './lines-props.ts';
import { Mark, OverallChip, RowName } from './mark.tsx';

const CARD_HEIGHT = 7.375 * REM;

/** The rows on a phone, as a list; a row opens its proof, its checkbox selects it. */
export function Cards({ columns, lines, nothing, area, selection, onOpen, onEnd }: LinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => CARD_HEIGHT,
    overscan: 6,
    scrollMargin: margin,
    useFlushSync: false,
  });
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= lines.length - NEAR) onEnd?.();
  }, [last, lines.length, onEnd]);
  return (
    <div ref={area} className="cards-area" tabIndex={-1}>
      {nothing}
      <ul ref={list} className="result-cards" aria-label={words.grid.label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index] as LineFragment;
          return (
            <li key={line.uuid} data-row={line.uuid} style={{ transform: `translateY(${item.start - margin}px)` }}>
              <button type="button" className="result-card" onClick={() => onOpen({ row: line.uuid, column: 'overall' })}>
                <RowName line={line} />
                <span className="cell-url">{shortUrl(line.url)}</span>
                <span className="result-marks">
                  <OverallChip line={line} />
                  <Marks line={line} columns={columns} />
                </span>
                <span className="result-values">
                  {columns.flatMap(({ key, kind }) => (kind === 'enrichment' ? (shown(valueAt(line, key)?.value) ?? []) : [])).join(' · ')}
                </span>
              </button>
              <label className="card-check">
                <input type="checkbox" checked={selection.ids.has(line.uuid)} onChange={() => selection.toggle(line.uuid)} />
                <span className="unseen">{words.selection.row(line.title || shortUrl(line.url))}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const shown = (value: string | null | undefined) => (value && isWeb(value) ? shortUrl(value) : value);

/** Each criterion's verdict as an icon. */
const Marks = ({ line, columns }: Pick<LinesProps, 'columns'> & { line: LineFragment }) => (
  <span className="marks">
    {columns.map(({ key, kind, label }) => {
      if (kind !== 'criterion') return null;
      const cell = verdictAt(line, key);
      return <Mark key={key} label={label} {...saidOf(cell)} />;
    })}
  </span>
);
