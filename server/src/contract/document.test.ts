import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { endpoints } from '../domain/endpoints.ts';
import { asksPartner } from './endpoint.ts';
import { capitalize } from './openapi/operation.ts';
import { commonTexts, typeTexts } from './openapi/texts/texts.ts';
import { buildOpenApi } from './openapi.ts';
import { partnerDocuments } from './partner-documents/documents.ts';

// What a developer needs who has only the document. Every count is zero, except those listed.

type Json = Record<string, unknown>;
type Member = { at: string; name: string; schema: Json };

const document = buildOpenApi(endpoints, {
  version: '1',
  baseUrl: 'http://api.test',
  tokenUrl: 'http://tokens.test/oauth2/token',
}) as {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; headers: Json };
};
const { schemas } = document.components;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['get', 'post', 'patch', 'delete'].includes(method))
    .map(([method, operation]) => ({ path, method, operation })),
);

const membersIn = (value: unknown, at: string): Member[] => {
  if (Array.isArray(value)) return value.flatMap((member) => membersIn(member, at));
  if (!isJson(value)) return [];
  // An example may have a member of that name, too.
  const parts = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples');
  return parts.flatMap(([key, member]) =>
    key === 'properties' && isJson(member)
      ? Object.entries(member).flatMap(([name, schema]) => [
          { at, name, schema: schema as Json },
          ...membersIn(schema, `${at}.${name}`),
        ])
      : membersIn(member, at),
  );
};

const members = [
  ...Object.entries(schemas).flatMap(([name, schema]) => membersIn(schema, name)),
  ...operations.flatMap(({ operation }) => membersIn(operation, String(operation.operationId))),
];

const nameOf = ({ at, name }: Member): string => `${at}.${name}`;

/** The combined content of a schema and the components it refers to. */
const deref = (schema: Json): Json => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : (schemas[name] ?? {});
};

const formsOf = (schema: Json): Json[] =>
  [schema, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Json[])].map(deref);

test('every endpoint, schema, member, parameter and tag says what it is', () => {
  const silent = (described: readonly { description?: unknown }[], name: (index: number) => string): string[] =>
    described.flatMap(({ description }, index) =>
      typeof description === 'string' && description.trim() !== '' ? [] : [name(index)],
    );
  const named = Object.entries(schemas);
  assert.deepEqual(
    silent(
      operations.map(({ operation }) => operation),
      (at) => String(operations[at]?.operation.operationId),
    ),
    [],
  );
  assert.deepEqual(
    silent(
      named.map(([, schema]) => schema),
      (at) => String(named[at]?.[0]),
    ),
    [],
  );
  assert.deepEqual(
    silent(
      members.map(({ schema }) => schema),
      (at) => nameOf(members[at] as Member),
    ),
    [],
  );
  assert.deepEqual(
    silent(document.tags, (at) => String(document.tags[at]?.name)),
    [],
  );
  for (const { operation } of operations) {
    const parameters = (operation.parameters ?? []) as { name: string; description?: string }[];
    assert.deepEqual(
      silent(parameters, (at) => `${operation.operationId}: ${parameters[at]?.name}`),
      [],
    );
    for (const tag of operation.tags as string[])
      assert.ok(
        document.tags.some(({ name }) => name === tag),
        tag,
      );
  }
});

test('no text is left over: each belongs to a type and a member that there is', () => {
  const places = new Map<string, Set<string>>();
  const remember = (owner: string, name: string): void =>
    void places.set(owner, (places.get(owner) ?? new Set()).add(name));
  for (const { at, name } of members) {
    remember(at, name);
    remember(at.replace(/^(\w+?)(Input|Change)(?=\.|$)/, '$1'), name);
  }
  const unused = Object.entries(typeTexts).flatMap(([owner, { members: texts }]) =>
    Object.keys(texts).flatMap((name) => (places.get(owner)?.has(name) ? [] : [`${owner}.${name}`])),
  );
  assert.deepEqual(unused, []);
  const names = new Set(members.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(commonTexts).filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(partnerDocuments).filter((name) => !(name in schemas)),
    [],
  );
});

test('booleans are booleans, and a closed list has the type of its words', () => {
  const shapes = [
    ...members.map((member) => ({ name: nameOf(member), schema: member.schema })),
    ...operations.flatMap(({ operation }) =>
      ((operation.parameters ?? []) as { name: string; schema: Json }[]).map(({ name, schema }) => ({
        name: `${operation.operationId}: ${name}`,
        schema,
      })),
    ),
  ];
  const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);
  for (const { name, schema } of shapes) {
    for (const form of formsOf(schema)) {
      if (!Array.isArray(form.enum)) continue;
      const types = [form.type].flat();
      for (const word of form.enum) assert.ok(types.includes(kindOf(word)), `${name}: ${word} is no ${types}`);
      assert.notDeepEqual([...form.enum].sort(), ['false', 'true'], `${name} is a boolean in words`);
    }
  }
});

test('a pattern stands for no closed list', () => {
  const bare = members.filter(({ schema }) => /^\^\((\w+\|)+\w+\)\$$/.test(String(schema.pattern ?? '')));
  assert.deepEqual(bare.map(nameOf), []);
});

