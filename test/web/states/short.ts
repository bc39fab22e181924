import type { View } from './scenes.ts';

/** The screens that `npm test` looks at, each in one view. */
export const SHORT: Record<string, View> = {
  'home-plan': 'phone-dark',
  'home-offline': 'desktop-light',
  draft: 'phone-dark',
  running: 'desktop-light',
  'running-searches': 'phone-dark',
  finished: 'phone-dark',
  proof: 'desktop-light',
  'review-queue': 'phone-dark',
  suggested: 'desktop-light',
  'export-menu': 'phone-dark',
  'none-match': 'desktop-light',
  'preview-ended': 'phone-dark',
  fill: 'phone-dark',
  filling: 'desktop-light',
  failed: 'desktop-light',
  forbidden: 'phone-dark',
  settings: 'desktop-light',
  'login-wrong': 'phone-dark',
};
