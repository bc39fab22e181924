import { fullDisk, fullFiles } from '../fuzz/hostile/full-disk.ts';
import type { Fault } from './bench.ts';
import { blackHole } from './black-hole.ts';
import { disconnects } from './disconnects.ts';
import { fairness } from './fairness.ts';
import { followersGraphql, followersNdjson } from './followers.ts';
import { killGateway } from './kill-gateway.ts';
import { killServedWorker } from './kill-served-worker.ts';
import { killWorker } from './kill-worker.ts';
import { model } from './model.ts';
import { races } from './races.ts';
import { restartPostgres } from './restart-postgres.ts';
import { startRace } from './start-race.ts';
import { stopWorker } from './stop-worker.ts';

export const FAULTS: Fault[] = [
  killWorker,
  killServedWorker,
  stopWorker,
  killGateway,
  startRace,
  restartPostgres,
  blackHole,
  fullDisk,
  fullFiles,
  disconnects,
  followersNdjson,
  followersGraphql,
  races,
  fairness,
  model,
];
