import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { ValidateFunction } from 'ajv';
import { awsObjects } from '../src/contract/partner-document/aws-objects.ts';
import { azureObjects } from '../src/contract/partner-document/azure-objects.ts';
import { gcpObjects } from '../src/contract/partner-document/gcp-objects.ts';
import { type PartnerObject, partnerDocument } from '../src/contract/partner-document/partner-document.ts';
import { paymentObjects } from '../src/contract/partner-document/payment-objects.ts';
import type { ObjectShapes, Shape } from '../src/contract/partner-document/shape.ts';
import {
  createReferenceCheck,
  partnerData,
  partnerDataIsMissing,
  readReferenceSchemas,
  referenceIsMissing,
} from './reference-schemas.ts';

// Whatever a partner writes, clients read the reference's words and formats: every word that a partner publishes and every
// way of writing a time go into every member of every object of that partner.

const partners = { aws: awsObjects, azure: azureObjects, gcp: gcpObjects, payment: paymentObjects };
const shapes: ObjectShapes = Object.assign({}, ...Object.values(partners));

/** Where objects of partners stand in what clients read; all others are parts of these. */
const shown = {
  aws: ['AwsProduct', 'AwsMarketplaceAgreementV2', 'AwsMarketplaceCppoOpportunity', 'AwsAccountIdentifier'],
  azure: [
    'AzureMarketplaceProductResource',
    'AzureMarketplacePrivateOffer',
    'AzureMarketplaceSubscription',
    'AzureADIdentifier',
  ],
  gcp: [
    'GcpMarketplaceProduct',
    'GcpMarketplacePrivateOffer',
    'GcpMarketplaceEntitlement',
    'GcpMarketplaceProductPurchaseOptionSpec',
    'GcpMarketplaceUserAccount',
  ],
  payment: ['StripeCustomer', 'StripePaymentMethod', 'AdyenBuyer'],
} as const satisfies Record<keyof typeof partners, readonly PartnerObject[]>;

let check: (name: string) => ValidateFunction;
before(() => {
  if (!referenceIsMissing) check = createReferenceCheck();
});

