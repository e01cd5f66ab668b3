import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type PartnerDocumentName, partnerDocuments } from '../src/contract/partner-documents/documents.ts';
import type { Kind, PartnerDocuments } from '../src/contract/partner-documents/notation.ts';
import { referenceObject, timeText } from '../src/contract/reference/reference.ts';
import { partnerDocument } from '../src/contract/shapes.ts';
import { createReferenceCheck, readReferenceSchemas, referenceIsMissing } from './reference-schemas.ts';

// What one client writes, other clients read. Strict clients check types, formats and words, so nothing accepted in a
// document may break the lists that contain it.

const documents: PartnerDocuments = partnerDocuments;

/** Meaningless values that clients send, and values in the wrong place. */
const strays = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  0,
  1.5,
  true,
  [],
  [null],
  {},
  { a: null },
  '0001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-31',
);

const good: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.string(),
  'date-time': fc.constantFrom('2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456789+05:30'),
  integer: fc.integer(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  object: fc.constant({ any: ['thing'] }),
  any: fc.constantFrom<unknown>('x', 1),
};

/** A value of the kind; with `wild`, sometimes a value of another kind. */
const kindOf = (kind: Kind, wild: boolean, depth = 0): fc.Arbitrary<unknown> => {
  const right = (): fc.Arbitrary<unknown> => {
    if (typeof kind !== 'string') {
      if ('listOf' in kind) return fc.array(kindOf(kind.listOf, wild, depth + 1), { maxLength: 2 });
      if ('mapOf' in kind)
        return fc.dictionary(fc.string(), kindOf(kind.mapOf, wild, depth + 1), { maxKeys: 2, noNullPrototype: true });
      return fc.constantFrom(...kind);
    }
    if (kind.endsWith('[]')) return fc.array(kindOf(kind.slice(0, -2), wild, depth + 1), { maxLength: 2 });
    if (kind.startsWith('map of '))
      return fc.dictionary(fc.string(), kindOf(kind.slice(7), wild, depth + 1), { maxKeys: 2, noNullPrototype: true });
    return good[kind] ?? documentOf(kind, wild, depth + 1);
  };
  return wild ? fc.oneof({ weight: 6, arbitrary: right() }, { weight: 1, arbitrary: strays }) : right();
};

const documentOf = (name: string, wild: boolean, depth = 0): fc.Arbitrary<unknown> => {
  const members = Object.entries(documents[name]?.members ?? {});
  if (depth > 2) return fc.constant({});
  const model = Object.fromEntries(members.map(([member, [kind]]) => [member, kindOf(kind, wild, depth)]));
  return fc.record(model, { requiredKeys: [], noNullPrototype: true });
};

/** A document as it would be stored; undefined if it is refused. */
const take = (name: PartnerDocumentName, document: unknown): unknown => {
  const { request } = referenceObject(`Holder${name}`, () => ({ document: partnerDocument(name) }));
  const parsed = request.safeParse({ document });
  return parsed.success ? (parsed.data as { document?: unknown }).document : undefined;
};

const named = referenceIsMissing ? [] : Object.keys(readReferenceSchemas());
const names = (Object.keys(partnerDocuments) as PartnerDocumentName[]).filter((name) => named.includes(name));

describe('documents that clients write', { skip: referenceIsMissing }, () => {
  const check = createReferenceCheck();
  for (const name of names) {
    test(`${name}: what is taken is what the reference says, and what it says is taken`, () => {
      const validate = check(name);
      fc.assert(
        fc.property(documentOf(name, true), (document) => {
          const taken = take(name, document);
          assert.ok(taken === undefined || validate(taken), JSON.stringify([taken, validate.errors?.[0]]));
        }),
        { numRuns: 25 },
      );
      fc.assert(
        fc.property(documentOf(name, false), (document) => {
          assert.ok(validate(document), JSON.stringify([document, validate.errors?.[0]]));
          assert.deepEqual(take(name, document), document);
        }),
        { numRuns: 5 },
      );
    });
  }

  test('most documents of partners are named by the reference', () => assert.ok(names.length > 100, `${names.length}`));
});

test('a fault says where it is and which words there are', () => {
  const { request } = referenceObject('Holder', () => ({ awsSaasProduct: partnerDocument('AwsProduct') }));
  const awsSaasProduct = { Description: { Visibility: 'public' }, Dimensions: [{ Length: '1' }], Versions: {} };
  const { error } = request.safeParse({ awsSaasProduct });
  assert.deepEqual(
    error?.issues.map(({ path, message }) => [path.join('.'), message]),
    [
      ['awsSaasProduct.Description.Visibility', 'must be one of Limited, Public, Restricted, Unavailable, Draft'],
      ['awsSaasProduct.Dimensions.0.Length', 'must be a whole number'],
      ['awsSaasProduct.Versions', 'must be a list'],
    ],
  );
});

test('a whole number in a document is exact for every client', () => {
  const { request } = referenceObject('Holder', () => ({
    alibabaProduct: partnerDocument('AlibabaMarketplaceProduct'),
  }));
  const takes = (GmtCreated: unknown): boolean => request.safeParse({ alibabaProduct: { GmtCreated } }).success;
  assert.deepEqual([1795838400000, -1, 2 ** 53, 1e20, 1.5].map(takes), [true, true, false, false, false]);
});

test('what a Go client does not set is absent; a change can still clear a member', () => {
  const { request, change } = referenceObject('Holder', () => ({ awsSaasProduct: partnerDocument('AwsProduct') }));
  const awsSaasProduct = {
    Description: { Visibility: '', Sku: '', Highlights: null },
    Dimensions: [{ Key: 'gb', TimeUnit: '', Unit: null }],
    Versions: [{ CreationDate: '0001-01-01T00:00:00Z', Id: null }],
    notNamed: 1,
  };
  const lists = { Dimensions: [{ Key: 'gb' }], Versions: [{}], notNamed: 1 };
  assert.deepEqual(request.parse({ awsSaasProduct }), { awsSaasProduct: { Description: { Sku: '' }, ...lists } });
  assert.deepEqual(change.parse({ awsSaasProduct }), {
    awsSaasProduct: { Description: { Sku: '', Highlights: null }, ...lists },
  });
});

test('a time in a document is one that every client reads', () => {
  for (const time of ['2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '0000-01-01T00:00:00Z', '2026-01-01'])
    assert.ok(!timeText.safeParse(time).success, time);
  assert.equal(timeText.parse('2026-01-31t09:30:00.5z'), '2026-01-31T09:30:00.5Z');
  assert.equal(timeText.parse('2026-01-31T09:30:00+05:30'), '2026-01-31T09:30:00+05:30');
});
