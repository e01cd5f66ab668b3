import type { Json, JsonValue, StripeReader } from '../state.ts';
import { kindOfId } from '../things.ts';
import { badParam } from './errors.ts';

/** Replaces IDs with their objects at the paths in `expand`, at most four levels deep. */
export const expandAnswer = (reader: StripeReader, accountId: string, body: Json, paths: string[]): Json => {
  let expanded: JsonValue = body;
  for (const path of paths) {
    const names = path.split('.');
    if (names.filter((name) => name !== 'data').length > 4) {
      throw badParam('expand', `You cannot expand more than 4 levels of a property (${path})`);
    }
    expanded = expandAt(reader, accountId, expanded, names, path);
  }
  return expanded as Json;
};

const expandAt = (
  reader: StripeReader,
  accountId: string,
  value: JsonValue,
  names: string[],
  path: string,
): JsonValue => {
  if (Array.isArray(value)) return value.map((item) => expandAt(reader, accountId, item, names, path));
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = value[name];
  if (inner === undefined) {
    throw badParam('expand', `This property cannot be expanded (${path}).`);
  }
  const whole = typeof inner === 'string' ? objectOf(reader, accountId, inner, path) : inner;
  return { ...value, [name]: expandAt(reader, accountId, whole, rest, path) };
};

const objectOf = (reader: StripeReader, accountId: string, id: string, path: string): JsonValue => {
  const kind = kindOfId(id);
  const thing = kind && reader.get(kind, id);
  if (!thing || thing.accountId !== accountId) throw badParam('expand', `This property cannot be expanded (${path}).`);
  return thing.wire;
};
