import { removeLater } from '../../api/pending.ts';
import { RemoveCriterionDocument, RemoveEnrichmentDocument } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import type { WebsetStore } from '../store.ts';

/** Removes a criterion with its verdicts, or a column with its values, unless it is undone. `of`: the webset. */
export function removeColumn(
  store: WebsetStore,
  { of, what, id, label }: { of: string; what: 'criterion' | 'enrichment'; id: string; label: string },
): void {
  const said = words.columnDialog.removed(label);
  const onDone = store.reload;
  if (what === 'criterion')
    removeLater(id, said, { of, mutation: RemoveCriterionDocument, variables: { input: { criterionId: id } }, onDone });
  else removeLater(id, said, { of, mutation: RemoveEnrichmentDocument, variables: { input: { enrichmentId: id } }, onDone });
}
