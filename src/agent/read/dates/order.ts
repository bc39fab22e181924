import { remembered } from '../../../domain/text.ts';

/** Whether 03/04/2020 is in March in the locale of a language tag ("en-GB", "es"), by Node's CLDR data; false without a tag. */
export const isMonthFirst = (tag: string | null): boolean => tag !== null && putsMonthFirst(tag);

const putsMonthFirst = remembered((tag: string) => {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return false;
    const parts = new Intl.DateTimeFormat(tag, { dateStyle: 'short' }).formatToParts(0);
    return parts.find(({ type }) => type !== 'literal')?.type === 'month';
  } catch {
    return false;
  }
});
