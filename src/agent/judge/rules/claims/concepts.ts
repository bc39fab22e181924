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

/** The properties that a page's label or heading names. */
export const conceptsOfLabel = (label: string): ConceptName[] => announced(label.length > 60 ? '' : bare(label));
const announced = remembered((plain: string) => names.filter((name) => CONCEPTS[name].labels.test(plain)), 5000);

/** The properties that the words of a criterion or a column ask for. */
export const conceptsAsked = (words: string): ConceptName[] => names.filter((name) => CONCEPTS[name].asks.test(words));

/** Whether a sentence states a property: "was written by Ann Lee" states the authors. */
export const saysConcept = (name: ConceptName, text: string): boolean => {
  const { says, after }: Concept = CONCEPTS[name];
  return [...says, ...(after ? [after] : [])].some((pattern) => text.search(pattern) >= 0);
};

/** The values that a text gives for a property: after a label, or in one of its sentence patterns. */
export function valuesIn(name: ConceptName, text: string): string[] {
  const { labels, says }: Concept = CONCEPTS[name];
  const label = /^([^:：]{2,38})[:：]\s(.+)$/u.exec(text);
  const stated = says.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match.groups?.v ?? ''));
  return label && labels.test(bare(label[1] ?? '')) ? [label[2] ?? '', ...stated] : stated;
}
