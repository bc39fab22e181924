import { Link } from 'wouter';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import type { PlanByModel } from './model-plan.ts';

const t = words.homePage;

/** Below the plan: ways to plan again, and the result of planning by a model. */
export const PlanFoot = ({
  model,
  byModel: { busy, trouble, ask, stop },
  again,
  isPlannedAtStart,
}: {
  /** The model that plans; null: none is connected. */
  model: string | null;
  byModel: PlanByModel;
  again: (() => void) | null;
  isPlannedAtStart: boolean;
}) => (
  <div className="plan-foot">
    {trouble && (
      <p className="note note-bad" role="alert">
        {trouble}
      </p>
    )}
    <p className="soft" role="status">
      {model === null ? (
        <Link href="/settings#model">{t.planNeedsModel}</Link>
      ) : busy ? (
        t.planning(model)
      ) : isPlannedAtStart ? (
        t.plannedAtStart(model)
      ) : (
        ''
      )}
    </p>
    <div className="plan-foot-actions">
      {again && !busy && (
        <Button kind="quiet" onClick={again}>
          {t.suggest}
        </Button>
      )}
      {model !== null && (
        <Button busy={busy} onClick={ask}>
          {t.planWithModel}
        </Button>
      )}
      {busy && (
        <Button kind="quiet" onClick={stop}>
          {t.stopPlanning}
        </Button>
      )}
    </div>
  </div>
);
