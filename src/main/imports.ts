import { registerHooks } from 'node:module';

// Each file that Node 24 imports has it read its package's whole list of exports again, to learn that the file is a module. drizzle-orm's list is
// 180 kB, for a hundred files: most of the time and of the garbage of a start. Of its own files we know the answer.

const LONG_LIST = '/node_modules/drizzle-orm/';

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !context.parentURL?.includes(LONG_LIST))
      return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  },
});
