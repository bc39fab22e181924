const ID = '5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c';

/** Documents that are refused before execution; the first eight exceed a limit. */
export const STRANGE_DOCUMENTS: [what: string, document: string][] = [
  ['too many tokens', `{ ${'__typename '.repeat(5000)} }`],
  ['100,000 brackets', `{ webset(id: ${'['.repeat(100_000)}`],
  ['deep braces', '{ a '.repeat(50_000)],
  ['too deep', `query { ${'node(id: "x") { '.repeat(20)} id ${'} '.repeat(20)} }`],
  [
    'how complete the runs of many websets are',
    `{ ${Array.from({ length: 7 }, (_, i) => `a${i}: webset(id: "${ID}") { runs { coverage { found } } }`).join(' ')} }`,
  ],
  ['too many aliases', `{ ${Array.from({ length: 61 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  [
    'aliased websets of many rows',
    `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: webset(id: "${ID}") { rows(first: 100) { nodes { verdicts { criterion { id label } verdict note } } } }`).join(' ')} }`,
  ],
  [
    'a size in a variable counts as the largest',
    `query ($n: Int) { ${Array.from({ length: 20 }, (_, i) => `a${i}: webset(id: "${ID}") { rows(first: $n) { nodes { verdicts { criterion { id label } verdict note } } } }`).join(' ')} }`,
  ],
  [
    'fragments that double',
    `query { ...f0 } ${Array.from({ length: 60 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(' ')} fragment f60 on Query { __typename }`,
  ],
  ['fragments in a circle', 'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
  ['a field that is not there', '{ nothing }'],
  ['no query', ''],
  [
    'lists of lists of the schema',
    `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
  ],
];
