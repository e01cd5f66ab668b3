import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildOpenApi } from '../src/contract/openapi.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { readOperations, readType } from './reference-reader.ts';
import { readReferenceSchemas, referenceIsMissing } from './reference-schemas.ts';

// Whatever our document lets an endpoint answer with, a strict client of the reference can read, and whatever the
// reference lets a client send, our document takes: types, words, formats, nulls and required members, member by member.
// Responses prove this only of the values that some test happens to produce.

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  readOnly?: boolean;
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Body = { content?: Record<string, { schema: Schema }>; $ref?: string };
type Parameter = { name?: string; 'x-fields'?: { name: string }[]; $ref?: string };
type Served = { parameters?: Parameter[]; requestBody?: Body; responses: Record<string, Body> };

const options = { version: '1', baseUrl: 'http://api.test', tokenUrl: 'http://tokens.test/oauth2/token' };
const document = buildOpenApi(endpoints, options) as {
  paths: Record<string, Record<string, Served>>;
  components: { schemas: Record<string, Schema> };
};
const schemas = (referenceIsMissing ? {} : readReferenceSchemas()) as Record<string, Schema>;

const follow = <T extends { $ref?: string }>(value: T): T => {
  if (value.$ref === undefined) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  return follow(path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as T);
};

/** The forms that a value of ours may have. */
const formsOf = (schema: Schema): Schema[] => {
  const followed = follow(schema);
  const forms = [...(followed.anyOf ?? []), ...(followed.oneOf ?? [])];
  return forms.length === 0 ? [followed] : forms.flatMap(formsOf);
};

/** A schema of the reference, and its name if it has one. */
const meant = (schema: Schema): { schema: Schema; name: string | undefined } => {
  const name = schema.$ref?.slice(2);
  return name === undefined ? { schema, name } : { schema: schemas[name] ?? {}, name };
};

const typesOf = ({ type, properties, enum: words, const: word }: Schema): string[] => {
  if (type !== undefined) return [type].flat();
  if (properties) return ['object'];
  return [...new Set([...(words ?? []), ...(word === undefined ? [] : [word])].map((one) => typeof one))];
};
const wordsOf = ({ enum: words, const: word }: Schema): unknown[] | undefined =>
  words ?? (word === undefined ? undefined : [word]);

type Visit = { place: string; reference: Schema; ours: Schema; holders: readonly string[] };
type Way = 'request' | 'reply';

/** What a form of ours may be that the member of the reference may not. */
const replyFaults = (reference: Schema, form: Schema): string[] => {
  const [wanted] = typesOf(reference);
  const types = typesOf(form);
  // Where the reference says "object" of a word, ours says both types and lists the words.
  const isUntyped = types.includes('string') && types.includes('object');
  const fits = (type: string): boolean => type === wanted || (type === 'integer' && wanted === 'number') || isUntyped;
  const wrong = types.filter((type) => type !== 'null' && !fits(type)).map((type) => `is ${type}, not ${wanted}`);
  if (reference.enum) {
    const more = wordsOf(form)?.filter((word) => word !== null && !reference.enum?.includes(word)) ?? ['any text'];
    if (more.length > 0) wrong.push(`may be ${more.join(' ')}`);
  }
  if (reference.format !== undefined && form.format !== reference.format) wrong.push(`is no ${reference.format}`);
  return wrong;
};

/** What the member of the reference may be that no form of ours takes. An empty word means absent everywhere. */
const requestFaults = (reference: Schema, forms: readonly Schema[]): string[] => {
  const [wanted = ''] = typesOf(reference);
  const types = forms.flatMap(typesOf);
  if (types.length === 0) return [];
  if (!types.includes(wanted) && !(wanted === 'integer' && types.includes('number')))
    return [`is not taken as ${wanted}`];
  const texts = forms.filter((form) => typesOf(form).includes('string')).map(wordsOf);
  if (wanted !== 'string' || texts.includes(undefined)) return [];
  const taken = texts.flat();
  const refused = reference.enum?.filter((word) => word !== '' && !taken.includes(word)) ?? ['any text'];
  return refused.length === 0 ? [] : [`refuses ${refused.join(' ')}`];
};

