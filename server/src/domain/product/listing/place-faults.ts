import type { Fault } from '../../../kit/errors.ts';
import type { PlanIn } from '../schema.ts';
import type { Priced } from './listing.ts';

type Lists = Pick<PlanIn, 'commits' | 'dimensions'>;

const listNames = ['commits', 'dimensions'] as const;

/** Where each price of these lists stands, such as `commits.1`; `before` is the place of the lists. */
export const placesOf = (lists: Lists, before = ''): [object, string][] =>
  listNames.flatMap((name) =>
    (lists[name] ?? []).map((price, index): [object, string] => [price, `${before}${name}.${index}`]),
  );

type Found = {
  priced: Pick<Priced, 'info' | 'given'>;
  plans: readonly PlanIn[];
  /** Where the body has each price. */
  places: ReadonlyMap<object, string>;
  /** Where the body has other members of a product's `info`. */
  members: Readonly<Record<string, string>>;
};

/** Says in terms of the body what is wrong with prices. What the body does not say keeps its place in the product. */
export const placeFaults = (faults: readonly Fault[], { priced, plans, places, members }: Found): Fault[] => {
  const priceAt = (lists: Partial<Lists> | undefined, name = '', index = ''): object | undefined => {
    const list = listNames.find((one) => one === name);
    return list && index !== '' ? lists?.[list]?.[Number(index)] : undefined;
  };
  return faults.map((fault) => {
    const [top, ...rest] = fault.path.split('.');
    const [lists, [name, index, ...more]] =
      top === 'info'
        ? [priced.info, rest]
        : top === 'plans'
          ? [plans[Number(rest[0])], rest.slice(1)]
          : [undefined, []];
    const price = priceAt(lists, name, index);
    const place = price ? places.get(priced.given.get(price) ?? price) : undefined;
    if (place !== undefined) return { ...fault, path: [place, ...more].join('.') };
    const member = top === 'info' && index === undefined ? members[name ?? ''] : undefined;
    return member === undefined ? fault : { ...fault, path: member };
  });
};
