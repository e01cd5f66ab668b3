import { parseTime } from '../../kit/time.ts';
import type { ReferralDocument } from './port.ts';

// Reading and changing documents of partners by dotted paths (`Project.ExpectedCustomerSpend.0.Amount`). A document may
// hold anything: what is not there, or is of another kind, reads as absent.

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);

/** Whether a member says nothing: clients write null, an empty text or an empty list for what they do not know. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const memberOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

export const valueAt = (document: unknown, path: string): unknown => path.split('.').reduce(memberOf, document);

/** The text at a path; undefined if there is none, or an empty one. */
export const textAt = (document: unknown, path: string): string | undefined => {
  const value = valueAt(document, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const listAt = (document: unknown, path: string): readonly unknown[] => {
  const value = valueAt(document, path);
  return Array.isArray(value) ? value : [];
};

const put = (holder: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown => {
  const inner = rest.length === 0 ? value : put(memberOf(holder, name), rest, value);
  if (Array.isArray(holder) && memberOf(holder, name) !== undefined) return holder.with(Number(name), inner);
  const { [name]: _old, ...others } = isObject(holder) ? holder : {};
  return inner === undefined ? others : { ...(isObject(holder) ? holder : {}), [name]: inner };
};

/**
 * The document with another value at the path; undefined removes the member. Missing objects on the path are created; an item of a list
 * must exist.
 */
export const putAt = (document: ReferralDocument, path: string, value: unknown): ReferralDocument =>
  put(document, path.split('.'), value) as ReferralDocument;

/** Whether a text is a day of the calendar, YYYY-MM-DD, from the year 1000 on. */
export const isDay = (text: string): boolean => /^[1-9]/.test(text) && parseTime(`${text}T00:00:00Z`) !== null;
