import { useState } from 'react';
import type { HeadFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { SavedView } from './arrangement/view-contents.ts';

const t = words.exportMenu;

/** The export formats of a webset, for all results, the matches, or the current view. */
export function ExportMenu({ head: { uuid, counts, access }, view }: { head: HeadFragment; view: SavedView | null }) {
  const [onlyView, setOnlyView] = useState(true);
  const [onlyMatches, setOnlyMatches] = useState(false);
  const [proof, setProof] = useState(true);
  const file = (label: string, path: string, hint?: string): MenuItem => ({
    label,
    icon: 'download',
    href: `${path}${onlyMatches ? '&verdict=match' : ''}${view && onlyView ? `&view=${view.uuid}` : ''}`,
    download: true,
    ...(hint && { hint }),
  });
  const shared = access !== 'own' && `/api/shares/${uuid}`;
  const table = (format: string) => `${shared || `/api/websets/${uuid}`}/download?format=${format}${proof ? '' : '&proof=0'}`;
  const json = `${shared || `/api/sessions/${uuid}`}/export?format=json${proof ? '&details=1' : ''}`;
  return (
    <Menu
      className="button button-plain"
      items={[
        file(t.csv, table('csv')),
        file(t.csvExcel, `${table('csv')}&bom=1`, t.csvExcelNote),
        file(t.xlsx, table('xlsx'), t.xlsxNote),
        file(t.parquet, table('parquet'), t.parquetNote),
        file(t.json, json, t.jsonNote),
        null,
        { label: t.proof, hint: t.proofNote, checked: proof, act: () => setProof(!proof) },
        { label: t.onlyMatches(counts.match), checked: onlyMatches, act: () => setOnlyMatches(!onlyMatches) },
        ...(view ? [{ label: words.views.export(view.name), checked: onlyView, act: () => setOnlyView(!onlyView) }] : []),
      ]}
    >
      <Icon name="download" />
      <span>{t.export}</span>
    </Menu>
  );
}
