import type { Change } from '../contract/call.ts';
import { isSameDocument } from '../contract/reference/same-document.ts';

export type FieldChange = { path: string; before?: unknown; after?: unknown };

/** Names of fields whose values never reach the audit trail. */
const secretNames = /secret|password|token|apikey|credential|privatekey|accesskey/i;
const masked = '***';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !JSON.isRawJSON(value);

/** The database keeps the keys of a document in its own order, so the elements of arrays are compared without it. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  JSON.stringify(before) === JSON.stringify(after) ||
  (Array.isArray(before) && Array.isArray(after) && isSameDocument(before, after));

const walk = (path: string, before: unknown, after: unknown, out: FieldChange[]): void => {
  if (isPlain(before) && isPlain(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      walk(path === '' ? key : `${path}.${key}`, before[key], after[key], out);
    }
    return;
  }
  if (isSame(before, after)) return;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const show = (value: unknown): unknown => (value !== undefined && secretNames.test(name) ? masked : value);
  out.push({
    path,
    ...(before === undefined ? {} : { before: show(before) }),
    ...(after === undefined ? {} : { after: show(after) }),
  });
};

/** What differs, field by field, for the audit row. With several entities in one change each path begins with its id. */
export const diffEntities = (change: Change, several: boolean): FieldChange[] => {
  const out: FieldChange[] = [];
  walk('', change.before ?? {}, change.after ?? {}, out);
  return several ? out.map((field) => ({ ...field, path: `${change.id}:${field.path}` })) : out;
};
