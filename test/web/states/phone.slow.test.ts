import { testScenes } from './scenes.ts';

// every screen in every state in this view; in CI half of them here, and the other half in the other view

testScenes('phone-dark');
