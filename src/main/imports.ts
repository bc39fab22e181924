import { registerHooks } from 'node:module';

// For each imported file, Node 24 reads the package's whole export list to learn the module type: 180 kB for 100 files of drizzle-orm, most
// of the time and garbage of a start. The type of its files is known here.

const LONG_LIST = '/node_modules/drizzle-orm/';

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !context.parentURL?.includes(LONG_LIST))
      return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  },
});
