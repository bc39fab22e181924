import { useReading } from '../api/reading.ts';
import { words } from '../texts/texts.ts';

/** What a criterion is understood to ask, in a line below the field of its label, which names it by `aria-describedby`. The line keeps its place while it is empty. */
export function Reading({ id, request, label }: { id: string; request: string | null; label: string }) {
  const asks = useReading(request, label);
  return (
    <p className="reading soft" id={id}>
      {asks.length > 0 && words.readAs(asks)}
    </p>
  );
}
