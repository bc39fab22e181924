import { remembered } from '../../../../domain/text.ts';
import { CONCEPTS, type Concept, type ConceptName } from './concept-table.ts';

const names = Object.keys(CONCEPTS) as ConceptName[];
const bare = (label: string) =>
  label
    .toLowerCase()
    .replace(/[’]/gu, "'")
    .replace(/\s+/gu, ' ')
    .replace(/[\s:：?.!*]+$/u, '')
    .trim();

/** What a page's label or heading announces. */
export const conceptsOfLabel = (label: string): ConceptName[] => announced(label.length > 60 ? '' : bare(label));
const announced = remembered((plain: string) => names.filter((name) => CONCEPTS[name].labels.test(plain)), 5000);

/** What a criterion's or a column's words ask for. */
export const conceptsAsked = (words: string): ConceptName[] => names.filter((name) => CONCEPTS[name].asks.test(words));

/** Whether a sentence says something in the way of a concept: "was written by Ann Lee" for authors. */
export const saysConcept = (name: ConceptName, text: string): boolean => {
  const { says, after }: Concept = CONCEPTS[name];
  return [...says, ...(after ? [after] : [])].some((pattern) => text.search(pattern) >= 0);
};

/** The values that a text gives in the way of a concept: after a label of its name, or in a set phrase. */
export function valuesIn(name: ConceptName, text: string): string[] {
  const { labels, says }: Concept = CONCEPTS[name];
  const label = /^([^:：]{2,38})[:：]\s(.+)$/u.exec(text);
  const stated = says.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match.groups?.v ?? ''));
  return label && labels.test(bare(label[1] ?? '')) ? [label[2] ?? '', ...stated] : stated;
}
