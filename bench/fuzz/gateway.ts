import { readConfig } from '../../src/config.ts';
import { serveBuilt } from '../../src/http/pages/web.ts';
import { openLog } from '../../src/main/log.ts';
import { openGateway } from '../../src/main/processes/open-gateway.ts';
import { sendToParent, untilStopped } from '../../src/main/processes/process.ts';
import { builtWeb } from '../../src/main/web.ts';

// A program of its own: a gateway whose streams last for a second, since the fuzzer reads each to its end.

const config = readConfig(process.env);
await using gateway = await openGateway({
  config,
  databaseUrl: config.databaseUrl ?? '',
  secret: 'a secret of benches, 0123456789 abcdefghij',
  web: serveBuilt(await builtWeb()),
  log: openLog('gateway', config.logLevel),
  replace: (deps) => ({ ...deps, settings: { ...deps.settings, streamSeconds: 1 } }),
});
sendToParent({ type: 'ready', url: gateway.url });
await untilStopped();
process.channel?.unref(); // it would keep the process
