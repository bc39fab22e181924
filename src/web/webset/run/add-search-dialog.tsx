import { useState } from 'react';
import type { AddSearchInput } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

const t = words.addSearch;

/** Adds a search to the current run: words, a site, or both. */
export function AddSearchDialog({ onAdd, onClose }: { onAdd: (added: Omit<AddSearchInput, 'websetId'>) => void; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [site, setSite] = useState('');
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onAdd({ ...(query.trim() && { query: query.trim() }), ...(site.trim() && { site: site.trim() }) });
        }}
      >
        <p className="soft">{t.note}</p>
        <Field label={t.query} hint={t.queryHint} maxLength={150} value={query} onChange={(event) => setQuery(event.target.value)} />
        <Field label={t.site} hint={t.siteHint} inputMode="url" value={site} onChange={(event) => setSite(event.target.value)} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="main" type="submit" disabled={query.trim() === '' && site.trim() === ''}>
            {t.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
