import { databaseUnavailable, type Fault, isOfOutside, rootCause } from '../../domain/errors.ts';

const NO_SPACE = '53100';
/** What of Postgres makes its files longer: where a quota or a limit on file size stops it, it says XX000, as of its own mistakes. */
const EXTENDS = /^md(zero)?extend/;

/** The driver and the hosts of pages share error codes (ENOTFOUND): an error of a page's host is no fault of the database. */
const codeOf = (error: unknown) => {
  if (isOfOutside(error)) return '';
  const found = rootCause(error);
  if (typeof found !== 'object' || found === null || !('code' in found)) return '';
  if (found.code === 'XX000' && 'routine' in found && EXTENDS.test(String(found.routine))) return NO_SPACE;
  return String(found.code);
};

/** Whether a statement ran against a unique index (SQLSTATE 23505); drizzle wraps the driver's error. */
export const isUniqueViolation = (error: unknown) => codeOf(error) === '23505';

/** Whether a statement named a row that is no more (SQLSTATE 23503). */
export const isMissingReference = (error: unknown) => codeOf(error) === '23503';

// driver codes; SQLSTATE 08 connection, 53 resources, 57 operator, 58030 disk, 55P03 lock timeout, 25P03 and 25P04 idle or long
// transaction, 40 serialization and deadlock
const UNAVAILABLE = /^(CONNECT|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|08|53|57|58030|40|55P03|25006|25P0[34])/;

/** Whether an error means that the database is unavailable or asks for a retry. A statement that timed out (57014) does not. */
export const isUnavailable = (error: unknown) => UNAVAILABLE.test(codeOf(error)) && !isOverTime(error);

/** Whether Postgres ended a statement for the time it took. Its clock goes on while this process gets no time. */
export const isOverTime = (error: unknown) => codeOf(error) === '57014';

/** The refusal for an error that says the database is unavailable or cannot serve now; null for anything else. */
export const faultOfDatabase = (error: unknown): Fault | null => (UNAVAILABLE.test(codeOf(error)) ? databaseUnavailable() : null);
