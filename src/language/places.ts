import { wordTable } from '../domain/text.ts';
/** A place on a map as a text names it: the countries (ISO 3166-1 alpha-2) it can lie in. A US state lies in one country and is not all of it. */
export interface Place {
  start: number;
  end: number;
  name: string;
  countries: ReadonlySet<string>;
  /** A city, a state or another part of a country: inside it, but not the whole of it. */
  part: boolean;
  /** A state, a province or a home nation; absent for a city. */
  region?: true;
  /** The region a city is known to lie in. */
  within?: string;
}

/** UN M49 continents; North America runs from Canada to Panama. */
const CONTINENTS = wordTable<string>({
  Europe:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM UA VA XK',
  Asia: 'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  Africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  'North America': 'AG BB BS BZ CA CR CU DM DO GD GL GT HN HT JM KN LC MX NI PA SV TT US VC PR BM KY',
  'South America': 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  Oceania: 'AU FJ FM KI MH NR NZ PG PW SB TO TV VU WS NC PF GU',
});
const REGIONS = wordTable<string>({
  EU: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  Scandinavia: 'DK NO SE',
  Nordics: 'DK FI IS NO SE',
  Benelux: 'BE LU NL',
  DACH: 'AT CH DE',
  Baltics: 'EE LT LV',
  'Latin America': 'AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE',
  'Middle East': 'AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE',
});
const ALIASES = wordTable<string>({
  'United States of America': 'US', USA: 'US', US: 'US', 'U.S': 'US', 'U.S.A': 'US', UK: 'GB', 'U.K': 'GB', 'Great Britain': 'GB', Britain: 'GB',
  Holland: 'NL', 'Czech Republic': 'CZ', 'South Korea': 'KR', Korea: 'KR', Russia: 'RU', Turkey: 'TR', Bosnia: 'BA', 'Hong Kong': 'HK', UAE: 'AE', 'Ivory Coast': 'CI', Myanmar: 'MM', Macedonia: 'MK', Palestine: 'PS',
}); // biome-ignore format: a table
const STATES =
  'Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming';
const STATES_OF_TWO = [
  'New Hampshire',
  'New Jersey',
  'New Mexico',
  'New York',
  'North Carolina',
  'North Dakota',
  'Rhode Island',
  'South Carolina',
  'South Dakota',
  'West Virginia',
  'Washington State',
];
const REGIONS_OF = wordTable<string>({
  CA: 'Ontario,Quebec,British Columbia,Alberta,Manitoba,Saskatchewan,Nova Scotia,New Brunswick,Newfoundland,Prince Edward Island',
  GB: 'England,Scotland,Wales,Northern Ireland',
  AU: 'New South Wales,Queensland,Victoria,Western Australia,South Australia,Tasmania',
});
/** Names that are a state's only behind one of its cities: by themselves they are a country's or the capital's. */
const STATES_BEHIND = wordTable<string>({ Georgia: 'GE', Washington: '' });
/** Countries on two continents, whose cities the name of a continent alone does not place. */
const ON_TWO = new Set('RU TR KZ AZ GE AM CY EG'.split(' '));
/** The best-known cities, as far as the name alone says the country. */
const CITIES =
  'London:GB:England Manchester:GB:England Edinburgh:GB:Scotland Berlin:DE Munich:DE Hamburg:DE Frankfurt:DE Cologne:DE Paris:FR Lyon:FR Nantes:FR Toulouse:FR Amsterdam:NL Rotterdam:NL Utrecht:NL Brussels:BE Antwerp:BE Zurich:CH Geneva:CH Basel:CH Vienna:AT Prague:CZ Brno:CZ Warsaw:PL Kraków:PL Wrocław:PL Budapest:HU Bucharest:RO Sofia:BG Athens:GR Lisbon:PT Madrid:ES Barcelona:ES Rome:IT Milan:IT Turin:IT Copenhagen:DK Stockholm:SE Gothenburg:SE Oslo:NO Helsinki:FI Tallinn:EE Riga:LV Vilnius:LT Dublin:IE Kyiv:UA Zagreb:HR Belgrade:RS Ljubljana:SI Moscow:RU Istanbul:TR Ankara:TR Jerusalem:IL Cairo:EG Lagos:NG Nairobi:KE Johannesburg:ZA Mumbai:IN Bangalore:IN Bengaluru:IN Delhi:IN Hyderabad:IN Beijing:CN Shanghai:CN Shenzhen:CN Hangzhou:CN Guangzhou:CN Tokyo:JP Osaka:JP Kyoto:JP Seoul:KR Taipei:TW Bangkok:TH Jakarta:ID Manila:PH Hanoi:VN Sydney:AU:New_South_Wales Melbourne:AU:Victoria Brisbane:AU:Queensland Auckland:NZ Wellington:NZ Toronto:CA:Ontario Montreal:CA:Quebec Vancouver:CA:British Columbia Ottawa:CA:Ontario Boston:US:Massachusetts Chicago:US:Illinois Seattle:US:Washington Austin:US:Texas Denver:US:Colorado Atlanta:US:Georgia Miami:US:Florida Philadelphia:US:Pennsylvania Houston:US:Texas Dallas:US:Texas Brooklyn:US:New_York Bogotá:CO Lima:PE Montevideo:UY';
