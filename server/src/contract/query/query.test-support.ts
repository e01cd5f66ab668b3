import fc from 'fast-check';
import { encodeId } from '../../kit/ids.ts';
import type { Fields } from '../fields.ts';
import type { Comparison, QueryNode } from '../query-language.ts';
import type { QueryRow } from './evaluate.ts';
import type { Literal } from './literal.ts';

/** A list with a field of every type, nullable and not, from columns and from JSON. */
export const thingFields = {
  id: { type: 'id', column: 'thing.id', prefix: 'offer', sortable: true, required: true },
  creation_time: { type: 'time', column: 'creation_time', sortable: true, required: true },
  name: { type: 'text', column: 'name', sortable: true },
  status: {
    type: 'enum',
    column: 'status',
    values: ['ACTIVE', 'DRAFT', 'OTHER', 'UNUSED'],
    sortable: true,
    required: true,
  },
  price: { type: 'number', column: 'price', sortable: true },
  seats: { type: 'integer', column: 'seats', sortable: true },
  active: { type: 'boolean', column: 'active', sortable: true },
  end_time: { type: 'time', column: 'end_time', sortable: true },
  buyer_id: { type: 'id', column: 'buyer_id', prefix: 'buyer', sortable: true },
  'info.currency': { type: 'text', column: 'info_currency' },
} as const satisfies Fields;

export const thingTable = `create table thing (
  id uuid primary key, creation_time timestamptz not null, name text, status text not null, price numeric,
  seats integer, active boolean, end_time timestamptz, buyer_id uuid, info jsonb,
  info_currency text generated always as (info ->> 'currency') stored)`;

/** Like `fc.record`, but only with ordinary objects, which `deepEqual` treats as equal to parsed ones. */
const record = <T>(arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(arbitraries, { noNullPrototype: true });

const characters = [
  'a',
  'A',
  'b',
  'B',
  '%',
  '_',
  '\\',
  '"',
  "'",
  ' ',
  'é',
  'É',
  'ж',
  'Ж',
  '中',
  '😀',
  '\uffff',
  '\ufeff',
  '\u0301',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'i',
  'Σ',
  'ς',
  '-',
  '{',
  ',',
  '\n',
];
const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 4 });
const pattern = fc
  .string({
    unit: fc.constantFrom('a', 'B', '%', '%', '_', '\\', 'é', '\u0301', 'Ж', '😀', 'ß', 'I', 'σ'),
    maxLength: 5,
  })
  .map((each) => each.replace(/\\+$/, ''));
const integer = fc
  .oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
  .map(String);
const decimal = fc.oneof(
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', '.5', '.50', '.000000001'))
    .map((parts) => parts.join('')),
  fc.constantFrom('-0', '123456789012345678.123456789', '123456789012345678.123456788', '9007199254740993'),
);
const decimalSource = fc.oneof(decimal, fc.constantFrom('1e0', '25E-1', '3e+0', '0.1e1', '0e99'));
const second = fc.integer({ min: 0, max: 3 }).map((each) => `2026-02-28T23:59:5${each}`);
const fraction = fc.constantFrom('', '.000001', '.5', '.500000', '.999999');
const time = fc.tuple(second, fraction).map(([left, right]) => `${left}${right}Z`);
const timeSource = fc.oneof(
  time,
  fc.tuple(second, fraction, fc.constantFrom('+00:00', '-00:00', '+15:59', '-03:30')).map((parts) => parts.join('')),
  fc.constantFrom('2026-03-01T02:59:50+03:00', '2026-02-28t23:59:50.0000019z', '0001-01-01T00:00:00+15:59'),
);
const uuid = fc.integer({ min: 1, max: 5 }).map((each) => `0190000${each}-0000-7000-8000-00000000000${each}`);
const freeUuid = fc.uuid({ version: 7 });
const currency = fc.constantFrom('USD', 'EUR', '');
const status = fc.constantFrom('ACTIVE', 'DRAFT', 'OTHER');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });

export const thingRow: fc.Arbitrary<QueryRow> = record({
  id: fc.oneof(uuid, freeUuid),
  creation_time: time,
  name: maybe(text),
  status,
  price: maybe(decimal),
  seats: maybe(integer),
  active: maybe(fc.boolean()),
  end_time: maybe(time),
  buyer_id: maybe(uuid),
  'info.currency': maybe(currency),
});

export const thingRows = (count: number): fc.Arbitrary<QueryRow[]> =>
  fc.uniqueArray(thingRow, { minLength: count, maxLength: count, selector: (row) => row.id, size: 'max' });

const string = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<Literal> =>
  arbitrary.map((each) => ({ type: 'string', text: each }));
const number = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<Literal> =>
  arbitrary.map((each) => ({ type: 'number', text: each }));
const idSource = (prefix: 'offer' | 'buyer') =>
  fc.oneof(
    uuid.map((each) => encodeId(prefix, each)),
    fc.constantFrom(
      'nonsense',
      '',
      encodeId(prefix === 'offer' ? 'buyer' : 'offer', '01900001-0000-7000-8000-000000000001'),
    ),
  );

type Name = keyof typeof thingFields;

const literals: Record<Exclude<Name, 'active'>, fc.Arbitrary<Literal>> = {
  id: string(idSource('offer')),
  creation_time: string(timeSource),
  name: string(text),
  status: string(status),
  price: number(decimalSource),
  seats: number(integer),
  end_time: string(timeSource),
  buyer_id: string(idSource('buyer')),
  'info.currency': string(currency),
};

const names = Object.keys(literals) as (keyof typeof literals)[];
const ordered = fc.constantFrom<Comparison>('=', '!=', '>', '>=', '<', '<=');
const literalNode: fc.Arbitrary<QueryNode> = fc.constantFrom(...names).chain((field) =>
  fc.oneof(
    record({ op: ordered, field: fc.constant(field), value: literals[field] }),
    record({
      op: fc.constantFrom('in' as const, 'not_in' as const),
      field: fc.constant(field),
      values: fc.array(literals[field], { minLength: 1, maxLength: 4 }),
    }),
  ),
);
const otherNode: fc.Arbitrary<QueryNode> = fc.oneof(
  record({
    op: fc.constantFrom('=' as const, '!=' as const),
    field: fc.constant('active'),
    value: fc.boolean().map((value): Literal => ({ type: 'boolean', value })),
  }),
  record({
    op: fc.constantFrom('like' as const, 'ilike' as const),
    field: fc.constantFrom('name', 'status', 'info.currency'),
    pattern,
  }),
  record({ op: fc.constant('is_null' as const), field: fc.constantFrom(...names, 'active') }),
);

/** Any query over `thingFields`, within the limits of the language. */
export const thingQuery: fc.Arbitrary<QueryNode> = fc.letrec<{ node: QueryNode; leaf: QueryNode }>((tie) => ({
  leaf: fc.oneof(literalNode, literalNode, otherNode),
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    tie('leaf'),
    record({
      op: fc.constantFrom('and' as const, 'or' as const),
      nodes: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
    record({ op: fc.constant('not' as const), node: tie('node') }),
  ),
})).node;
