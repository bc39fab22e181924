import type { Category, WebsetStatus } from '../../../domain/webset-state.ts';
import { wordsEnum } from '../../builder.ts';

export const CategoryType = wordsEnum<Category>('Category', 'What kind of thing a webset looks for.', {
  people: 'Persons.',
  companies: 'Companies and other organisations.',
  research: 'Research papers.',
  articles: 'Articles.',
  posts: 'Posts, as in blogs and forums.',
});

export const WebsetStatusType = wordsEnum<WebsetStatus>('WebsetStatus', 'How far a webset is.', {
  draft: 'No run was ever started.',
  running: 'A run is queued or running.',
  completed: 'The last run ended in order.',
  cancelled: 'The last run was cancelled.',
  failed: 'The last run failed; its reason says why.',
});
