import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { ValidateFunction } from 'ajv';
import { type PartnerDocumentName, partnerDocuments } from '../src/contract/partner-documents/documents.ts';
import { type Kind, type PartnerDocuments, partsOf } from '../src/contract/partner-documents/notation.ts';
import { readPartnerDocument } from '../src/contract/partner-documents/read-document.ts';
import { filledWith } from './fill-document.ts';
import {
  createReferenceCheck,
  partnerData,
  partnerDataIsMissing,
  readReferenceSchemas,
  referenceIsMissing,
} from './reference-schemas.ts';

// Whatever a partner writes, clients read the reference's words and formats: every word that a partner publishes, and
// every way of writing a time, is put into every member of every object of that partner.

const documents: PartnerDocuments = partnerDocuments;

/** Prefixes of the names of each partner's documents. */
const ofPartner = {
  aws: /^Aws/,
  azure: /^Azure/,
  gcp: /^Gcp/,
  payment: /^(Stripe|Adyen)/,
  ours: /^(?!Aws|Azure|Gcp|Stripe|Adyen)/,
};
type Owner = keyof typeof ofPartner;

let check: (name: string) => ValidateFunction;
before(() => {
  if (!referenceIsMissing) check = createReferenceCheck();
});

const assertValid = (name: string, document: unknown, because: string): void => {
  const validate = check(name);
  const read = JSON.parse(JSON.stringify(document));
  if (!validate(read)) assert.fail(`${name} from ${because}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
};

const feed = (partner: Owner, values: readonly unknown[]): void => {
  const names = Object.keys(partnerDocuments).filter((name) => ofPartner[partner].test(name));
  for (const name of names as PartnerDocumentName[]) {
    for (const value of values) {
      const document = filledWith(value, name) as Record<string, unknown>;
      const read = readPartnerDocument(name, document);
      assertValid(name, read, JSON.stringify(value));
      assert.equal(readPartnerDocument(name, read), read, `${name}: what is right already is not written again`);
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

/** Members that the reference does not have, and why clients send them. */
const ownMembers: Readonly<Record<string, readonly string[]>> = {
  // Who may resell: AWS requires the account, the reference has only ID and name.
  AwsChannelPartner: ['accountId'],
  // Whether an authorization is for a single offer; the reference has it one level deeper.
  AwsMarketplaceCppoOpportunity: ['OffersMaxQuantity'],
};

test("every member of every document is the reference's, and none is missing", { skip: referenceIsMissing }, () => {
  const schemas = readReferenceSchemas();
  const kindOf = (schema: Record<string, unknown>): unknown => {
    const { $ref: ref, type, format, items, additionalProperties: inner } = schema;
    if (typeof ref === 'string') {
      const name = ref.slice(ref.lastIndexOf('/') + 1);
      const named = schemas[name] as Record<string, unknown>;
      return named.properties ? { is: 'document', name } : kindOf(named);
    }
    if (schema.enum) return { is: 'words', words: schema.enum };
    if (type === 'array') return { is: 'list', of: kindOf(items as Record<string, unknown>) };
    if (type === 'object' && typeof inner === 'object')
      return { is: 'map', of: kindOf(inner as Record<string, unknown>) };
    return { is: 'plain', name: format === 'date-time' ? format : type === 'string' ? 'text' : (type ?? 'any') };
  };
  const written = (kind: Kind): unknown => {
    const parts = partsOf(kind);
    return 'of' in parts ? { ...parts, of: written(parts.of) } : parts;
  };
  for (const [name, { members }] of Object.entries(documents)) {
    const { properties = {} } = schemas[name] as { properties?: Record<string, Record<string, unknown>> };
    const ours = Object.entries(members).filter(([member]) => !ownMembers[name]?.includes(member));
    assert.deepEqual(
      Object.fromEntries(ours.map(([member, [kind]]) => [member, written(kind)])),
      Object.fromEntries(Object.entries(properties).map(([member, schema]) => [member, kindOf(schema)])),
      name,
    );
  }
});

for (const partner of Object.keys(ofPartner) as Owner[]) {
  test(`${partner}: odd values and every way of writing a time`, { skip: referenceIsMissing }, () =>
    feed(partner, [...oddValues, ...times]),
  );
}

/** Every word of an enum, wherever it occurs in a published document. */
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

for (const [partner, read] of Object.entries(published) as [Owner, () => string[]][]) {
  test(`${partner}: every word that it publishes`, { skip: referenceIsMissing || partnerDataIsMissing }, () => {
    const words = [...new Set(read())];
    assert.ok(words.length > 10, `${words.length} words were found`);
    feed(partner, words);
  });
}

test('a word in another case is the same word, and an unknown one is left out', { skip: referenceIsMissing }, () => {
  const read = (subState: string) => readPartnerDocument('AzureMarketplacePrivateOffer', { subState }).subState;
  assert.equal(read('pendingacceptance'), 'pendingAcceptance');
  assert.equal(read('PENDING_PARTNER_ACTION'), 'pendingPartnerAction');
  assert.equal(read('shelved'), undefined);
  const account = readPartnerDocument('GcpMarketplaceUserAccount', {
    state: 'ACCOUNT_ACTIVATION_REQUESTED',
    other: 'x',
  });
  assert.deepEqual(account, { other: 'x' });
});

test('a day is its beginning in UTC, and numbers stay exact', () => {
  const { acceptBy, start, end } = readPartnerDocument('AzureMarketplacePrivateOffer', {
    acceptBy: '2026-12-31',
    start: '0001-01-01T00:00:00',
    end: '2027-12-31T00:00:00.0000000',
  });
  assert.deepEqual([acceptBy, start, end], ['2026-12-31T00:00:00Z', undefined, '2027-12-31T00:00:00.0000000Z']);
  const { createTime } = readPartnerDocument('GcpMarketplaceEntitlement', {
    createTime: '2026-01-31T10:20:30.123456789Z',
  });
  assert.equal(createTime, '2026-01-31T10:20:30.123456789Z');
  const price = { pricing: [{ discountPercentage: '12.345678901234567' }] };
  const read = readPartnerDocument('AzureMarketplacePrivateOffer', price);
  assert.equal(JSON.stringify(read), '{"pricing":[{"discountPercentage":12.345678901234567}]}');
});
