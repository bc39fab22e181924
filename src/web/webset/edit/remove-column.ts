import { removeLater } from '../../api/pending.ts';
import { RemoveCriterionDocument, RemoveEnrichmentDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import type { WebsetStore } from '../store.ts';

/** Removes a criterion with all its verdicts, or a column with its values, unless that is undone. */
export function removeColumn(
  store: WebsetStore,
  { what, id, label }: { what: 'criterion' | 'enrichment'; id: string; label: string },
): void {
  const said = words.columnDialog.removed(label);
  const onDone = store.reload;
  if (what === 'criterion') removeLater(id, said, { mutation: RemoveCriterionDocument, variables: { input: { criterionId: id } }, onDone });
  else removeLater(id, said, { mutation: RemoveEnrichmentDocument, variables: { input: { enrichmentId: id } }, onDone });
}
