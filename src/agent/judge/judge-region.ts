import { anyWithin } from '../../language/constraint.ts';
import { findPlaces, liesIn, placeNamed } from '../../language/places.ts';
import type { FactClaim } from './claims-special.ts';
import { type Fact, factsOf, headOf } from './facts.ts';
import type { Mood } from './negation.ts';
import type { Reading } from './reading.ts';
import type { Statement } from './statements.ts';

const WORLD =
  /\b(?:world-?wide|anywhere|globally|global|any (?:country|location|place)|every(?:where| country)|all (?:countries|over the world)|the (?:entire|whole) world|earth|international(?:ly)?|no (?:geographic\w*|location) restrictions?)\b/iu;
const LIMITED =
  /\b(?:with ?in|timezones?|time[- ]zones?|UTC|GMT|C?EST|CET|PST|EMEA|except|excluding|outside|but|only|must|limited|preferr?ed|preferably|prefer|mainly|mostly|primarily|legal|authori[sz]ed|overlap|specific|some|certain|depending|varies|anywhere in(?! the world)|not|inside)\b/iu;
const TAKES_ON =
  /\b(?:we|they|it|the company)\b[^.;,]{0,40}\b(?:hires?|hiring|recruits?|recruiting|employs?|welcomes?|accepts?)\b[^.;]{0,60}\b(?:anywhere|any country|world-?wide|all over the world|globally)\b/iu;
const OPEN_TO =
  /\b(?:hir(?:e|es|ing)|recruit\w*|appl(?:y|icants?)|candidates?|employ(?:s|ing)?|open to|welcome|positions? (?:is|are)? ?(?:open|available)|work(?:ing)? remotely|remote)\b/iu;

export function judgeRegion(reading: Reading, claim: Extract<FactClaim, { kind: 'region' }>): Statement[] {
  const facts = factsOf(reading, 'region');
  const asked = claim.place === null ? null : (claim.any ?? [claim.place]).map(placeNamed).filter((one) => one !== null);
  if (facts.length > 0) {
    const whole = facts.map(({ value }) => value).join(' ');
    const [first] = facts;
    if (!first) return [];
    const world = facts.find(({ value }) => WORLD.test(value));
    const places = facts.flatMap((fact) => findPlaces(fact.value).map((place) => ({ place, fact })));
    const limited = LIMITED.test(whole);
    const shown = (fact: Fact, mood: Mood): Statement[] => [{ passage: fact.passage, mood }];
    if (asked === null) {
      if (world)
        return shown(
          world,
          (!limited && whole.length < 120) || /^\W*(?:world-?wide|anywhere(?: in the world)?|global(?:ly)?)\W*$/iu.test(world.value)
            ? 'yes'
            : 'unsure',
        );
      if (places.length > 0 && places[0]) return shown(places[0].fact, 'no');
      return shown(first, /\b(?:UTC|GMT|CES?T|EST|PST|EMEA|APAC|LATAM|time ?zones?)\b/iu.test(whole) ? 'no' : 'unsure');
    }
    const inside = places.map(({ place }) => anyWithin(asked.map((one) => liesIn(place, one))));
    if (!claim.only) {
      const at = inside.indexOf(true);
      const fact = places[at]?.fact;
      if (fact) return shown(fact, limited && /\b(?:not|except|excluding|outside)\b/iu.test(whole) ? 'unsure' : 'yes');
      return world
        ? shown(world, limited ? 'unsure' : 'yes')
        : places.length > 0 && places[0]
          ? shown(places[0].fact, 'no')
          : shown(first, 'unsure');
    }
    if (world) return shown(world, limited ? 'unsure' : 'no');
    const outside = places[inside.indexOf(false)];
    if (outside) return shown(outside.fact, 'no');
    if (places.length > 0 && inside.every((one) => one === true) && places[0])
      return shown(
        places[0].fact,
        /\b(?:not|except|excluding|outside|and other|other countries|elsewhere|several|preferr?ed|preferably|European|Asian|African|Canadian|Mexican|British|Indian|Australian|international(?:ly)?)\b/iu.test(
          whole,
        )
          ? 'unsure'
          : 'yes',
      );
    return shown(first, /\b(?:Americas?|Europe|Asia|Africa|EMEA|APAC|LATAM|CES?T|UTC|GMT)\b/u.test(whole) ? 'no' : 'unsure');
  }
  if (asked !== null) return [];
  // no section of its own: a sentence on whom they take on, from anywhere
  return headOf(reading).flatMap((view) =>
    reading.passages(view).flatMap((passage): Statement[] => {
      const world = WORLD.exec(passage.text);
      if (!world || !OPEN_TO.test(passage.text)) return [];
      return [{ passage, mood: TAKES_ON.test(passage.text) && !LIMITED.test(passage.text) ? 'yes' : 'unsure' }];
    }),
  );
}
