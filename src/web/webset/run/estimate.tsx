import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import { EstimateDocument, type EstimateQuery } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';

type Estimate = NonNullable<NonNullable<EstimateQuery['webset']>['estimate']>;

/** The estimated cost of a run before it starts. Shows nothing if the rules judge, or while the estimate is unknown. */
export function EstimateNote({ websetId, maxPages, judgeShare }: { websetId: string; maxPages?: number; judgeShare?: number }) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    if (maxPages !== undefined && !(maxPages >= 1)) return;
    let stale = false;
    // the run can be started without the estimate
    ask(EstimateDocument, { id: websetId, maxPages, judgeShare }).then(
      ({ webset }) => !stale && setEstimate(webset?.estimate ?? null),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [websetId, maxPages, judgeShare]);
  return estimate && <span className="soft">{words.run.estimate(estimate)}</span>;
}
