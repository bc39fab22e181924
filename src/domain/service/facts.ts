/** A part of the service that a setting turns on: whether it is on, and the environment variable that turns it on (null: it is always there). */
export interface FeatureStatus {
  name: string;
  enabled: boolean;
  setting: string | null;
  /** What it is, or why it is not on, in words. */
  note: string | null;
}

/** A server of language models, or SearXNG, that answers on the machine of the service. */
export interface LocalServer {
  name: string;
  /** Where it is asked: for the operator alone. */
  baseUrl: string;
  /** Its language models; those for embeddings are left out. */
  models: string[];
  /** Whether the service can use it, as it is. */
  usable: boolean;
}

/** How the service is set up, as anybody may know it: no addresses and no keys. */
export interface ServiceFacts {
  searchProviders: FeatureStatus[];
  models: FeatureStatus[];
  /** Whether who has not signed in may do anything. */
  anonymous: boolean;
  /** Whether anybody may make an account. */
  signUp: boolean;
  /** Whether the sample web is served. */
  samples: boolean;
  /** Whether GraphiQL is served. */
  graphiql: boolean;
  /** Looks which servers answer on this machine now. Absent where the service listens beyond this machine: what runs there is nobody else's business. */
  findLocal?: () => Promise<LocalServer[]>;
}
