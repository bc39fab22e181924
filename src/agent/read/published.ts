const DATE = /^(\d{4})(?:[-/](\d{2})(?:[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/** A declared date or time in ISO 8601 at its precision; null when it is not a real date between 1900 and 2199. */
export function isoDate(text: string): string | null {
  const parts = DATE.exec(text.trim().slice(0, 40));
  if (!parts) return null;
  const [, year = '', month, day, time, zone] = parts;
  if (Number(year) < 1900 || Number(year) > 2199) return null;

  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (month !== undefined && !isReal(Number(year), Number(month), Number(day ?? '1'))) return null;
  if (time === undefined) return date;
  if (Number.isNaN(Date.parse(`${date}T${time}Z`))) return null;
  return `${date}T${time}${zone === undefined ? '' : zone.toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')}`;
}

function isReal(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
