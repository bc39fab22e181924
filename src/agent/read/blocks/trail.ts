import type { Block } from '../../../domain/page/page.ts';

/** Breadcrumbs with arrows: "Bridges › By river › The new bridge". */
const TRAIL = /^[^›»→]{1,80}(?:\s*[›»→]\s*[^›»→]{1,120}){1,6}$/u;
const LONGEST = 200;

/** Marks the breadcrumbs above a page's title as furniture, whatever their looks. */
export function flagTrail(blocks: readonly Block[], lines: readonly string[], title: number): void {
  for (let i = 0; i < title; i++) {
    const [block, line = ''] = [blocks[i], lines[i]];
    if (block?.tag === 'p' && line.length <= LONGEST && TRAIL.test(line)) block.boilerplate ??= 'looks';
  }
}