/** Free-form objects: they have no members of their own to list. */
const free = new Set([
  // The service is not connected to these partners.
  'alibabaEntitlements',
  'alibabaMeteringRequest',
  'alibabaMeteringResponse',
  'alibabaOrders',
  // Documents of the client's own.
  'attributes',
  'customFields',
  'customMetaInfo',
  'fields',
  'metaInfo',
  'metadata',
  'properties',
]);

test('what goes with a partner has its members: an offer can be written from the document alone', () => {
  const slots = members.filter(
    ({ at, name }) =>
      /^(OfferInfo|ProductInfo|EntitlementInfo|BuyerInfo|WorkloadMetaInfo|MeteringUsageRecordReportInfo|BillingWalletInfo)/.test(
        at,
      ) &&
      /^(aws|azure|gcp|stripe|adyen)[A-Z]/.test(name) &&
      !free.has(name),
  );
  const closedOver = (schema: Json): boolean =>
    formsOf(schema).some((form) => isJson(form.properties) || (isJson(form.items) && closedOver(form.items)));
  const objects = slots.filter(({ schema }) =>
    formsOf(schema).some(
      ({ type, items }) => type === 'object' || (type === 'array' && isJson(items) && deref(items).type === 'object'),
    ),
  );
  assert.ok(objects.length > 40, `${objects.length} documents of partners`);
  assert.deepEqual(objects.filter(({ schema }) => !closedOver(schema)).map(nameOf), []);
  for (const name of ['beneficiaries', 'pricing', 'preparedBy', 'notificationContacts'])
    assert.ok(name in (schemas.AzureMarketplacePrivateOffer as { properties: Json }).properties, name);
});

test('every reference points at something', () => {
  const text = JSON.stringify(document);
  const broken = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].filter(
    ([, kind = '', name = '']) => !(document.components as Record<string, Json>)[kind]?.[name],
  );
  assert.deepEqual(
    broken.map(([reference]) => reference),
    [],
  );
});

test('queries say what they may name, in words and for programs', () => {
  const queries = operations.flatMap(({ operation }) =>
    ((operation.parameters ?? []) as Json[]).filter(({ name }) => name === 'q'),
  );
  assert.ok(queries.length >= 10);
  for (const { description, 'x-fields': fields } of queries) {
    assert.ok(Array.isArray(fields) && fields.length > 1);
    for (const { name } of fields as { name: string }[]) assert.ok(String(description).includes(`${name} (`), name);
  }
  const orders = operations.flatMap(({ operation }) =>
    ((operation.parameters ?? []) as Json[]).filter(({ name }) => name === 's'),
  );
  for (const { 'x-sortable': names } of orders) assert.ok((names as string[]).includes('id'));
});

test('every endpoint declares how it refuses, and its headers', () => {
  for (const endpoint of endpoints) {
    const described = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    const { responses } = (described ?? {}) as { responses: Record<string, Json> };
    for (const status of ['400', '401', '403', '404', '405', '429', '500', '503'])
      assert.ok(responses[status], `${endpoint.id}: ${status}`);
    assert.equal('502' in responses, asksPartner(endpoint), endpoint.id);
    const headers = Object.keys(responses['200']?.headers ?? {});
    assert.ok(headers.includes('X-Request-Id') && headers.includes('RateLimit-Limit'), endpoint.id);
    for (const name of Object.keys(endpoint.replyHeaders ?? {}))
      assert.ok(headers.includes(name), `${endpoint.id}: ${name}`);
    for (const name of headers) assert.ok(name in document.components.headers, name);
  }
});

test('every endpoint has an example of its answer, and of its body where it takes one', () => {
  const record = 'run node tools/examples.ts';
  for (const endpoint of endpoints) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
      operationId: string;
      requestBody?: { content: Record<string, Json> };
      responses: Record<string, { content: Record<string, Json> }>;
    };
    assert.equal(operation.operationId, capitalize(endpoint.id));
    // Files have no example.
    const isDownload = endpoint.kind === 'live' && endpoint.download;
    if (!isDownload)
      assert.ok(
        'example' in (operation.responses['200']?.content['application/json'] ?? {}),
        `${endpoint.id} has no example of its answer: ${record}`,
      );
    if (endpoint.body && !endpoint.bodyOptional && !endpoint.form)
      assert.ok(
        'example' in (operation.requestBody?.content['application/json'] ?? {}),
        `${endpoint.id} has no example of its body: ${record}`,
      );
  }
});

const contract = resolve(import.meta.dirname, '../../../../shared/contract/schemas.json');

describe('against the reference', { skip: existsSync(contract) ? false : `${contract} is not here` }, () => {
  test('what takes a closed list there says so here', () => {
    const reference = JSON.parse(readFileSync(contract, 'utf8')) as Record<string, Json>;
    const named = (schema: Json): Json => {
      const inner = (schema.allOf as Json[] | undefined)?.[0] ?? schema;
      return typeof inner.$ref === 'string' ? (reference[inner.$ref.replace('#/', '')] ?? {}) : inner;
    };
    const bare = members.filter(({ at, name, schema }) => {
      const type = reference[at.replace(/(Input|Change)$/, '')] ?? reference[at];
      const wanted = (type?.properties as Record<string, Json> | undefined)?.[name];
      if (!wanted || !Array.isArray(named(wanted).enum) || schema.readOnly === true) return false;
      return !formsOf(schema).some((form) => Array.isArray(form.enum));
    });
    assert.deepEqual(bare.map(nameOf), []);
  });
});
