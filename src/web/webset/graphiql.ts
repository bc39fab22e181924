import type { Tab } from './view.ts';

/** GraphiQL with the query of what is seen. */
export function graphiqlUrl(uuid: string, tab: Tab): string {
  const filter = tab === 'all' ? '' : tab === 'hidden' ? ', filter: { hidden: true }' : `, filter: { matchVerdict: [${tab}] }`;
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
