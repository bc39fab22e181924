import { wordTable } from './text.ts';
/** A place on a map as a text names it: the countries (ISO 3166-1 alpha-2) it can lie in. A US state lies in one country and is not all of it. */
export interface Place {
  start: number;
  end: number;
  name: string;
  countries: ReadonlySet<string>;
  /** A city, a state or another part of a country: inside it, but not the whole of it. */
  part: boolean;
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
  'United States of America': 'US', USA: 'US', US: 'US', 'U.S': 'US', 'U.S.A': 'US', UK: 'GB', 'U.K': 'GB', 'Great Britain': 'GB', England: 'GB', Scotland: 'GB', Wales: 'GB',
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
const PROVINCES = ['Ontario', 'Quebec', 'British Columbia', 'Alberta', 'Manitoba', 'Saskatchewan', 'Nova Scotia'];
/** The best-known cities, as far as the name alone says the country. */
const CITIES =
  'London:GB Manchester:GB Edinburgh:GB Berlin:DE Munich:DE Hamburg:DE Frankfurt:DE Cologne:DE Paris:FR Lyon:FR Nantes:FR Toulouse:FR Amsterdam:NL Rotterdam:NL Utrecht:NL Brussels:BE Antwerp:BE Zurich:CH Geneva:CH Basel:CH Vienna:AT Prague:CZ Brno:CZ Warsaw:PL Kraków:PL Wrocław:PL Budapest:HU Bucharest:RO Sofia:BG Athens:GR Lisbon:PT Madrid:ES Barcelona:ES Rome:IT Milan:IT Turin:IT Copenhagen:DK Stockholm:SE Gothenburg:SE Oslo:NO Helsinki:FI Tallinn:EE Riga:LV Vilnius:LT Dublin:IE Kyiv:UA Zagreb:HR Belgrade:RS Ljubljana:SI Moscow:RU Istanbul:TR Ankara:TR Jerusalem:IL Cairo:EG Lagos:NG Nairobi:KE Johannesburg:ZA Mumbai:IN Bangalore:IN Bengaluru:IN Delhi:IN Hyderabad:IN Beijing:CN Shanghai:CN Shenzhen:CN Hangzhou:CN Guangzhou:CN Tokyo:JP Osaka:JP Kyoto:JP Seoul:KR Taipei:TW Bangkok:TH Jakarta:ID Manila:PH Hanoi:VN Sydney:AU Melbourne:AU Brisbane:AU Auckland:NZ Wellington:NZ Toronto:CA Montreal:CA Vancouver:CA Ottawa:CA Boston:US Chicago:US Seattle:US Austin:US Denver:US Atlanta:US Miami:US Philadelphia:US Houston:US Dallas:US Brooklyn:US Bogotá:CO Lima:PE Montevideo:UY';
const CITIES_OF_TWO = wordTable<string>({
  'San Francisco': 'US',
  'Los Angeles': 'US',
  'San Diego': 'US',
  'Palo Alto': 'US',
  'Mountain View': 'US',
  'Redwood City': 'US',
  'Menlo Park': 'US',
  'New York City': 'US',
  'Salt Lake City': 'US',
  'Tel Aviv': 'IL',
  'The Hague': 'NL',
  'São Paulo': 'BR',
  'Rio de Janeiro': 'BR',
  'Buenos Aires': 'AR',
  'Mexico City': 'MX',
  'Cape Town': 'ZA',
  'New Delhi': 'IN',
});
const STATE_CODES =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/u;

interface Named {
  name: string;
  countries: ReadonlySet<string>;
  part: boolean;
}

const gazetteer = new Map<string, Named>();
const add = (name: string, codes: string, part = false) => gazetteer.set(name, { name, countries: new Set(codes.split(' ')), part });
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
for (const state of [...STATES.split(' '), ...STATES_OF_TWO]) add(state, 'US', true);
for (const [city, code] of [...CITIES.split(' ').map((pair) => pair.split(':')), ...Object.entries(CITIES_OF_TWO)])
  add(city ?? '', code ?? '', true);
for (const province of PROVINCES) add(province, 'CA', true);

const WORD = /\p{Lu}(?:[\p{L}.'’]|-(?=\p{Lu}))*\p{L}|\p{Lu}{2,}/gu;

/** The place of this name, in any case when the name has more than three letters; null when it is not a country, region or state known here. */
export function placeNamed(name: string): Named | null {
  const bare = name
    .trim()
    .replace(/^the\s+/iu, '')
    .replace(/\.$/u, '');
  const exact = gazetteer.get(bare);
  if (exact || bare.length < 4) return exact ?? null;
  return gazetteer.get(bare.toLowerCase().replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())) ?? null;
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
      const state = length === 1 && STATE_CODES.test(written) && /,\s$/u.test(text.slice(Math.max(0, first.index - 2), first.index));
      if (!named && !state) continue;
      const place = named ?? { name: written, countries: new Set(['US']), part: true };
      found.push({ start: first.index, end, ...place });
      i += length - 1;
      break;
    }
  }
  return found;
}

/** Whether one place lies in another: yes, no, or null when the names alone cannot tell. */
export function liesIn(inner: Named, outer: Named): boolean | null {
  if (inner.name === outer.name) return true;
  const shared = [...inner.countries].filter((code) => outer.countries.has(code)).length;
  if (shared === 0) return false;
  if (shared < inner.countries.size) return null;
  return outer.part ? (inner.part ? false : null) : true;
}