const CITIES_OF_TWO = wordTable<string>({
  'San Francisco': 'US:California',
  'Los Angeles': 'US:California',
  'San Diego': 'US:California',
  'Palo Alto': 'US:California',
  'Mountain View': 'US:California',
  'Redwood City': 'US:California',
  'Menlo Park': 'US:California',
  'New York City': 'US:New_York',
  'Salt Lake City': 'US:Utah',
  'Tel Aviv': 'IL',
  'The Hague': 'NL',
  'São Paulo': 'BR',
  'Rio de Janeiro': 'BR',
  'Buenos Aires': 'AR',
  'Mexico City': 'MX',
  'Cape Town': 'ZA',
  'New Delhi': 'IN',
});
/** The codes of the states that stand behind a city: "Austin, TX". */
const STATE_CODES = wordTable<string>(
  Object.fromEntries(
    'AL:Alabama AK:Alaska AZ:Arizona AR:Arkansas CA:California CO:Colorado CT:Connecticut DC:District_of_Columbia DE:Delaware FL:Florida GA:Georgia HI:Hawaii ID:Idaho IL:Illinois IN:Indiana IA:Iowa KS:Kansas KY:Kentucky LA:Louisiana ME:Maine MD:Maryland MA:Massachusetts MI:Michigan MN:Minnesota MS:Mississippi MO:Missouri MT:Montana NE:Nebraska NV:Nevada NH:New_Hampshire NJ:New_Jersey NM:New_Mexico NY:New_York NC:North_Carolina ND:North_Dakota OH:Ohio OK:Oklahoma OR:Oregon PA:Pennsylvania RI:Rhode_Island SC:South_Carolina SD:South_Dakota TN:Tennessee TX:Texas UT:Utah VT:Vermont VA:Virginia WA:Washington WI:Wisconsin WV:West_Virginia WY:Wyoming'
      .split(' ')
      .map((pair) => pair.replace(/_/gu, ' ').split(':')),
  ) as Record<string, string>,
);

type Named = Omit<Place, 'start' | 'end'>;

const gazetteer = new Map<string, Named>();
const add = (name: string, codes: string, more: Partial<Named> = {}) =>
  gazetteer.set(name, { name, countries: new Set(codes.split(' ')), part: false, ...more });
const REGION = { part: true, region: true } as const;
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
for (const [continent, codes] of Object.entries(CONTINENTS)) {
  add(continent, codes);
  for (const code of codes.split(' ')) {
    const name = english.of(code);
    if (name) add(name.replace(/ & /gu, ' and '), code);
  }
}
for (const [region, codes] of Object.entries(REGIONS)) add(region, codes);
add('European Union', REGIONS.EU ?? '');
add('Americas', `${CONTINENTS['North America']} ${CONTINENTS['South America']}`);
for (const [alias, code] of Object.entries(ALIASES)) add(alias, code);
for (const state of [...STATES.split(' '), ...STATES_OF_TWO]) add(state, 'US', REGION);
for (const [name, codes] of Object.entries(REGIONS_OF)) for (const region of codes.split(',')) add(region, name, REGION);
for (const [city, place] of [
  ...CITIES.split(' ').map((one) => [one.split(':', 1)[0] ?? '', one.slice(one.indexOf(':') + 1)]),
  ...Object.entries(CITIES_OF_TWO),
]) {
  const [code = '', within] = (place ?? '').replace(/_/gu, ' ').split(':');
  add(city ?? '', code, { part: true, ...(within ? { within } : {}) });
}

