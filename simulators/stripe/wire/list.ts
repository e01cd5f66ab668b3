import type { Json, JsonValue, Kind, StripeCall, Thing } from '../state.ts';
import { needThing } from '../things.ts';
import { badParam } from './errors.ts';
import { hash, numberOf, type ParamSpec, textOf } from './params.ts';

/** The parameters that every list accepts. */
export const listParams: ParamSpec = {
  limit: 'integer',
  starting_after: 'text',
  ending_before: 'text',
};

/** The filter by time: an exact second or `gt`, `gte`, `lt`, `lte`. */
export const createdParam: ParamSpec = { created: 'any' };

/** Cuts a page out of objects ordered from newest to oldest. `url` is the path of the list. */
export const listAnswer = (
  call: StripeCall,
  kind: Kind,
  things: Thing[],
  options: { params: Json; url: string },
): Json => {
  const { params, url } = options;
  const limit = params.limit === undefined ? 10 : numberOf(params.limit);
  if (limit < 1 || limit > 100) {
    const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
    throw badParam('limit', `Invalid integer: must be ${bound}`, 'parameter_invalid_integer');
  }
  const fitting = things.filter(({ wire }) => isInTime(wire.created ?? wire.date, params.created, 'created'));
  const after = textOf(params.starting_after);
  const before = textOf(params.ending_before);
  if (after !== null && before !== null) {
    throw badParam('starting_after', 'You may only specify one of these parameters: ending_before, starting_after.');
  }
  if (before !== null) {
    const { order } = needThing(call, kind, before, 'ending_before');
    const newer = fitting.filter((thing) => thing.order > order);
    return page(newer.slice(-limit), newer.length > limit, url);
  }
  let older = fitting;
  if (after !== null) {
    const { order } = needThing(call, kind, after, 'starting_after');
    older = fitting.filter((thing) => thing.order < order);
  }
  return page(older.slice(0, limit), older.length > limit, url);
};

const page = (things: Thing[], hasMore: boolean, url: string): Json => ({
  object: 'list',
  data: things.map((thing) => thing.wire),
  has_more: hasMore,
  url,
});

/** Whether a time fits a filter: an exact second, or bounds. `name` is the filter's, for refusals. */
export const isInTime = (value: JsonValue | undefined, filter: JsonValue | undefined, param: string): boolean => {
  if (filter === undefined) return true;
  const at = numberOf(value);
  if (typeof filter === 'string') return at === secondOf(filter, param);
  for (const [name, limit] of Object.entries(hash(filter))) {
    const bound = secondOf(limit, `${param}[${name}]`);
    if (name === 'gt' && !(at > bound)) return false;
    if (name === 'gte' && !(at >= bound)) return false;
    if (name === 'lt' && !(at < bound)) return false;
    if (name === 'lte' && !(at <= bound)) return false;
  }
  return true;
};

const secondOf = (value: unknown, name: string): number => {
  if (typeof value === 'string' && /^\d{1,12}$/.test(value)) return Number(value);
  throw badParam(name, `Invalid timestamp: ${String(value)}`, 'parameter_invalid_integer');
};
