import type { Request } from 'express';
import type { Logger } from 'pino';
import type { DatabaseHealth } from '../db/connection/health.ts';
import type { Viewer } from '../domain/access.ts';
import type { Context } from '../graphql/builder.ts';
import type { UploadLimits } from './guards/uploads.ts';
import type { Metrics } from './metrics.ts';
import type { Web } from './pages/web.ts';

/** The settings of the endpoints. */
export interface HttpSettings {
  /** The origins whose pages may call, such as `http://localhost:4000`. */
  origins: readonly string[];
  /** Hops or CIDRs of the proxies in front; false: none. */
  trustProxy: number | string[] | false;
  /** Bytes of a request's body (1 MB). */
  bodyLimit?: number;
  /** Seconds that one connection streams (300). */
  streamSeconds?: number;
  /** Event streams that an address may hold open on this gateway (1,000). */
  streamsPerIp?: number;
  /** Connections that an address may hold (2,000), and all together (10,000). */
  connections?: { perAddress: number; all: number };
  /** Bytes of unfinished bodies: of an address (16 MB), and of all (64 MB). */
  bodies?: { perAddress: number; all: number };
  /** Uploads: how many at a time, and how many bytes a second come at least. */
  uploads?: Pick<UploadLimits, 'perAddress' | 'all' | 'pace'>;
  /** Bytes a second that a client takes of an answer at least (5,000). */
  pace?: number;
  graphiql: boolean;
  /** The address at which people open the app. */
  publicUrl: string;
  /** Whether callers that are not signed in may do anything, and whether anybody may make an account. */
  anonymous: boolean;
  signUp: boolean;
  /** The token that /metrics asks for; a closed instance without one shows no metrics. */
  metricsToken?: string | undefined;
}

/** The dependencies of the gateway's endpoints; main builds them. */
export interface GatewayDeps {
  /** The context of every call, without what belongs to its caller. */
  base: Omit<Context, 'viewer' | 'client' | 'signal' | 'trusted' | 'facts' | 'model'>;
  /** What the environment and the app have set, at this moment. */
  setUp(): Pick<Context, 'facts' | 'model'>;
  viewerOf(req: Request): Promise<Viewer>;
  /** The memory for large answers, of which each caller has a share. */
  answers: { open(caller: string, kind: 'whole' | 'paged'): NonNullable<Context['answer']> };
  /** better-auth, which answers /api/auth. */
  auth: {
    handler(request: globalThis.Request): Promise<globalThis.Response>;
    /** The id of a browser that signed in before; null of any other. */
    browserOf(cookie: string | undefined): string | null;
  };
  settings: HttpSettings;
  log: Logger;
  /** Rejects when the database does not answer. */
  ping(): Promise<unknown>;
  databaseHealth: DatabaseHealth;
  metrics: Metrics;
  web: Web;
  /** The folder served under /samples/, or null. */
  samplesDir: string | null;
}