/** What does not fit, by the name of the reference's object and member. */
const faultsOf = (way: Way, { place, reference: given, ours, holders }: Visit): string[] => {
  const { schema: reference, name } = meant(given);
  const at = name !== undefined && reference.properties ? name : place;
  // Objects that contain themselves were compared one level above.
  if (name !== undefined && holders.includes(name)) return [];
  const inside = name === undefined ? holders : [...holders, name];
  const forms = formsOf(ours);
  const [wanted] = typesOf(reference);
  if (wanted === undefined) return [];
  const isNull = (form: Schema): boolean => typesOf(form).includes('null') || (form.enum?.includes(null) ?? false);
  const faults = way === 'reply' && forms.some(isNull) ? [`${at} may be null`] : [];
  const values = forms.filter((form) => typesOf(form).some((type) => type !== 'null'));
  if (way === 'request') faults.push(...requestFaults(reference, values).map((fault) => `${at} ${fault}`));
  for (const form of values) {
    if (way === 'reply') faults.push(...replyFaults(reference, form).map((fault) => `${at} ${fault}`));
    const below = (place: string, reference: Schema | undefined, ours: Schema | undefined): string[] =>
      reference && ours ? faultsOf(way, { place, reference, ours, holders: inside }) : [];
    faults.push(...below(at, reference.items, form.items));
    if (!reference.properties || !form.properties) continue;
    const [must, may] = way === 'reply' ? [reference, form] : [form, reference];
    for (const member of must.required ?? [])
      if (!may.required?.includes(member))
        faults.push(`${at}.${member} ${way === 'reply' ? 'may be absent' : 'is required'}`);
    for (const [member, schema] of Object.entries(reference.properties))
      faults.push(...below(`${at}.${member}`, schema, form.properties[member]));
  }
  return faults;
};

const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
const servedAt = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, served]) => [`${method.toUpperCase()} ${shapeOf(path)}`, served] as const),
  ),
);

/** The name of a member in `q`: `externalID` is `external_id`. */
const columnNameOf = (member: string): string =>
  member
    .replace(/ID$/, 'Id')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

const jsonOf = (body: Body | undefined): Schema | undefined =>
  body && follow(body).content?.['application/json']?.schema;

const compared = (type: string | null, ours: Schema | undefined, way: Way, operationId: string): string[] => {
  const { kind, name } = readType(type ?? '');
  if (!ours || !(name in schemas || name === 'string')) return [];
  const item: Schema = name === 'string' ? { type: 'string' } : { $ref: `#/${name}` };
  const list: Schema = { type: 'array', items: item };
  const whole = kind === 'array' ? list : kind === 'Paged' ? { type: 'object', properties: { data: list } } : item;
  return faultsOf(way, { place: operationId, reference: whole, ours, holders: [] });
};

const faultsIn = (way: Way): string[] => {
  const faults = readOperations().flatMap(({ operationId, method, path, request, response }) => {
    const served = servedAt.get(`${method} ${shapeOf(path)}`);
    return way === 'reply'
      ? compared(response, jsonOf(served?.responses['200']), way, operationId)
      : compared(request, jsonOf(served?.requestBody), way, operationId);
  });
  return [...new Set(faults)].sort();
};

