import { everyScene, testScenes } from './scenes.ts';

// every screen in every state, in this view

testScenes(everyScene('phone-dark'));
