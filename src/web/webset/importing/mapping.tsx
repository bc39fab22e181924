import { useState } from 'react';
import { COLUMNS_MAX, LINES_MAX } from '../../../domain/list/table.ts';
import { ask } from '../../api/client.ts';
import { type HeadFragment, ImportRowsDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { WebsetStore } from '../store.ts';
import { useChange } from '../use-change.ts';
import { bodyOf, countLines, formatOf, headOf, type List, type Role, readList } from './list.ts';

const t = words.importing;
const PREVIEWED = 20;
const LABEL_MAX = 80;
/** Columns of a webset. */
const ENRICHMENTS_MAX = 100;

/** Assigns the columns of a list, above its first lines, and checks that it can be imported. */
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
  const { roles } = list;
  const body = bodyOf(list);
  const lines = countLines(list);
  const setRole = (column: number, role: Role) =>
    setList({ ...list, roles: roles.map((one, i) => (i === column ? role : one === role && role !== 'keep' ? 'skip' : one)) });
  const place = (role: Role) => roles.indexOf(role) + 1 || null;
  const knownAs = (column: number) => head.enrichments.find(({ label }) => label.toLowerCase() === labelOf(list, column).toLowerCase());
  const kept = roles.flatMap((role, i) => (role === 'keep' ? i : []));
  const fresh = kept.filter((column) => !knownAs(column)).length;
  const wrong = wrongWith();
  function wrongWith(): string | null {
    if (place('address') === null && place('name') === null) return t.noKey;
    if (lines === 0) return t.empty;
    if (lines > LINES_MAX) return t.tooMany(lines, LINES_MAX);
    if (kept.length > COLUMNS_MAX) return t.tooManyKept(COLUMNS_MAX);
    return head.enrichments.length + fresh > ENRICHMENTS_MAX ? t.tooManyColumns(ENRICHMENTS_MAX) : null;
  }

  const bring = async () => {
    const values = kept.map((column) => {
      const known = knownAs(column);
      return {
        column: column + 1,
        ...(known ? { enrichmentId: known.uuid } : { label: labelOf(list, column), format: formatOf(list, column) }),
      };
    });
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
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a list have no unique name
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
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their place
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

/** The label of a list's column in the webset; repeated names get a number. */
function labelOf(list: List, column: number): string {
  const named = (i: number) => [...(headOf(list, i) ?? t.column(i + 1))].slice(0, LABEL_MAX - 4).join('');
  const before = list.roles.slice(0, column).filter((_, i) => named(i).toLowerCase() === named(column).toLowerCase()).length;
  return before === 0 ? named(column) : `${named(column)} ${before + 1}`;
}
