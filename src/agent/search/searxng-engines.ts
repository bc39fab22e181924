import { cleanLine } from '../read/canonical.ts';
import { SearchFailure } from './provider.ts';

/** Errors that SearXNG reports of an engine, what they mean, and what to do. */
const TROUBLES = [
  { said: /captcha/i, means: 'took us for a robot (CAPTCHA)', todo: 'wait some hours, or switch on other engines' },
  { said: /too many requests|429/i, means: 'said that we ask too often', todo: 'wait, or switch on other engines' },
  { said: /access denied|403|forbidden/i, means: 'refused us', todo: 'switch on other engines' },
  { said: /timeout|timed out/i, means: 'did not answer in time', todo: 'raise outgoing.request_timeout' },
  { said: /./s, means: 'failed', todo: 'switch on other engines' },
];
const NAMED_MAX = 20;
const NAME_MAX = 60;

const worded = (word: unknown) => (typeof word === 'string' ? cleanLine(word.slice(0, 10 * NAME_MAX)).slice(0, NAME_MAX) : '');

/**
 * The failure when no engine of a SearXNG answered: the error of each, and what to do. `silent`: its `unresponsive_engines`, pairs of name
 * and error.
 */
export function nothingFrom(silent: readonly unknown[]): SearchFailure {
  const engines = silent.slice(0, NAMED_MAX).map((engine) => {
    const [name = '', said = ''] = Array.isArray(engine) ? engine.map(worded) : [worded(engine)];
    const trouble = TROUBLES.find((one) => one.said.test(said || 'nothing'));
    return { name: trouble?.means === 'failed' && said ? `${name} (${said})` : name, trouble };
  });
  const met = TROUBLES.filter((one) => engines.some(({ trouble }) => trouble === one));
  const who = met.map((one) => {
    const names = engines.flatMap(({ name, trouble }) => (trouble === one ? name : []));
    return `${names.join(', ')} ${one.means}`;
  });
  const todo = [...new Set(met.map((one) => one.todo))].join('; ');
  return new SearchFailure(
    'unavailable',
    `SearXNG found nothing because its engines did not answer: ${who.join('; ')}. In its settings.yml: ${todo}`,
  );
}
