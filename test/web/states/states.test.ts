import { testScenes, type View } from './scenes.ts';

// some screens, each in one view; all of them in both: npm run test:full

const SHORT: Record<string, View> = {
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

testScenes(SHORT);
