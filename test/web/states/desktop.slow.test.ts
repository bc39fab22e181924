import { everyScene, testScenes } from './scenes.ts';
import { SHORT } from './short.ts';

// every screen in every state in this view, but for those that `npm test` looks at in it; in CI half of the others

testScenes(everyScene('desktop-light', SHORT));
