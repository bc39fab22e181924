import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeApi } from '../../src/rest/openapi/openapi.ts';

interface Described {
  content?: Record<string, { schema: object }>;
}

const ROOT = 'webset';
const api = describeApi();
const responses = api.components.responses as Record<string, Described>;

const ajv = new Ajv2020.default({ strict: true, allErrors: true, validateFormats: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addKeyword('components');
ajv.addSchema({ $id: ROOT, components: { schemas: closed(api.components.schemas) } } as object);

/** The description allows additional fields in answers; tests must notice undescribed ones. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

const operations = new Map(
  Object.values(api.paths)
    .flatMap((path) => Object.values(path as Record<string, { operationId?: string; responses?: Record<string, unknown> }>))
    .flatMap((operation) => (operation.operationId ? [[operation.operationId, operation.responses ?? {}] as const] : [])),
);

const checks = new Map<string, ValidateFunction>();

function checkFor(operationId: string, status: number, mediaType: string): ValidateFunction {
  const key = `${operationId} ${status} ${mediaType}`;
  const known = checks.get(key);
  if (known) return known;
  const answer = operations.get(operationId)?.[status] as (Described & { $ref?: string }) | undefined;
  const described = answer?.$ref ? responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
  const schema = described?.content?.[mediaType]?.schema;
  if (!schema) throw new Error(`/openapi.json does not know the answer ${key}`);
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${ROOT}#/`)));
  checks.set(key, check);
  return check;
}

/** Validates an answer against /openapi.json. Unknown operations and wrong methods are not described. */
export function checkAnswer(
  operationId: string,
  { status, body }: { status: number; body: unknown },
  mediaType = 'application/json',
): void {
  if (!operations.has(operationId)) return;
  const check = checkFor(operationId, status, mediaType);
  if (!check(body)) throw new Error(`${operationId} answered ${status} against /openapi.json: ${ajv.errorsText(check.errors)}`);
}
