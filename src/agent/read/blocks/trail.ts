import type { Block } from '../../../domain/page/page.ts';

/** Names of pages with an arrow between each two: "Bridges › By river › The new bridge". */
const TRAIL = /^[^›»→]{1,80}(?:\s*[›»→]\s*[^›»→]{1,120}){1,6}$/u;
const LONGEST = 200;

/** Flags the way from a site's home to a page, which stands above its title: on every page of a site, whatever else their looks say. */
export function flagTrail(blocks: readonly Block[], lines: readonly string[], title: number): void {
  for (let i = 0; i < title; i++) {
    const [block, line = ''] = [blocks[i], lines[i]];
    if (block?.tag === 'p' && line.length <= LONGEST && TRAIL.test(line)) block.boilerplate ??= 'looks';
  }
}
