import { csvHeader, csvRow } from '../../../domain/export.ts';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import { valueAt, verdictAt } from '../view.ts';

/** The rows in the format of the CSV export. */
export function csvOf({ criteria, enrichments }: Pick<HeadFragment, 'criteria' | 'enrichments'>, rows: readonly LineFragment[]): string {
  const records = rows.map((line) =>
    csvRow({
      url: line.url,
      title: line.title,
      matchVerdict: line.matchVerdict,
      values: enrichments.map(({ uuid }) => valueAt(line, uuid)?.value ?? null),
      verdicts: criteria.map(({ uuid }) => {
        const verdict = verdictAt(line, uuid)?.effective;
        return verdict ? { verdict } : null;
      }),
    }),
  );
  return csvHeader(enrichments, criteria) + records.join('');
}
