import { databaseUnavailable, type Fault, rootCause } from '../../domain/errors.ts';

const codeOf = (error: unknown) => {
  const found = rootCause(error);
  return typeof found === 'object' && found !== null && 'code' in found ? String(found.code) : '';
};

/** Whether a statement ran against a unique index (SQLSTATE 23505); drizzle wraps the driver's error. */
export const isUniqueViolation = (error: unknown) => codeOf(error) === '23505';

/** Whether a statement named a row that is no more (SQLSTATE 23503). */
export const isMissingReference = (error: unknown) => codeOf(error) === '23503';

// driver codes; classes 08 (connection), 53 (resources), 57 (operator intervention, timeouts); 55P03 lock timeout; 25P03, 25P04 a transaction left idle or too long; 40 (serialization, deadlock)
const UNAVAILABLE = /^(CONNECT|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|08|53|57|40|55P03|25006|25P0[34])/;

/** Whether an error says that the database is unavailable or asks for another try; one statement that took too long (57014) says nothing of it. */
export const isUnavailable = (error: unknown) => UNAVAILABLE.test(codeOf(error)) && codeOf(error) !== '57014';

/** The refusal for an error that says the database is unavailable or cannot serve now; null for anything else. */
export const faultOfDatabase = (error: unknown): Fault | null => (UNAVAILABLE.test(codeOf(error)) ? databaseUnavailable() : null);
