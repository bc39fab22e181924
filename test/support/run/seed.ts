import fc from 'fast-check';

/** Every property is tried with the seed of this run (vitest.config.ts): one that fails does so again. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED) });
