import fc from 'fast-check';

/** Every property uses the seed of this run (vitest.config.ts), so that a failure can be repeated. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED) });
