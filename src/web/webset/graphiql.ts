import type { Tab } from './view.ts';

/** The address of GraphiQL with a query for the shown rows. */
export function graphiqlUrl(uuid: string, tab: Tab): string {
  const filters = {
    all: '',
    hidden: 'hidden: true',
    no_match: 'matchVerdict: [no_match], noByAnswers: false',
    no_by_answers: 'noByAnswers: true',
  };
  const asked = filters[tab as keyof typeof filters] ?? `matchVerdict: [${tab}]`;
  const filter = asked && `, filter: { ${asked} }`;
  const query = `query {
  webset(id: "${uuid}") {
    title
    originalQuery
    status
    rows(first: 50${filter}) {
      totalCount
      nodes {
        title
        url
        matchVerdict
        verdicts {
          criterion { label }
          verdict
          effective
          evidence { quote }
        }
        values {
          enrichment { label }
          value
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`;
  return `/graphql?query=${encodeURIComponent(query)}`;
}