describe('the shapes of the document', { skip: referenceIsMissing }, () => {
  test('whatever an endpoint may answer with, a strict client of the reference reads', () => {
    assert.deepEqual(faultsIn('reply'), [
      // Our own actions are events of the same list, as are messages of partners that the reference does not audit.
      'AuditingEvent.eventType may be STRIPE_MARKETPLACE ADYEN_MARKETPLACE HUBSPOT_MARKETPLACE ACTIVITY',
      // Only where the creation is repeated under its Idempotency-Key, and the reference has no such operation.
      'IdentityApiClient.secret may be null',
    ]);
  });

  test('whatever the reference lets a client send is taken', () => {
    const required = faultsIn('request').filter((fault) => fault.endsWith('is required'));
    // The reference marks next to nothing as required; without these there is nothing to do.
    assert.deepEqual(required, [
      'BillableMetric.name is required',
      'CancellationSchedule.type is required',
      'CreateBuyerParams.partner is required',
      'DivideEntitlementCommitParams.startDates is required',
      'EntitlementCancellationRequestWithdraw.cancellationReason is required',
      'IdentityContact.emailAddress is required',
      'OperationFilter.operator is required',
      'PartnerUsageMeteringConfig.partner is required',
      'SupportTicket.name is required',
      'SupportTicketComment.comment_text is required',
      'UpdateEntitlementNameParams.name is required',
    ]);
    const refused = faultsIn('request').filter((fault) => !required.includes(fault));
    assert.deepEqual(
      refused.map((fault) => fault.replace(/(?<=refuses )(\w+ )+ZOHO$/, 'others')),
      [
        // Buyers are created at payment providers, and usage is submitted to marketplaces.
        'CreateBuyerParams.partner refuses others',
        'PartnerUsageMeteringConfig.partner refuses others',
      ],
    );
  });

  test('a whole number that a client writes is read by clients that have 32 bits for it', () => {
    const isWide = ({ type, minimum, maximum }: Schema): boolean =>
      [type].flat().includes('integer') && !(Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31);
    const written = Object.entries(document.components.schemas).filter(([name]) => /(Input|Change)$/.test(name));
    const wide = written.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, schema]) => !schema.readOnly && formsOf(schema.items ?? schema).some(isWide))
        .map(([member]) => `${name}.${member}`),
    );
    // Is not shown; above 1000 it is 1000.
    assert.deepEqual(wide, ['ListOperationsV2RequestInput.limit']);
  });

  test('what a list shows can be filtered by under the name that it is shown with', () => {
    const missing = readOperations().flatMap(({ operationId, method, path, response }) => {
      const { kind, name } = readType(response);
      if (kind !== 'Paged' || !(name in schemas)) return [];
      const served = servedAt.get(`${method} ${shapeOf(path)}`);
      const filter = (served?.parameters ?? []).map(follow).find((parameter) => parameter.name === 'q');
      const columns = filter?.['x-fields']?.map((field) => field.name) ?? [];
      return Object.entries(schemas[name]?.properties ?? {})
        .filter(([, schema]) => !['object', 'array'].includes(typesOf(meant(schema).schema)[0] ?? 'object'))
        .map(([member]) => columnNameOf(member))
        .filter((column) => column !== 'organization_id' && !columns.includes(column))
        .map((column) => `${operationId}: ${column}`);
    });
    assert.deepEqual(missing, [
      // Long, not used by this service, or of a row of another table.
      'QueryBuyers: description',
      'QueryBuyers: s3_key_logo',
      'QueryEntitlements: entitlement_term_id',
      // The audit trail is filtered by actor.
      'QueryOffers: last_updated_by',
      'QueryProducts: fulfillment_url',
      'QueryProducts: last_updated_by',
    ]);
  });

  test('so can what the lists of partners show, whose shapes are our own', () => {
    const lists = readOperations().filter(
      ({ path, response }) => path.includes('/prm/') && response?.startsWith('Paged<'),
    );
    assert.ok(lists.length > 3);
    const missing = lists.flatMap(({ operationId, method, path }) => {
      const served = servedAt.get(`${method} ${shapeOf(path)}`) ?? assert.fail(operationId);
      const filter = (served.parameters ?? []).map(follow).find((parameter) => parameter.name === 'q');
      const columns = filter?.['x-fields']?.map((field) => field.name) ?? [];
      const page = follow(served.responses['200'] ?? {}).content?.['application/json']?.schema ?? {};
      const item = follow(follow(page).properties?.data?.items ?? {});
      return Object.entries(item.properties ?? {})
        .filter(([, schema]) => !formsOf(schema).some((form) => ['object', 'array'].includes(typesOf(form)[0] ?? '')))
        .map(([member]) => columnNameOf(member))
        .filter((column) => column !== 'organization_id' && !columns.includes(column))
        .map((column) => `${operationId}: ${column}`);
    });
    assert.deepEqual(missing, [
      // In answers to create and resend alone; a small number that nobody looks for.
      'ListInvitations: accept_url',
      'ListInvitations: resent_count',
      // In the path.
      'ListPartnerCommissions: partner_id',
      // Empty until someone sets them.
      'ListPartnerContacts: job_title',
      'ListPartnerContacts: profile_url',
      'ListPartnerContacts: seniority',
      'ListPartnerInvitations: accept_url',
      'ListPartnerInvitations: resent_count',
    ]);
  });

  test('a body whose shape is our own refuses members that it does not have', () => {
    const dropping = readOperations()
      .filter(({ shape, request }) => shape === 'decided' && request !== null)
      .flatMap(({ operationId, method, path }) => {
        const body = jsonOf(servedAt.get(`${method} ${shapeOf(path)}`)?.requestBody);
        const item = body && (follow(body).items ?? body);
        return item && formsOf(item).every((form) => form.additionalProperties === false) ? [] : [operationId];
      });
    assert.deepEqual(dropping, [
      // The drafts of a batch are read one by one, and each refuses them.
      'BatchCreateReferrals',
    ]);
  });

  test('so does a body of an endpoint that the reference does not have, but for objects of the reference', () => {
    const known = new Set(readOperations().map(({ method, path }) => `${method} ${shapeOf(path)}`));
    const dropping = [...servedAt]
      .filter(([at]) => !known.has(at))
      .flatMap(([at, { requestBody }]) => {
        const body = jsonOf(requestBody);
        const objects = body ? formsOf(body).filter(({ type }) => type === 'object') : [];
        return objects.every((form) => form.additionalProperties === false) ? [] : [at];
      });
    assert.deepEqual(dropping.toSorted(), [
      'PATCH /org/{}/support/ticket/{}/status',
      // A message as the partner sends it.
      'POST /hook/{}/{}',
      'POST /org/{}/apiClient',
      'POST /public/apiClient/accessToken',
    ]);
  });
});
