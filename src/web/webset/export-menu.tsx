import { useState } from 'react';
import type { HeadFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { SavedView } from './arrangement/view-contents.ts';

const t = words.exportMenu;

/** The files that a webset can be taken as, with all of its results, the matches alone, or what a view shows. */
export function ExportMenu({ head: { uuid, counts, access }, view }: { head: HeadFragment; view: SavedView | null }) {
  const [onlyView, setOnlyView] = useState(true);
  const [onlyMatches, setOnlyMatches] = useState(false);
  const file = (label: string, path: string, hint?: string): MenuItem => ({
    label,
    icon: 'download',
    href: `${path}${onlyMatches ? '&verdict=match' : ''}${view && onlyView ? `&view=${view.uuid}` : ''}`,
    download: true,
    ...(hint && { hint }),
  });
  const shared = access !== 'own' && `/api/shares/${uuid}`;
  const text = `${shared || `/api/sessions/${uuid}`}/export?format=`;
  const table = `${shared || `/api/websets/${uuid}`}/download?format=`;
  return (
    <Menu
      className="button button-plain"
      items={[
        file(t.csv, `${text}csv`),
        file(t.csvExcel, `${text}csv&bom=1`, t.csvExcelNote),
        file(t.xlsx, `${table}xlsx`, t.xlsxNote),
        file(t.parquet, `${table}parquet`, t.parquetNote),
        file(t.json, `${text}json`),
        file(t.jsonProof, `${text}json&details=1`, t.jsonProofNote),
        null,
        { label: t.onlyMatches(counts.match), checked: onlyMatches, act: () => setOnlyMatches(!onlyMatches) },
        ...(view ? [{ label: words.views.export(view.name), checked: onlyView, act: () => setOnlyView(!onlyView) }] : []),
      ]}
    >
      <Icon name="download" />
      <span>{t.export}</span>
    </Menu>
  );
}
