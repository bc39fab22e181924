import { testScenes } from './scenes.ts';

// every screen in every state, in both views

testScenes();
