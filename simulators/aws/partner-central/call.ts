import type { AwsCall, Operation, Operations } from '../call.ts';
import { cutPage } from '../paging.ts';
import type { Account, AwsSimulation, Json } from '../state.ts';
import { accessDenied, malformed } from './refusals.ts';
import type { Catalog } from './rows.ts';
import { type Problem, readShape, type Shape } from './shape.ts';

/** One call of an operation of Partner Central, with its input as its model reads it. */
export type PartnerCall<I> = { simulation: AwsSimulation; account: Account; catalog: Catalog; input: I };

/** The implementation of an operation; the type of its input follows from its shape. */
export type PartnerRun = (call: PartnerCall<never>) => Record<string, unknown>;

/** How a service refuses a request that breaks its model, and an account that may not call it. */
export type Refusals = { malformed(problems: Problem[]): Error; denied(accountId: string, operation: string): Error };

/** AWS's message for an account without permission. */
export const deniedMessage = (accountId: string, operation: string): string =>
  `User: arn:aws:iam::${accountId}:user/simulated is not authorized to perform: partnercentral:${operation}`;

const sellingRefusals: Refusals = {
  malformed,
  denied: (accountId, operation) => accessDenied(deniedMessage(accountId, operation)),
};

/** Operations of a model that no account has permission for: they are not simulated. */
export const deniedOperations = (names: string[], { denied }: Refusals = sellingRefusals): Operations =>
  Object.fromEntries(
    names.map((name): [string, Operation] => [
      name,
      ({ account }) => {
        throw denied(account.id, name);
      },
    ]),
  );

/** An operation whose request has a shape. Buyers are not partners, and have no permission. */
export const shapedOperation = <I>(
  name: string,
  shape: Shape,
  run: (call: PartnerCall<I>) => Record<string, unknown>,
  refusals: Refusals = sellingRefusals,
): Operation => {
  const hasCatalog = shape.kind === 'object' && Object.hasOwn(shape.required, 'Catalog');
  return ({ simulation, account, input }: AwsCall) => {
    if (account.kind !== 'seller') throw refusals.denied(account.id, name);
    const { value, problems } = readShape(shape, input);
    if (problems.length > 0) throw refusals.malformed(problems);
    // The model accepts any word; its documentation lists these two.
    if (hasCatalog && value.Catalog !== 'AWS' && value.Catalog !== 'Sandbox') {
      throw refusals.malformed([{ code: 'INVALID_VALUE', field: 'Catalog', message: 'must be AWS or Sandbox' }]);
    }
    return run({ simulation, account, catalog: value.Catalog as Catalog, input: value as I });
  };
};

type Paged = { MaxResults?: number; NextToken?: string };

/** Cuts a page out of a sorted list; `more` are the query parameters to which the token is bound. */
export const cutPartnerPage = <T>(items: T[], input: Paged, defaultSize: number) => {
  const { MaxResults, NextToken, ...query } = input;
  const { items: page, nextToken } = cutPage(items, {
    size: MaxResults ?? defaultSize,
    token: NextToken,
    query,
    refuse: () =>
      malformed([{ code: 'INVALID_VALUE', field: 'NextToken', message: 'does not belong to this request' }]),
  });
  return { page, NextToken: nextToken };
};

type Sort = { SortBy: string; SortOrder: string } | undefined;

/** Sorts by the key that a request names; equal keys in the order of ids. */
export const sortBy = <T extends { id: string }>(
  items: T[],
  sort: Sort,
  keys: Record<string, (item: T) => string | number>,
  defaults: { SortBy: string; SortOrder: 'ASCENDING' | 'DESCENDING' },
): T[] => {
  const { SortBy, SortOrder } = sort ?? defaults;
  const keyOf = keys[SortBy] ?? (() => '');
  const sign = SortOrder === 'ASCENDING' ? 1 : -1;
  return items.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return a.id < b.id ? -1 : 1;
    return left < right ? -sign : sign;
  });
};

/** A time as the service writes it (the model's DateTime is ISO 8601). */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** Whether a filter's list has a value; a list that is empty or absent filters nothing. */
export const accepts = <T>(wanted: readonly T[] | undefined, value: T): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.includes(value);

/** Removes what is null or undefined: the service omits such members. */
export const without = (members: Record<string, unknown>): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as Json;