const assertValid = (name: string, document: unknown, because: string): void => {
  const validate = check(name);
  const read = JSON.parse(JSON.stringify(document));
  if (!validate(read)) assert.fail(`${name} from ${because}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
};

/** An object whose every value, down to the innermost, is this one. */
const filledWith = (value: unknown, shape: Shape, holders: readonly string[] = []): unknown => {
  if (typeof shape === 'string' || 'words' in shape) return value;
  if ('list' in shape) return [filledWith(value, shape.list, holders), value];
  if ('map' in shape) return { some: filledWith(value, shape.map, holders) };
  if (holders.includes(shape.object)) return value;
  const members = Object.entries(shapes[shape.object] ?? {});
  return Object.fromEntries(
    members.map(([name, member]) => [name, filledWith(value, member, [...holders, shape.object])]),
  );
};

const feed = (partner: keyof typeof partners, values: readonly unknown[]): void => {
  for (const object of shown[partner]) {
    for (const value of values) {
      const document = filledWith(value, { object }) as Record<string, unknown>;
      assertValid(object, partnerDocument(object, document), JSON.stringify(value));
    }
  }
};

const oddValues = [
  null,
  '',
  ' ',
  'a word that nobody publishes',
  'ANOTHER_WORD',
  true,
  false,
  'true',
  0,
  -1,
  1.5,
  1e300,
  JSON.rawJSON('12345678901234567890.123456789'),
  '17',
  '17.25',
  '-0',
  [],
  {},
  [null],
  { year: 2026, month: 2, day: 3 },
];

const times = [
  '2026-01-31',
  '2026-02-30',
  '2026-01-31T10:20:30Z',
  '2026-01-31T10:20:30z',
  '2026-01-31t10:20:30Z',
  '2026-01-31T10:20:30',
  '2026-01-31 10:20:30',
  '2026-01-31T10:20:30.1234567',
  '2026-01-31T10:20:30.123456789Z',
  '2026-01-31T10:20:30.1234567890Z',
  '2026-01-31T10:20:30+0100',
  '2026-01-31T10:20:30+01:00',
  '2026-01-31T10:20:60Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T10:20Z',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59.9999999Z',
  '1/31/2026 10:20:30 AM',
  'Sat, 31 Jan 2026 10:20:30 GMT',
  '1769854830',
  1_769_854_830,
  1_769_854_830.25,
  1_769_854_830_000,
  -62_135_596_800,
  1e18,
];

test('the members of partner objects are those of the reference', { skip: referenceIsMissing }, () => {
  const schemas = readReferenceSchemas();
  const shapeOf = (schema: Record<string, unknown>): unknown => {
    const { $ref: ref, type, format, items, additionalProperties } = schema;
    if (typeof ref === 'string') {
      const name = ref.slice(ref.lastIndexOf('/') + 1);
      const named = schemas[name] as Record<string, unknown>;
      return named.properties ? { object: name } : shapeOf(named);
    }
    if (schema.enum) return { words: schema.enum };
    if (type === 'array') return { list: shapeOf(items as Record<string, unknown>) };
    if (type === 'object')
      return typeof additionalProperties === 'object'
        ? { map: shapeOf(additionalProperties as Record<string, unknown>) }
        : 'document';
    if (type === 'string') return format === 'date-time' ? 'time' : 'text';
    return { integer: 'int', boolean: 'flag', number: 'number' }[type as string];
  };
  for (const [name, members] of Object.entries(shapes)) {
    const { properties } = schemas[name] as { properties: Record<string, Record<string, unknown>> };
    const expected = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, shapeOf(schema)]));
    assert.deepEqual(members, expected, name);
  }
});

for (const partner of Object.keys(partners) as (keyof typeof partners)[]) {
  test(`${partner}: odd values and every way of writing a time`, { skip: referenceIsMissing }, () =>
    feed(partner, [...oddValues, ...times]),
  );
}

/** Every word of an enum, wherever it stands in a published document. */
const wordsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'enum' && Array.isArray(value)
      ? value.filter((word): word is string => typeof word === 'string')
      : wordsIn(value),
  );
};

const jsonWords = (folder: string): string[] =>
  globSync('*.json', { cwd: join(partnerData, folder) }).flatMap((file) =>
    wordsIn(JSON.parse(readFileSync(join(partnerData, folder, file), 'utf8'))),
  );

const protoWords = (folder: string): string[] =>
  globSync('*.proto', { cwd: join(partnerData, folder) }).flatMap((file) => {
    const text = readFileSync(join(partnerData, folder, file), 'utf8').replace(/\/\/.*$/gm, '');
    return [...text.matchAll(/\benum\s+\w+\s*\{([^}]*)\}/g)].flatMap(([, body = '']) =>
      [...body.matchAll(/^\s*(\w+)\s*=/gm)].map(([, word = '']) => word),
    );
  });

const published = {
  aws: () => jsonWords('aws-service-models'),
  azure: () => jsonWords('microsoft-commercial-marketplace-openapi'),
  gcp: () => protoWords('google-apis'),
  payment: () => jsonWords('adyen-openapi'),
} as const;

for (const [partner, read] of Object.entries(published) as [keyof typeof partners, () => string[]][]) {
  test(`${partner}: every word that it publishes`, { skip: referenceIsMissing || partnerDataIsMissing }, () => {
    const words = [...new Set(read())];
    assert.ok(words.length > 10, `${words.length} words were found`);
    feed(partner, words);
  });
}

test('a word in another case is the same word, and an unknown one is left out', { skip: referenceIsMissing }, () => {
  const read = (subState: string) => partnerDocument('AzureMarketplacePrivateOffer', { subState }).subState;
  assert.equal(read('pendingacceptance'), 'pendingAcceptance');
  assert.equal(read('PENDING_PARTNER_ACTION'), 'pendingPartnerAction');
  assert.equal(read('shelved'), undefined);
  const account = partnerDocument('GcpMarketplaceUserAccount', { state: 'ACCOUNT_ACTIVATION_REQUESTED', other: 'x' });
  assert.deepEqual(account, { other: 'x' });
});

test('a day is its beginning in UTC, and numbers stay exact', () => {
  const { acceptBy, start, end } = partnerDocument('AzureMarketplacePrivateOffer', {
    acceptBy: '2026-12-31',
    start: '0001-01-01T00:00:00',
    end: '2027-12-31T00:00:00.0000000',
  });
  assert.deepEqual([acceptBy, start, end], ['2026-12-31T00:00:00Z', undefined, '2027-12-31T00:00:00.0000000Z']);
  const { createTime } = partnerDocument('GcpMarketplaceEntitlement', { createTime: '2026-01-31T10:20:30.123456789Z' });
  assert.equal(createTime, '2026-01-31T10:20:30.123456789Z');
  const price = { pricing: [{ discountPercentage: '12.345678901234567' }] };
  const read = partnerDocument('AzureMarketplacePrivateOffer', price);
  assert.equal(JSON.stringify(read), '{"pricing":[{"discountPercentage":12.345678901234567}]}');
});
