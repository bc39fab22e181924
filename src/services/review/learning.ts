import type { Tx } from '../../db/connection/client.ts';
import { markAnswers } from '../../db/queries/learning/answers.ts';
import { sendLearning } from '../../queue/keyed-jobs.ts';
import type { Call } from '../call.ts';

/** Has a worker decide the rows of a webset again: what its answers say has changed, or which criteria count. Part of the transaction of that change. */
export async function learnAgain({ queue }: Call, tx: Tx, websetId: string): Promise<void> {
  await markAnswers(tx, websetId);
  await sendLearning(queue, tx, websetId);
}
