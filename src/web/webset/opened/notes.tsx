import type { Trouble } from '../../api/trouble.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { Shown } from './use-shown.ts';

/** Says that the page may be out of date, and why. */
export const Lost = ({ trouble: { kind } }: { trouble: Trouble }) => (
  <p className="webset-lost" role="status">
    {kind === 'offline' ? words.states.lost : kind === 'limited' ? words.states.lostLimited : words.states.lostUnavailable}
  </p>
);

/** Says that rows which left the tab are still shown, with a button that removes them. */
export const StaysNote = ({ stays, tab, setTab }: Pick<Shown, 'stays' | 'tab' | 'setTab'>) =>
  stays.size > 0 && (
    <div className="stays" role="status">
      <p>{words.grid.stays(stays.size, words.grid.tabs[tab])}</p>
      <Button
        kind="quiet"
        onClick={() => {
          setTab(tab);
          document.getElementById(`tab-${tab}`)?.focus(); // the button disappears with its note
        }}
      >
        {words.grid.letGo}
      </Button>
    </div>
  );
