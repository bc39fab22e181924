import { readFileSync } from 'node:fs';
import {
  buildSchema,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { CELL_STATES } from '../../src/domain/cell.ts';
import { FORMATS } from '../../src/domain/enrichment.ts';
import { ROW_STATUSES } from '../../src/domain/row-state.ts';
import { FAILURE_REASONS, RUN_STATES, STOP_REASONS } from '../../src/domain/run-state.ts';
import { JUDGES, VALUE_REASONS, VERDICT_REASONS, VERDICTS } from '../../src/domain/verdict.ts';
import { CATEGORIES, WEBSET_STATUSES } from '../../src/domain/webset-state.ts';
import { schema } from '../../src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));

/** What is no description by itself: "When.", "Which row.", "Its name." */
const STUB = /^(?:(?:When|Why|Who|What|How)|(?:Which|Its|Their|Who) \w+)\.$/;

test('every type, field, argument and enum value is described by a phrase of its own', () => {
  const bare: string[] = [];
  const check = (name: string, { description }: { description?: string | null | undefined }) => {
    if (!description || description.length < 4 || STUB.test(description)) bare.push(name);
  };
  for (const type of types) {
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      for (const arg of field.args) check(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }

  expect(types.length).toBeGreaterThan(30);
  expect(bare).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ['Verdict', VERDICTS],
  ['VerdictReason', VERDICT_REASONS],
  ['ValueReason', VALUE_REASONS],
  ['Judge', JUDGES],
  ['Format', FORMATS],
  ['Category', CATEGORIES],
  ['WebsetStatus', WEBSET_STATUSES],
  ['RowStatus', ROW_STATUSES],
  ['CellState', CELL_STATES],
  ['RunState', RUN_STATES],
  ['RunReason', [...new Set([...STOP_REASONS, ...FAILURE_REASONS])]],
])('the enum %s speaks the words of the domain', (name, words) => {
  const type = schema.getType(name);

  expect(isEnumType(type) && type.getValues().map((value) => value.name)).toEqual([...words].sort());
});

test('every mutation takes one input and answers a payload of its own', () => {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const Name = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    expect(field.args.map((arg) => [arg.name, String(arg.type)])).toEqual([['input', `${Name}Input!`]]);
    expect(String(field.type)).toBe(`${Name}Payload!`);
  }
});

test('nothing that clients of the last release rely on is broken', () => {
  // replaced by schema.graphql at a release, and at no other time
  const released = buildSchema(readFileSync('test/fixtures/schema.released.graphql', 'utf8'));

  expect(findBreakingChanges(released, schema)).toEqual([]);
  expect(findBreakingChanges(schema, buildSchema('type Query { other: Int }')).length).toBeGreaterThan(10);
});

test('schema.graphql is what the code says', () => {
  // so are the stored documents, their types and openapi.json: npm run drift
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(schema)}\n`);
});
