import type { VerdictReview } from '../../../domain/review/review-input.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { builder, wordsEnum } from '../../builder.ts';

export const VerdictType = wordsEnum<Verdict>('Verdict', 'Whether a page meets a criterion.', {
  match: 'It does, and the page’s words prove it.',
  partial: 'It does in part, and the page’s words prove that.',
  no_match: 'It does not.',
  needs_review: 'It cannot be said for sure: a person should look.',
});

export const VerdictReviewType = builder.objectRef<VerdictReview>('VerdictReview').implement({
  description: 'What a person said of one row and one criterion.',
  fields: (t) => ({
    verdict: t.expose('verdict', {
      type: VerdictType,
      nullable: true,
      description: 'The person’s verdict; null takes back what was said before, or marks that the criterion was changed.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'Why, in the person’s words.' }),
    reviewer: t.exposeString('reviewer', {
      nullable: true,
      description:
        'The name of who said it, or else the mail address (others see the part before the @); null for somebody not signed in, or whose account is gone.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the review.' }),
  }),
});
