import fc from 'fast-check';
import { buildSchema, type DocumentNode, execute, isObjectType, Kind, type OperationDefinitionNode, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { OURS } from '../../bench/gateway/graphql.ts';
import { executePlanned } from '../../src/graphql/execution/execute.ts';
import { planOf } from '../../src/graphql/execution/plan.ts';
import { schema as product } from '../../src/graphql/schema.ts';
import { ListSessionsDocument, SessionDocument, SessionRowsDocument } from '../../src/rest/generated/documents.ts';

const schema = buildSchema(`
  enum Word { one two }
  interface Named { name: String }
  type Query { thing: Thing!  maybe: Thing  named: Named }
  type Thing implements Named {
    id: ID!  name: String  word: Word!  number(of: Int = 3, by: Int): Int!  float: Float
    self: Thing!  late: Thing!  none: Thing  list: [Thing!]!  lateList: [Thing]  words: [Word!]  lateItems: [Thing!]  brokenItems: [Thing]
    boom: String  lateBoom: Thing  hole: Int!  holes: [Int!]  strange: Word
  }
`);

interface Thing {
  depth: number;
}
const under = ({ depth }: Thing): Thing => ({ depth: depth + 1 });
const later = async <T>(value: T, turns = 1) => {
  for (let turn = 0; turn < turns; turn++) await null;
  return value;
};
const fail = (what: string): never => {
  throw new Error(what);
};
const RESOLVERS: Record<string, (thing: Thing, args: { of: number; by?: number }) => unknown> = {
  id: ({ depth }) => depth,
  word: ({ depth }) => (depth % 2 ? 'one' : 'two'),
  number: (_thing, { of, by }) => of * (by ?? 1),
  float: () => 0.5,
  self: under,
  late: (thing) => later(under(thing), 3),
  none: () => null,
  list: (thing) => [under(thing), thing],
  lateList: (thing) => later([under(thing), null]),
  words: () => ['one', 'two'],
  lateItems: (thing) => [later(thing), thing],
  brokenItems: () => [later({ depth: 1 }), later(null).then(() => fail('broken item'))],
  boom: () => fail('boom'),
  lateBoom: async () => fail('late boom'),
  hole: () => null,
  holes: () => [1, null],
  strange: () => 'three',
};
for (const type of [schema.getType('Thing'), schema.getType('Query')])
  for (const [name, field] of Object.entries(isObjectType(type) ? type.getFields() : {}))
    if (RESOLVERS[name]) field.resolve = RESOLVERS[name] as NonNullable<typeof field.resolve>;
const root = {
  thing: { depth: 0, name: 'thing' },
  maybe: () => ({ depth: 0, name: 'called' }),
  named: { __typename: 'Thing', depth: 0, name: 'named' },
};

const operationOf = (document: DocumentNode) =>
  document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
const planned = (text: string) => {
  const document = parse(text);
  return planOf(schema, document, operationOf(document)) !== null;
};
const inText = async (answer: unknown) => JSON.stringify(await answer);

const leaf = fc.constantFrom('id', 'name', 'word', 'float', 'words', '__typename', 'number', 'number(of: $of)', 'number(by: 2)');
const trouble = fc.constantFrom('boom', 'hole', 'holes', 'strange');
const { selection } = fc.letrec<{ selection: string; field: string }>((tie) => ({
  selection: fc.array(tie('field'), { minLength: 1, maxLength: 4, depthIdentifier: 'deep' }).map((fields) => `{ ${fields.join(' ')} }`),
  field: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'deep' },
    fc.oneof({ arbitrary: leaf, weight: 12 }, { arbitrary: trouble, weight: 1 }).map((text) => `a${text.replace(/\W/g, '')}: ${text}`),
    fc
      .tuple(fc.constantFrom('self', 'late', 'none', 'list', 'lateList', 'lateItems', 'brokenItems', 'lateBoom'), tie('selection'))
      .map(([name, inner]) => `${name} ${inner}`),
    tie('selection').map((inner) => `... ${inner}`),
    tie('selection').map((inner) => `... on Thing ${inner}`),
    fc.constant('...Known'),
  ),
}));

test('a planned query answers to the letter what graphql answers, errors included', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(selection, fc.integer({ min: -5, max: 5 }), async (inner, of) => {
      const text = `query ($of: Int!) { thing ${inner} again: thing { ...Known x: number(of: $of) } } fragment Known on Thing { id self { name word } }`;
      const args = { schema, document: parse(text), rootValue: root, variableValues: { of } };
      const expected = await inText(execute(args));
      let ordinary = 0;

      const answer = await inText(
        executePlanned((args) => {
          ordinary++;
          return execute(args);
        })(args),
      );

      expect(answer).toBe(expected);
      expect(validate(schema, args.document)).toEqual([]);
      if (ordinary === 0) followed++;
    }),
    { numRuns: 300 },
  );
  expect(followed).toBeGreaterThan(50);
});

test('refused variables are refused in the ordinary way', async () => {
  const args = { schema, document: parse('query ($of: Int!) { thing { number(of: $of) } }'), rootValue: root, variableValues: {} };

  const answer = await inText(executePlanned(execute)(args));

  expect(answer).toBe(await inText(execute(args)));
  expect(answer).toContain('$of');
});

test.each([
  ['a mutation', 'mutation { thing { id } }'],
  ['a directive', 'query ($x: Boolean!) { thing { id @include(if: $x) } }'],
  ['an abstract type', '{ named { name } }'],
  ['a condition of another type', '{ thing { ... on Named { name } } }'],
  ['introspection', '{ __schema { queryType { name } } }'],
  ['a name that objects have a meaning for', '{ thing { __proto__: name } }'],
])('%s has no plan', (_what, text) => {
  const answer = planned(text);

  expect(answer).toBe(false);
});

test('a plan holds no more fields than its document has characters, however often fragments are spread', () => {
  const fragments = Array.from({ length: 12 }, (_, i) => `fragment F${i} on Thing { self { ...F${i + 1} } late { ...F${i + 1} } }`);
  const text = `{ thing { ...F0 } } ${fragments.join(' ')} fragment F12 on Thing { id }`;

  const answer = planned(text);

  expect(answer).toBe(false);
});

test('every stored query of the product has a plan, and so has the one that the bench asks', () => {
  const queries: DocumentNode[] = [parse(OURS), SessionDocument, SessionRowsDocument, ListSessionsDocument];

  const unplanned = queries.filter((document) => planOf(product, document, operationOf(document)) === null);

  expect(unplanned.map((document) => operationOf(document).name?.value)).toEqual([]);
});
