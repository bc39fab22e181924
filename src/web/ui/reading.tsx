import { useReading } from '../api/reading.ts';
import { words } from '../texts/texts.ts';

/** How a criterion is understood, in a line below its field, which refers to it by `aria-describedby`. An empty line keeps its height. */
export function Reading({ id, request, label }: { id: string; request: string | null; label: string }) {
  const asks = useReading(request, label);
  return (
    <p className="reading soft" id={id}>
      {asks.length > 0 && words.readAs(asks)}
    </p>
  );
}
