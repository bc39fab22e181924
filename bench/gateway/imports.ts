import { enableCompileCache } from 'node:module';

// All that a gateway that is ready has imported, and nothing else, with the same cache of compiled code.

enableCompileCache();
await import('../../src/main/imports.ts');
await import('commander');
await import('../../src/config.ts');
await import('../../src/main/processes/gateway.ts');
await import('../../src/http/server.ts');
process.exit(0);
