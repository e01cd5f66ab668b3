import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { endpoints } from '../../src/domain/endpoints.ts';
import { encodeId, type IdPrefix } from '../../src/kit/ids.ts';
import { type Reply, startApp, type TestApp, type TestOrganization } from '../app.ts';
import { callerFor, examples } from '../examples/all.ts';
import { aDeal } from '../examples/deal.ts';
import { type Example, idOf, sentOf } from '../examples/example.ts';
import { aFile, anInvitation } from '../examples/prm.ts';

// R5: every member of every body that takes the id of something of ours is given the id of another organization's, in a request that is right
// otherwise. The answer must be the one to an id that nobody has. So must that of every query parameter. A new member or parameter that ends in
// "id" fails until it has a row here.

type Kind =
  | 'prod'
  | 'buyer'
  | 'offer'
  | 'ent'
  | 'eterm'
  | 'contact'
  | 'wallet'
  | 'metric'
  | 'partner'
  | 'file'
  | 'user';
type Own = Kind | 'role' | 'org' | 'template' | 'webhook' | 'referral';

/** What the last part of a member's name says that it takes. */
const kindOfName: Readonly<Record<string, Own>> = {
  productID: 'prod',
  productId: 'prod',
  buyerID: 'buyer',
  buyerId: 'buyer',
  buyerIDs: 'buyer',
  offerId: 'offer',
  offerIDs: 'offer',
  entitlementID: 'ent',
  entitlementId: 'ent',
  entitlementTermID: 'eterm',
  contactIds: 'contact',
  contactId: 'contact',
  companyContactId: 'contact',
  defaultWalletId: 'wallet',
  billableMetricId: 'metric',
  partnerId: 'partner',
  linkedFileIds: 'file',
  userId: 'user',
  customRoleId: 'role',
  templateId: 'template',
  webhookId: 'webhook',
  organizationID: 'org',
  organizationId: 'org',
  referralId: 'referral',
  /** Of a webhook and a ticket: the id of anything. */
  entityId: 'buyer',
  entityIds: 'buyer',
};

/** Members that take no id of ours. */
const others: readonly [pattern: RegExp, because: string][] = [
  [/(^|\.)info\./, 'words of a partner'],
  [
    /^metaInfo\.|^(baseAgreementId|buyerIds|cppo\w+|resellerIds|notifications|lastModifiedBy|chargebee\w+|hubspot\w+|salesforce\w+)/,
    'kept as it is given',
  ],
  [/(^|\.|\])id$/, 'the id of the thing itself, which the service gives, or a name in a list of the body'],
  [
    /(external|seller|partner|account|client|plan|sku|Customer|customer|company|event|record|Mpn|Wallet|Account|Deal|Company|Opportunity|partnerOrganization|buyerAccount)I[dD]s?$/,
    'an id of somebody else',
  ],
];

