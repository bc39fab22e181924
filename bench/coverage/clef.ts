import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// The rankings of seven teams for the 30 test topics of CLEF 2017 TAR, and which documents of each topic are relevant: github CLEF-TAR/tar.

const QRELS = '2017-TAR/testing/qrels/qrel_abs_test.txt';
const RUNS = '2017-TAR/participant-runs';
/** One ranking a team. */
const TEAMS = {
  AMC: 'clef-finals/amc.run.res',
  ECNU: 'run2.res.txt',
  IIIT: 'run1.res.txt',
  Padua: 'cost/ims_iafapc_m10p5f0t0p2m10',
  QUT: 'result_bool_es_test.txt',
  UOS: 'test/sis.AL30Q_BM25.res',
  Waterloo: 'A-rank-normal.txt',
};

export interface Topic {
  id: string;
  relevant: Set<string>;
  /** Documents, best first, a list a team. */
  rankings: string[][];
}

/** The files that are read of a folder. */
export const filesOf = (folder: string) =>
  [QRELS, ...Object.entries(TEAMS).map(([team, file]) => `${RUNS}/${team}/${file}`)].map((file) => join(folder, file));

const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));

/** The test topics. Throws when a file is missing. */
export async function readTopics(folder: string): Promise<Topic[]> {
  const topics = new Map<string, Topic>();
  for (const [id = '', , document = '', grade] of await linesOf(join(folder, QRELS))) {
    if (id === '') continue;
    const topic = topics.get(id) ?? { id, relevant: new Set(), rankings: [] };
    if (Number(grade) > 0) topic.relevant.add(document);
    topics.set(id, topic);
  }
  for (const [team, file] of Object.entries(TEAMS)) {
    const lists = new Map<string, Set<string>>();
    for (const [id = '', , document = ''] of await linesOf(join(folder, RUNS, team, file))) {
      const list = lists.get(id) ?? new Set();
      lists.set(id, list.add(document));
    }
    for (const [id, list] of lists) topics.get(id)?.rankings.push([...list]);
  }
  return [...topics.values()];
}
