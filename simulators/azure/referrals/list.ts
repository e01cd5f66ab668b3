import { z } from 'zod';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { objectsOf } from '../api/call.ts';
import { type AzureReader, type Json, type Publisher, type Referral, readSettings } from '../state.ts';
import { copiesOf } from './copies.ts';
import { referralRefusal } from './refusal.ts';
import { isMember, valueAt } from './schema.ts';
import { referralsUrl, referralView } from './view.ts';

/** The largest page ("Get a list of referrals"). */
const pageMax = 100;

type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
type Term = { field: string; operator: Operator; value: string };
type Query = { filter: string; orderby: string; top: number | null; skip: number; select: string };

/** The fields that `$filter` accepts ("Get a list of referrals", and the examples of its newer edition): texts of a referral. */
const fields: Readonly<Record<string, (row: Json) => readonly unknown[]>> = {
  engagementId: (row) => [row.engagementId],
  status: (row) => [row.status],
  substatus: (row) => [row.substatus],
  qualification: (row) => [row.qualification],
  direction: (row) => [row.direction],
  updatedDateTime: (row) => [row.updatedDateTime],
  email: (row) => objectsOf(row.team).map(({ email }) => email),
  'customerProfile/address/country': (row) => [valueAt(row, 'customerProfile.address.country')],
};

const condition = /^([\w/]+)\s+(eq|ne|gt|ge|lt|le)\s+(?:'((?:[^']|'')*)'|(\d[\dT:.Z+-]*))$/;

const parseFilter = (text: string): Term[] => {
  if (text.trim() === '') return [];
  return text
    .trim()
    .split(/\s+and\s+(?=(?:[^']*'[^']*')*[^']*$)/)
    .map((part) => {
      const [, field = '', operator, quoted, plain = ''] = condition.exec(part.trim()) ?? [];
      if (!Object.hasOwn(fields, field))
        throw referralRefusal('invalidRequest', `The $filter '${part}' is not supported.`);
      return { field, operator: operator as Operator, value: quoted?.replaceAll("''", "'") ?? plain };
    });
};

const isFitting = (row: Json, { field, operator, value }: Term): boolean =>
  (fields[field]?.(row) ?? []).some((given) => {
    const order = compare(String(given ?? ''), value, field);
    if (operator === 'eq') return order === 0;
    if (operator === 'ne') return order !== 0;
    if (operator === 'gt') return order > 0;
    if (operator === 'ge') return order >= 0;
    return operator === 'lt' ? order < 0 : order <= 0;
  });

const compare = (left: string, right: string, field: string): number => {
  if (field !== 'updatedDateTime') return left === right ? 0 : left < right ? -1 : 1;
  const time = Date.parse(right);
  if (Number.isNaN(time)) throw referralRefusal('invalidRequest', `'${right}' is not a date and time.`);
  return Date.parse(left) - time;
};

const orders: Readonly<Record<string, 1 | -1>> = {
  '': -1,
  createdDateTime: 1,
  'createdDateTime asc': 1,
  'createdDateTime desc': -1,
};

const wholeNumber = (name: string, text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw referralRefusal('invalidRequest', `${name} is not a whole number.`);
  return Number(text);
};

const readQuery = (query: Readonly<Record<string, string>>): Query & Partial<Token> => {
  const { $skiptoken: token, $orderby: orderby = '', $filter: filter = '', $select: select = '' } = query;
  if (token !== undefined) return readToken(token);
  if (query.$expand !== undefined) throw referralRefusal('invalidRequest', '$expand is not supported.');
  if (!Object.hasOwn(orders, orderby))
    throw referralRefusal('invalidRequest', '$orderby is createdDateTime, with asc or desc.');
  const top = wholeNumber('$top', query.$top);
  return { filter, orderby, select, top, skip: wholeNumber('$skip', query.$skip) ?? 0 };
};

/** Where the next page begins: after a referral, with the referrals of `$top` that are left. */
const tokenForm = z.object({
  ...{ filter: z.string(), orderby: z.string(), select: z.string() },
  ...{ top: z.int().nullable(), skip: z.int(), after: z.object({ at: z.number(), id: z.string() }) },
});

type Token = z.output<typeof tokenForm>;

const readToken = (text: string): Token => {
  try {
    return tokenForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw referralRefusal('invalidRequest', 'The $skiptoken is not valid.');
  }
};

/**
 * The list of a publisher's referrals, newest first. With a condition on `engagementId` it has all copies of that deal
 * ("Referral resources": the link relatedReferrals), otherwise the publisher's own. The count is that of all that fit.
 */
export const listReferrals = (
  reader: AzureReader,
  publisher: Publisher,
  parameters: Readonly<Record<string, string>>,
  origin: string,
): HttpAnswer => {
  const query = readQuery(parameters);
  const terms = parseFilter(query.filter);
  const direction = orders[query.orderby] ?? -1;
  const engagement = terms.find(({ field, operator }) => field === 'engagementId' && operator === 'eq')?.value;
  const own = reader.list('referrals').filter(({ ownerId }) => ownerId === publisher.id);
  const visible =
    engagement === undefined
      ? own
      : own.some(({ engagementId }) => engagementId === engagement)
        ? copiesOf(reader, engagement)
        : [];
  const inOrder = (a: Pick<Referral, 'createdAt' | 'id'>, b: Pick<Referral, 'createdAt' | 'id'>): number =>
    (a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)) * direction;
  const fitting = visible
    .map((row) => ({ row, view: referralView(reader, row, publisher.id, origin) }))
    .filter(({ view }) => terms.every((term) => isFitting(view, term)))
    .sort((a, b) => inOrder(a.row, b.row));
  const { after } = query;
  const from = after
    ? fitting.filter(({ row }) => inOrder(row, { createdAt: after.at, id: after.id }) > 0)
    : fitting.slice(query.skip);
  const size = Math.min(pageMax, readSettings(reader).pageSize, query.top ?? pageMax);
  const page = from.slice(0, size);
  const left = query.top === null ? null : query.top - page.length;
  const last = page.at(-1)?.row;
  const isMore = from.length > page.length && left !== 0 && last !== undefined;
  const next: Token | null = isMore ? { ...query, top: left, after: { at: last.createdAt, id: last.id } } : null;
  return jsonAnswer(200, {
    '@odata.context': `${origin}/azure/v1.0/$metadata#Referrals`,
    '@odata.count': fitting.length,
    value: page.map(({ view }) => selected(view, query.select)),
    ...(next ? { '@odata.nextLink': `${referralsUrl(origin)}?$skiptoken=${toToken(next)}` } : {}),
  });
};

const toToken = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

const selected = (view: Json, select: string): Json => {
  if (select.trim() === '') return view;
  const names = select.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isMember(name));
  if (unknown !== undefined) throw referralRefusal('invalidRequest', `$select cannot name '${unknown}'.`);
  return Object.fromEntries(names.filter((name) => view[name] !== undefined).map((name) => [name, view[name]]));
};
