import { testScenes } from './scenes.ts';
import { SHORT } from './short.ts';

// some screens, each in one view; the others, and these in the other view: npm run test:slow

testScenes(SHORT);
