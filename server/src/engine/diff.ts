import type { Change } from '../contract/call.ts';
import { isSameDocument } from '../contract/reference/same-document.ts';

export type FieldChange = { path: string; before?: unknown; after?: unknown };

/** Substrings of the names of fields whose values never reach the audit trail, as in `client_secret`. */
const secretNames =
  /secret|password|passphrase|token|apikey|credential|privatekey|accesskey|authorization|recoverycode/i;
const masked = '***';

const isSecret = (name: string): boolean => secretNames.test(name.replaceAll(/[_\-\s]/g, ''));

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !JSON.isRawJSON(value);

/**
 * The database stores the keys of a document in its own order, so elements of arrays are compared regardless of key
 * order.
 */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  JSON.stringify(before) === JSON.stringify(after) ||
  (Array.isArray(before) && Array.isArray(after) && isSameDocument(before, after));

/**
 * Returns the value without its secrets, at any depth. Secrets are strings; a number, such as a token count, is kept.
 */
const show = (value: unknown, secret: boolean): unknown => {
  if (Array.isArray(value)) return value.map((member) => show(member, secret));
  if (isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, show(member, secret || isSecret(name))]),
    );
  }
  return secret && typeof value === 'string' && value !== '' ? masked : value;
};

const walk = (path: string, secret: boolean, before: unknown, after: unknown, out: FieldChange[]): void => {
  if (isPlain(before) && isPlain(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      walk(path === '' ? key : `${path}.${key}`, secret || isSecret(key), before[key], after[key], out);
    }
    return;
  }
  if (isSame(before, after)) return;
  out.push({
    path,
    ...(before === undefined ? {} : { before: show(before, secret) }),
    ...(after === undefined ? {} : { after: show(after, secret) }),
  });
};

/**
 * Field-by-field differences for the audit row. If a change touches several entities, each path begins with the
 * entity's ID.
 */
export const diffEntities = (change: Change, several: boolean): FieldChange[] => {
  const out: FieldChange[] = [];
  walk('', false, change.before ?? {}, change.after ?? {}, out);
  return several ? out.map((field) => ({ ...field, path: `${change.id}:${field.path}` })) : out;
};
