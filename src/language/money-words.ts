/** Currencies by a sign that is unique to one, from the CLDR data of Node; for shared signs, the currency that is usually meant. */
const SIGNS = new Map<string, string>([
  ...Intl.supportedValuesOf('currency').map((code): [string, string] => [signOf(code), code]),
  ...Object.entries({ $: 'USD', '£': 'GBP', '¥': 'JPY', '₩': 'KRW', 'us$': 'USD', 'c$': 'CAD', 'ca$': 'CAD', 'cdn$': 'CAD', 'a$': 'AUD', 'au$': 'AUD', 'hk$': 'HKD', 'nz$': 'NZD', 's$': 'SGD', 'sg$': 'SGD', 'r$': 'BRL', 'mx$': 'MXN', 'nt$': 'TWD', rs: 'INR', 'rs.': 'INR', 'rp.': 'IDR' }),
]); // biome-ignore format: a table
function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(1);
  return (parts.find(({ type }) => type === 'currency')?.value ?? currency).toLowerCase();
}

const WORDS: [RegExp, string][] = [
  [/^(?:us\s|u\.s\.\s)?(?:dollars?|usd)\b/iu, 'USD'],
  [/^(?:euros?|eur)\b/iu, 'EUR'],
  [/^(?:pounds?(?: sterling)?|gbp)\b/iu, 'GBP'],
  [/^(?:swiss francs?|francs?(?!\scfa)|chf)\b/iu, 'CHF'],
  [/^(?:kronor|sek)\b/iu, 'SEK'],
  [/^nok\b/iu, 'NOK'],
  [/^dkk\b/iu, 'DKK'],
  [/^(?:czk\b|kč(?![\p{L}]))/iu, 'CZK'],
  [/^(?:pln\b|zł(?![\p{L}])|zlotys?\b)/iu, 'PLN'],
  [/^(?:huf|forints?)\b/iu, 'HUF'],
  [/^Ft(?!\p{L})/u, 'HUF'],
  [/^(?:yen|jpy)\b|^円/iu, 'JPY'],
  [/^원/u, 'KRW'],
  [/^(?:(?:indian )?rupees?|inr)\b/iu, 'INR'],
  [/^(?:moroccan )?dirhams?\b/iu, 'MAD'],
  [/^MAD\b/u, 'MAD'],
  [/^(?:[Rr]and|ZAR)\b/u, 'ZAR'],
  [/^(?:reais|brl)\b/iu, 'BRL'],
  [/^(?:baht|thb)\b/iu, 'THB'],
  [/^(?:shekels?|ils)\b/iu, 'ILS'],
  [/^(?:lei(?!\p{L})|ron\b)/iu, 'RON'],
  [/^(?:лв|bgn\b)/iu, 'BGN'],
  [/^(?:руб|rub\b|roubles?\b|rubles?\b)/iu, 'RUB'],
  [/^(?:грн|uah\b)/iu, 'UAH'],
  [/^TL(?!\p{L})/u, 'TRY'],
  [/^(?:percent|per cent)\b|^%/iu, '%'],
];

/** Currencies with three decimals. */
const MILS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
/** Whether a dot before three digits separates thousands, as in sums: “85.000 euros”; null when unknown. */
export const isDotted = (currency: string | null): boolean | null => (currency === null || currency === '%' ? null : !MILS.has(currency));

/** The currency of a sign or code before a sum; null for none. */
export function currencyAt(sign: string | undefined): string | null {
  const bare = sign?.trim().toLowerCase() ?? '';
  return bare === '' ? null : (SIGNS.get(bare) ?? bare.toUpperCase());
}

/** The currency, or '%', at the start of the words after a number; null for none. */
export const currencyBehind = (after: string): string | null => {
  const sign = /^\p{Sc}/u.exec(after)?.[0];
  return (sign && SIGNS.get(sign)) ?? WORDS.find(([pattern]) => pattern.test(after))?.[1] ?? null;
};

/** The currency that a text names anywhere: “Price in euros”, “Tuition (£)”; null for none. */
export const currencyIn = (text: string): string | null =>
  text
    .split(/[\s(),/]+/u)
    .map(currencyBehind)
    .find((code) => code !== null && code !== '%') ?? null;