type Schema = {
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
const document = JSON.parse(readFileSync(new URL('../../../golden/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
};

const resolve = (schema: Schema): Schema => {
  const parts = schema.$ref?.split('/').slice(1);
  return parts
    ? resolve(parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Schema)
    : schema;
};

/** The paths of all members that end in "id", such as `plans[].id`. */
const idsIn = (given: Schema, path: string, around: readonly Schema[] = []): string[] => {
  const schema = resolve(given);
  if (around.includes(schema)) return [];
  const inside = [...around, schema];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...variants.flatMap((variant) => idsIn(variant, path, inside)),
    ...(schema.items ? idsIn(schema.items, `${path}[]`, inside) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [...(/(^i|I)[dD]s?$|IDs$/.test(name) ? [at] : []), ...idsIn(member, at, inside)];
    }),
  ];
};

const kindOf = (path: string): Own | undefined => {
  const own = kindOfName[path.split('.').at(-1)?.replaceAll('[]', '') ?? ''];
  return own && !others.slice(0, 2).some(([pattern]) => pattern.test(path)) ? own : undefined;
};

const places = endpoints.flatMap((endpoint) => {
  const content = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.requestBody?.content;
  const schema = content?.['application/json']?.schema;
  return [...new Set(schema ? idsIn(schema, '') : [])].map((path) => ({ endpoint, path, kind: kindOf(path) }));
});

let app: TestApp;
let theirs: Record<Own, string>;

const makeTheirs = async (organization: TestOrganization): Promise<Record<Own, string>> => {
  const { owner, editor } = organization;
  const make = async (path: string, body: object, caller = editor): Promise<string> => {
    const reply = await caller.call('POST', path, { body });
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    return idOf(reply);
  };
  const example = async (id: string): Promise<string> => {
    const endpoint = endpoints.find((one) => one.id === id);
    assert.ok(endpoint && examples[id]);
    const made = await examples[id](app, organization);
    const path = endpoint.path
      .replace('/org/{orgId}', '')
      .replace(/\{(\w+)\}/g, (_, name: string) => made.params?.[name] ?? '');
    return make(path, made.body as object, callerFor(endpoint, organization));
  };
  const deal = await aDeal(app, organization);
  const users = await owner.call('GET', '/user?status=ACTIVE&limit=1');
  return {
    prod: deal.productId,
    buyer: deal.buyerId,
    offer: deal.offerId,
    ent: deal.entitlementId,
    eterm: deal.termId,
    contact: await make('/contact', { emailAddress: 'apart@globex.example' }),
    wallet: await example('createCreditWallet'),
    metric: await example('createBillableMetric'),
    partner: (await anInvitation(organization)).partnerId,
    file: await aFile(organization),
    user: (users.body as { id: string }[])[0]?.id ?? '',
    role: await example('createRole'),
    webhook: await example('createWebhook'),
    referral: (await examples.getReferral?.(app, organization))?.params?.referralId ?? '',
    template: 'offer-reminder-of-globex',
    org: organization.id,
  };
};

before(async () => {
  app = await startApp({}, { idle: true });
  theirs = await makeTheirs(app.globex);
});
after(() => app.close());

const nobody = '01900000-0000-7000-8000-000000000000';

/** The id that nobody has, in the form of the given one. */
const missingLike = (id: string): string =>
  id.includes('_') ? encodeId(id.slice(0, id.lastIndexOf('_')) as IdPrefix, nobody) : 'nothing-of-this-name';

/** The body with a value at a path. Lists and objects on the way are made where the body has none. */
const withValue = (body: unknown, path: string, value: string): unknown => {
  const copy = structuredClone(body ?? {});
  const steps = path
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '');
  let at = copy as Record<string, unknown>;
  steps.forEach((step, index) => {
    const key = step === '[]' ? '0' : step;
    if (index === steps.length - 1) at[key] = Array.isArray(at[key]) || /Ids$|IDs$/.test(key) ? [value] : value;
    else {
      at[key] ??= steps[index + 1] === '[]' ? [] : {};
      at = at[key] as Record<string, unknown>;
    }
  });
  return copy;
};

