import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import openapiTS from 'openapi-typescript';
import { schema } from './src/graphql/schema.ts';
import { describeApi } from './src/rest/openapi/openapi.ts';

// `npm run generate` writes schema.graphql, the types of the documents in src/rest, the typed documents of src/web, and the types of a REST client for the tests; `--check`
// fails when they differ from what it would write.
const CLIENT = 'test/generated/openapi.ts';
const check = process.argv.includes('--check');
process.chdir(import.meta.dirname);

const printed = `${printSchema(schema)}\n`;
const documents = (sources: string, plugins: string[]): CodegenConfig['generates'][string] => ({
  documents: sources,
  plugins,
  config: {
    useTypeImports: true,
    enumType: 'string-literal',
    enumsAsTypes: true,
    dedupeFragments: true,
    strictScalars: true,
    scalars: { UUID: 'string', DateTime: 'string', EventIndex: 'number', JSON: 'unknown' },
  },
});
const config: CodegenConfig = {
  schema: printed,
  silent: true,
  generates: {
    'src/rest/generated/types.ts': documents('src/rest/**/*.ts', ['typescript-operations']),
    'src/web/generated/documents.ts': documents('src/web/operations/*.graphql', ['typescript-operations', 'typed-document-node']),
  },
};

const made: { filename: string; content: string }[] = await generate(config, false);
const client = await openapiTS(JSON.parse(JSON.stringify(describeApi())), { alphabetize: true });
const files = new Map([
  ['schema.graphql', printed],
  [CLIENT, client],
  ...made.map(({ filename, content }) => [filename, content] as const),
]);

const stale: string[] = [];
for (const [path, content] of files) {
  if ((await readFile(path, 'utf8').catch(() => null)) === content) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit what it writes.`);
  process.exitCode = 1;
} else if (!check) console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'Nothing to write');
