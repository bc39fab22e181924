import { z } from 'zod';
import { criterionInput } from '../../domain/criterion.ts';
import type { AddCriterionMutation, AddCriterionMutationVariables } from '../generated/types.ts';
import { inSession, operation, sessionRef } from '../operation.ts';
import { CRITERION_FIELDS, stored } from '../stored.ts';
import { criterion } from '../things.ts';

/** Adds a criterion to a webset. */
export const addCriterion = operation({
  summary: 'Add a criterion',
  description: 'Results are judged by it from the next run on. CONFLICT when the session has a criterion of that label, or 100 criteria.',
  faults: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  input: sessionRef.extend(criterionInput.shape),
  output: z.object({ criterion }),
  document: stored<AddCriterionMutation, AddCriterionMutationVariables>(/* GraphQL */ `
    mutation AddCriterion($input: AddCriterionInput!) {
      addCriterion(input: $input) {
        criterion {
          ...CriterionFields
        }
      }
    }
    ${CRITERION_FIELDS}
  `),
  variables: inSession,
  shape: ({ addCriterion: added }) => ({ criterion: added.criterion }),
});
