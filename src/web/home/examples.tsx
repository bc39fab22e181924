import { words } from '../texts/texts.ts';

interface Sample {
  id: string;
  title: string;
  query: string;
}

/** Requests that the sample web can answer. */
export const Examples = <S extends Sample>({ samples, onPick }: { samples: S[]; onPick: (sample: S) => void }) => (
  <section className="examples" aria-labelledby="examples">
    <h2 id="examples">{words.homePage.examples}</h2>
    <p className="soft">{words.homePage.examplesNote}</p>
    <ul>
      {samples.map((sample) => (
        <li key={sample.id}>
          <button type="button" className="example" onClick={() => onPick(sample)}>
            <strong>{sample.title}</strong>
            <span>{sample.query}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