/** The content of a response, without what differs between any two requests. */
const told = ({ status, text }: Reply, id: string): string =>
  `${status} ${text}`
    .replaceAll(id, '<the id>')
    .replace(/"(requestId|instance)":"[^"]*"/g, '')
    .replace(/[a-z]+_[0-9a-z]{26}/g, '<id>')
    .replace(/[A-Za-z0-9_+/=-]{24,}/g, '<secret>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4})*/g, '<hex>')
    .replace(/\d+/g, '0');

/** What else a body says or leaves out (undefined) so that the id is looked for at all. */
const besides: Readonly<Record<string, Record<string, unknown>>> = {
  'createOAuthApp customRoleId': { accessLevel: 'CUSTOM' },
  'updateUser customRoleId': { role: undefined },
  'sharePartnerFile partnerId': { sharedWith: 'PARTNER' },
  'createSupportTicket entityId': { entityType: 'BUYER' },
  'updateSupportTicket entityId': { entityType: 'BUYER' },
  'previewNotification offerId': { scope: 'NOTIFY_CONTACTS.OFFER', contactId: undefined },
};

const send = async ({ endpoint, path }: (typeof places)[number], id: string): Promise<Reply> => {
  const make = examples[endpoint.id];
  assert.ok(make);
  const example: Example = await make(app, app.acme);
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'orgId' ? app.acme.id : encodeURIComponent(example.params?.[name] ?? ''),
  );
  return callerFor(endpoint, app.acme).call(endpoint.method, `/${url}${example.query ? `?${example.query}` : ''}`, {
    ...sentOf(example),
    body: Object.assign(withValue(example.body, path, id) as object, besides[`${endpoint.id} ${path}`]),
  });
};

test('every member of a body that ends in "id" is judged: an id of ours, or why it is none', () => {
  const unjudged = places.filter(({ path, kind }) => !kind && !others.some(([pattern]) => pattern.test(path)));
  assert.deepEqual(
    unjudged.map(({ endpoint, path }) => `${endpoint.id} ${path}`),
    [],
  );
  assert.ok(places.filter(({ kind }) => kind).length > 40);
});

/** Query parameters that take no id of a resource of ours. */
const otherParameters =
  /^(actorId|requestId|accountId|clientId|salesforce\w+|hubspotDealId|externalI[dD]|awsAccountId|buyerAccountId|traceId|crmRecordId|eventId|runId)$/;

const parameters = endpoints.flatMap((endpoint) =>
  Object.keys(endpoint.query?.shape ?? {})
    .filter((name) => /(^i|I)[dD]s?$|IDs?$/.test(name))
    .map((name) => ({ endpoint, name, kind: kindOfName[name] })),
);

test('every query parameter that ends in "id" is judged', () => {
  const unjudged = parameters.filter(({ name, kind }) => !kind && !otherParameters.test(name));
  assert.deepEqual(
    unjudged.map(({ endpoint, name }) => `${endpoint.id} ${name}`),
    [],
  );
  assert.ok(parameters.filter(({ kind }) => kind).length > 50);
});

for (const { endpoint, name, kind } of parameters) {
  if (!kind) continue;
  test(`${endpoint.id} answers the same for the parameter ${name} of another organization and for one that nobody has`, async () => {
    const make = examples[endpoint.id];
    assert.ok(make);
    const example: Example = await make(app, app.acme);
    const url = endpoint.path.replace(/\{(\w+)\}/g, (_, one: string) =>
      one === 'orgId' ? app.acme.id : encodeURIComponent(example.params?.[one] ?? ''),
    );
    const ask = (id: string): Promise<Reply> => {
      const query = new URLSearchParams(example.query);
      query.set(name, id);
      return callerFor(endpoint, app.acme).call(endpoint.method, `/${url}?${query}`, sentOf(example));
    };
    const id = theirs[kind];
    assert.notEqual(id, '');
    const nothing = missingLike(id);
    const [foreign, missing] = [await ask(id), await ask(nothing)];
    assert.ok(foreign.status < 500, foreign.text);
    assert.equal(told(foreign, id), told(missing, nothing));
    assert.equal(foreign.headers.get('x-total-count'), missing.headers.get('x-total-count'));
  });
}

for (const place of places) {
  const { endpoint, path, kind } = place;
  if (!kind) continue;
  test(`${endpoint.id} answers the same for the ${path} of another organization and for one that nobody has`, async () => {
    const id = theirs[kind];
    const nothing = missingLike(id);
    const [foreign, missing] = [await send(place, id), await send(place, nothing)];
    assert.ok(foreign.status < 500, foreign.text);
    assert.equal(told(foreign, id), told(missing, nothing));
  });
}
