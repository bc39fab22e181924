import { z } from 'zod';

export type Json = Record<string, unknown>;

export const ref = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const json = (schema: Json) => ({ 'application/json': { schema } });

/** JSON Schemas of named zod schemas, which refer to each other by name. Answers stay open: fields may be added. */
export function schemasOf(named: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (name) => `#/components/schemas/${name}`,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]));
}

/** Removes what adds nothing: patterns beside formats, bounds of JavaScript's integers. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
}

export const plain = (description: string) => ({ description, content: json(ref('schemas', 'ExportError')) });

export const OPTIONAL_COOKIE = [{}, { sessionCookie: [] }];

export const parameter = (name: string, where: 'path' | 'query', description: string, schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => tidy(jsonSchema) });
  return { name, in: where, required: where === 'path', description, schema: shape };
};
