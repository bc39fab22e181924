import { useRef, useState } from 'react';
import { LINES_MAX, LIST_MAX } from '../../../domain/list/table.ts';
import { ask } from '../../api/client.ts';
import { AddEnrichmentDocument, type HeadFragment, ImportRowsDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { bodyOf, countLines, formatOf, headOf, type List, type Role, readList } from './list.ts';

const t = words.importing;
const PREVIEWED = 20;
const LABEL_MAX = 80;
const COLUMNS_MAX = 100;

/** What the columns of a list are, over its first lines; and what it takes to bring it. */
export function Mapping({
  head,
  store,
  list: first,
  onBack,
  onClose,
}: {
  head: HeadFragment;
  store: WebsetStore;
  list: List;
  onBack: () => void;
  onClose: () => void;
}) {
  const [list, setList] = useState(first);
  const { busy, error, onSubmit } = useChange(onClose);
  const made = useRef(new Map<string, string>());
  const { roles } = list;
  const body = bodyOf(list);
  const lines = countLines(list);
  const setRole = (column: number, role: Role) =>
    setList({ ...list, roles: roles.map((one, i) => (i === column ? role : one === role && role !== 'keep' ? 'skip' : one)) });
  const place = (role: Role) => roles.indexOf(role) + 1 || null;
  const knownAs = (column: number) => head.enrichments.find(({ label }) => label.toLowerCase() === labelOf(list, column).toLowerCase());
  const kept = roles.flatMap((role, i) => (role === 'keep' ? i : []));
  const fresh = kept.filter((column) => !knownAs(column)).length;
  const wrong =
    place('address') === null && place('name') === null
      ? t.noKey
      : lines > LINES_MAX
        ? t.tooMany(lines, LINES_MAX)
        : list.text.length > LIST_MAX
          ? t.tooLong
          : head.enrichments.length + fresh > COLUMNS_MAX
            ? t.tooManyColumns(COLUMNS_MAX)
            : lines === 0
              ? t.empty
              : null;

  const bring = async () => {
    const values = [];
    for (const column of kept) values.push({ column: column + 1, enrichmentId: await columnFor(column) });
    const input = {
      websetId: head.uuid,
      list: list.text,
      hasHead: list.hasHead,
      ...(!list.isParted && { separator: '' }),
      addresses: place('address'),
      names: place('name'),
      values,
    };
    store.setHead((await ask(ImportRowsDocument, { input })).importRows.webset);
  };
  /** The column of the webset that a column of the list goes into; a new one is made once, also where a try after it failed. */
  const columnFor = async (column: number): Promise<string> => {
    const label = labelOf(list, column);
    const known = knownAs(column)?.uuid ?? made.current.get(label);
    if (known !== undefined) return known;
    const input = { websetId: head.uuid, label, format: formatOf(list, column) };
    const { uuid } = (await ask(AddEnrichmentDocument, { input })).addEnrichment.enrichment;
    made.current.set(label, uuid);
    return uuid;
  };

  return (
    <form className="dialog-form" onSubmit={onSubmit(bring)}>
      <p className="soft">{t.preview(Math.min(PREVIEWED, body.length), body.length)}</p>
      <div className="import-preview" role="region" aria-label={t.mapping}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t.line}</span>
              </th>
              {roles.map((role, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a list have no name of their own
                <th key={i} scope="col">
                  <span dir="auto">{headOf(list, i) ?? t.column(i + 1)}</span>
                  <span className="select">
                    <select
                      aria-label={t.roleOf(headOf(list, i) ?? t.column(i + 1))}
                      value={role}
                      onChange={(event) => setRole(i, event.target.value as Role)}
                    >
                      <option value="address">{t.roles.address}</option>
                      <option value="name">{t.roles.name}</option>
                      <option value="keep">{knownAs(i) ? t.keepAs(labelOf(list, i)) : t.keepNew}</option>
                      <option value="skip">{t.roles.skip}</option>
                    </select>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, PREVIEWED).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines stay where they are
              <tr key={at}>
                <th scope="row">{at + (list.hasHead ? 2 : 1)}</th>
                {roles.map((role, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={i} className={role === 'skip' ? 'import-skipped' : undefined} dir="auto">
                    {row[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label>
        <input type="checkbox" checked={list.hasHead} onChange={() => setList({ ...list, hasHead: !list.hasHead })} /> {t.hasHead}
      </label>
      <label>
        <input type="checkbox" checked={!list.isParted} onChange={() => setList(readList(list.text, !list.isParted) ?? list)} /> {t.oneCell}
      </label>
      {place('name') !== null && <p className="soft">{t.byName}</p>}
      {(wrong ?? error) && (
        <p className="note note-bad" role="alert">
          {wrong ?? error}
        </p>
      )}
      {head.runAlive && <p className="note">{t.runAlive}</p>}
      <div className="dialog-actions">
        <Button onClick={onBack}>{t.back}</Button>
        <Button kind="main" type="submit" busy={busy} disabled={wrong !== null || head.runAlive}>
          {t.bring(lines)}
        </Button>
      </div>
    </form>
  );
}

/** What a column of the list is called in the webset: two of one name are told apart. */
function labelOf(list: List, column: number): string {
  const named = (i: number) => [...(headOf(list, i) ?? t.column(i + 1))].slice(0, LABEL_MAX - 4).join('');
  const before = list.roles.slice(0, column).filter((_, i) => named(i).toLowerCase() === named(column).toLowerCase()).length;
  return before === 0 ? named(column) : `${named(column)} ${before + 1}`;
}
