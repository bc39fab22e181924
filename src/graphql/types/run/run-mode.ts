import type { RunMode, RunScope } from '../../../domain/run-state.ts';
import { builder } from '../../builder.ts';

export const RunModeType = builder.enumType('RunMode', {
  description: 'What a run does.',
  values: {
    SEARCH: { value: 'search', description: 'Searches the web, and judges what it finds.' },
    FILL: { value: 'fill', description: 'Judges and fills what rows lack, from the pages as they were read: nothing is searched.' },
    REJUDGE: {
      value: 'rejudge',
      description:
        'Judges and fills again, from the pages as they were read. A person’s verdict and value stay; what is replaced is kept in `earlier`.',
    },
    IMPORT: {
      value: 'import',
      description: 'Reads the things of a list that was brought (`importRows`), and judges them. Not for startRun.',
    },
  } satisfies Record<Uppercase<RunMode>, { value: RunMode; description: string }>,
});

/** Criteria and columns that a caller names, as a run knows them. */
export const columnIdsOf = ({
  criterionIds,
  enrichmentIds,
}: {
  criterionIds?: string[] | undefined;
  enrichmentIds?: string[] | undefined;
}): Pick<RunScope, 'columnIds'> =>
  criterionIds || enrichmentIds ? { columnIds: [...(criterionIds ?? []), ...(enrichmentIds ?? [])] } : {};
