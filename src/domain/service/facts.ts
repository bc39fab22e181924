/** A feature that a setting turns on: whether it is on, and the environment variable for it (null: it is always available). */
export interface FeatureStatus {
  name: string;
  enabled: boolean;
  setting: string | null;
  /** What it is, or why it is off, in words. */
  note: string | null;
}

/** A server of language models, or SearXNG, that answers on the service's machine. */
export interface LocalServer {
  name: string;
  /** Its address. Only the operator sees it. */
  baseUrl: string;
  /** Its language models, without those for embeddings. */
  models: string[];
  /** Whether the service can use it without changes. */
  usable: boolean;
}

/** The public facts about the service's setup: no addresses and no keys. */
export interface ServiceFacts {
  searchProviders: FeatureStatus[];
  models: FeatureStatus[];
  /** Whether callers who are not signed in may do anything. */
  anonymous: boolean;
  /** Whether anyone may create an account. */
  signUp: boolean;
  /** Whether the sample web is served. */
  samples: boolean;
  /** Whether GraphiQL is served. */
  graphiql: boolean;
  /** Looks for servers on this machine. Absent if the service listens beyond this machine: what runs there is nobody else's business. */
  findLocal?: () => Promise<LocalServer[]>;
}
