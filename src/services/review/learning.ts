import type { Tx } from '../../db/connection/client.ts';
import { markAnswers } from '../../db/queries/learning/answers.ts';
import { updateAnswersDeny } from '../../db/queries/websets/webset.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import { sendLearning } from '../../queue/keyed-jobs.ts';
import type { Call } from '../call.ts';
import { holdWebset, openWebset } from '../open.ts';

/** Says whether answers decide other rows of a webset to be no match, or leave them to review, and has its rows decided again. */
export async function setAnswersDeny(call: Call, websetId: string, answersDeny: boolean): Promise<OpenedWebset> {
  await call.db.transaction(async (tx) => {
    const webset = await holdWebset(call, tx, websetId);
    if (webset.answersDeny === answersDeny) return;
    await updateAnswersDeny(tx, websetId, answersDeny);
    await learnAgain(call, tx, websetId);
  });
  return openWebset(call, websetId);
}

/** Has a worker decide a webset's rows again, in the transaction that changed its answers or which criteria count. */
export async function learnAgain({ queue }: Call, tx: Tx, websetId: string): Promise<void> {
  await markAnswers(tx, websetId);
  await sendLearning(queue, tx, websetId);
}
