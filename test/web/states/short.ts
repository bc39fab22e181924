import type { View } from './scenes.ts';

/** The screens that `npm test` looks at, each in one view. */
export const SHORT: Record<string, View> = {
  'home-plan': 'phone-dark',
  running: 'desktop-light',
  finished: 'phone-dark',
  proof: 'desktop-light',
  'proof-merged': 'phone-dark',
  'review-queue': 'phone-dark',
  'none-match': 'desktop-light',
  'preview-ended': 'phone-dark',
  fill: 'phone-dark',
  forbidden: 'phone-dark',
  'share-owned': 'phone-dark',
  'shared-read': 'phone-dark',
  settings: 'desktop-light',
};
