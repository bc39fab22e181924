import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the MCP library is loaded only if a server is configured', () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = false;
    registerHooks({ resolve: (specifier, context, next) => ((loaded ||= specifier.includes('modelcontextprotocol')), next(specifier, context)) });
    const { readConfig } = await import('./src/config.ts');
    const { openProviders } = await import('./src/main/agent.ts');
    const loads = async (env) => (await openProviders(readConfig(env), { clock: { now: () => 0 } }), loaded);
    console.log(await loads({}), await loads({ MCP_SEARCH_URL: 'http://127.0.0.1:9/mcp' }));
    process.exit();`;

  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });

  expect(said.trim()).toBe('false true');
});
