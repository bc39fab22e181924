import { pino } from 'pino';
import { readConfig } from '../../../src/config.ts';
import { PATIENCE, type Patience } from '../../../src/domain/work/patience.ts';
import { serveBuilt } from '../../../src/http/pages/web.ts';
import { openGateway } from '../../../src/main/processes/open-gateway.ts';

/** A gateway in this process, where its timers and sockets can be counted. The header `x-user` names the caller. */
export async function openInProcess(databaseUrl: string, patience: Patience = PATIENCE) {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', GRAPHIQL: 'off', SAMPLES: 'off' });
  return openGateway({
    config: { ...config, origins: [] },
    databaseUrl,
    secret: 'a secret of benches, 0123456789 abcdefghij',
    web: serveBuilt('dist/web'),
    log: pino({ level: 'silent' }),
    processMetrics: false,
    patience,
    replace: (deps) => ({
      ...deps,
      base: { ...deps.base, limits: { createPerHour: 0, runPerHour: 0, reviewPerHour: 0 } },
      viewerOf: async (req) => ({ userId: req.get('x-user') ?? null }),
      auth: { handler: async () => new Response(null, { status: 404 }), browserOf: () => null },
    }),
  });
}
