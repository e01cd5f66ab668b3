import type { Json, JsonValue, Kind, StripeCall, Thing } from '../state.ts';
import { needThing, thingsOf } from '../things.ts';
import { createdParam, listAnswer, listParams } from './list.ts';
import { type ParamKind, type ParamSpec, readParams } from './params.ts';

/** A parameter that filters a list: objects whose field of that name has the value, or those that match `fits`. */
type Filter = ParamKind | { kind: ParamKind; fits(thing: Thing, wanted: JsonValue): boolean };

/** Reads one object by the ID in the path. */
export const readOne =
  (kind: Kind, params: ParamSpec = {}) =>
  (call: StripeCall): Json => {
    readParams(call.params, params);
    return needThing(call, kind, call.path.id ?? '').wire;
  };

const isCustom = (filter: Filter): filter is Extract<Filter, { fits: unknown }> =>
  typeof filter === 'object' && 'fits' in filter;

/** Lists the objects of a kind, newest first; `url` is its path. */
export const readList = (kind: Kind, url: string, filters: Record<string, Filter>) => {
  const kinds = Object.entries(filters).map(([name, filter]) => [name, isCustom(filter) ? filter.kind : filter]);
  const spec: ParamSpec = { ...listParams, ...createdParam, ...Object.fromEntries(kinds) };
  return (call: StripeCall): Json => {
    const params = readParams(call.params, spec);
    const fits = (thing: Thing): boolean =>
      Object.entries(filters).every(([name, filter]) => {
        const wanted = params[name];
        if (wanted === undefined) return true;
        return isCustom(filter) ? filter.fits(thing, wanted) : thing.wire[name] === wanted;
      });
    return listAnswer(call, kind, thingsOf(call.tx, kind, call.account.id).filter(fits), { params, url });
  };
};