const WORD = /\p{Lu}(?:[\p{L}.'’]|-(?=\p{Lu}))*\p{L}|\p{Lu}{2,}/gu;

/** The place of this name, in any case when the name has more than three letters; null when it is not a country, region or state known here. */
export function placeNamed(name: string): Named | null {
  const bare = name
    .trim()
    .replace(/^the\s+/iu, '')
    .replace(/\.$/u, '');
  const exact = gazetteer.get(bare) ?? qualified(bare);
  if (exact || bare.length < 4) return exact ?? null;
  return gazetteer.get(bare.toLowerCase().replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())) ?? null;
}

/** "Athens, Georgia": the place that its own qualifier makes plain. */
function qualified(name: string): Named | null {
  const [first, ...others] = /,\s/u.test(name) && !/\s(?:or|and)\s/u.test(name) ? findPlaces(name) : [];
  return first && first.start === 0 && others.length > 0 && others.at(-1)?.end === name.length ? first : null;
}

/** What stands behind a city: the state decides where it lies, another country than its own leaves that open. */
function behind(city: Place, next: Place | undefined, gap: string): Place {
  if (!next || gap !== ', ' || city.region || !city.part) return city;
  if (next.region) return { ...city, countries: next.countries, within: next.name };
  const own = [...city.countries].some((code) => next.countries.has(code));
  return next.part || own
    ? city
    : { start: city.start, end: city.end, name: city.name, countries: new Set([...city.countries, ...next.countries]), part: true };
}

/** The countries, regions and states that a text names with their capital letters, longest name first; "Austin, TX" names one too. */
export function findPlaces(text: string): Place[] {
  const words = [...text.matchAll(WORD)];
  const found: Place[] = [];
  for (let i = 0; i < words.length; i++) {
    const first = words[i];
    if (!first) continue;
    for (let length = Math.min(4, words.length - i); length > 0; length--) {
      const last = words[i + length - 1];
      if (!last) continue;
      const end = last.index + last[0].length;
      const written = text.slice(first.index, end);
      // INDIA is India; GERMANY and FRANCE are not two-letter codes
      const cased =
        written.length > 4 && written === written.toUpperCase()
          ? written.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
          : written;
      const named = written.length < 40 ? (gazetteer.get(written) ?? gazetteer.get(cased)) : undefined;
      const after = /,\s$/u.test(text.slice(Math.max(0, first.index - 2), first.index));
      const code = length === 1 && after ? STATE_CODES[written] : undefined;
      const before = found.at(-1);
      // "Atlanta, Georgia", not "Tbilisi, Georgia"
      const state =
        length === 1 &&
        after &&
        STATES_BEHIND[written] !== undefined &&
        behindCity(text, first.index, before, STATES_BEHIND[written] ?? '');
      if ((!named && !code && !state) || /(?:^|\s)New\s$/u.test(text.slice(Math.max(0, first.index - 5), first.index))) continue;
      const place: Named = code || state ? { name: code ?? written, countries: new Set(['US']), ...REGION } : (named as Named);
      found.push({ start: first.index, end, ...place });
      i += length - 1;
      break;
    }
  }
  return found.map((place, i) => behind(place, found[i + 1], text.slice(place.end, found[i + 1]?.start)));
}

/** Whether a name stands right behind one of a city that does not lie in the country of that name. */
function behindCity(text: string, at: number, last: Place | undefined, country: string): boolean {
  if (last && last.end === at - 2) return last.part && !last.region && !last.countries.has(country);
  return country === '' && /\p{Lu}[\p{L}.'’-]+,\s$/u.test(text.slice(Math.max(0, at - 30), at));
}

/** Whether one place lies in another: yes, no, or null when the names alone cannot tell. */
export function liesIn(inner: Named, outer: Named): boolean | null {
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (inner.name === outer.name) return shared === 0 ? inner.region === true || outer.region === true : !differ(inner, outer);
  if (inner.within === outer.name) return true;
  if (shared === 0) return outer.countries.size > 1 && !outer.part && [...inner.countries].some((code) => ON_TWO.has(code)) ? null : false;
  if (shared < inner.countries.size) return null;
  if (!outer.part) return true;
  // two states, two cities, a city of another state
  if (inner.region ? outer.region : inner.part && !outer.region) return false;
  return inner.part && inner.within !== undefined && outer.region ? false : null;
}

const differ = (a: Named, b: Named) => a.within !== undefined && b.within !== undefined && a.within !== b.within;
