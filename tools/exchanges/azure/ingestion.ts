import type { Exchange } from '../../../simulators/kit/record.ts';
import type { Part } from '../cover.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck } from '../openapi/check-body.ts';
import { createOpenApiCheck } from '../openapi/check-openapi.ts';
import { documentOf } from '../written/document.ts';
import {
  anyObject,
  anyOf,
  listOf,
  matching,
  object,
  oneOf,
  type Shape,
  someText,
  text,
  url,
  uuid,
  wholeFrom,
} from '../written/shapes.ts';
import { durableId, resources, schemaOf } from './resources.ts';

/**
 * The Product Ingestion API. Sources: Microsoft Learn, "Product ingestion API for the commercial marketplace" (requests,
 * jobs, queries, cancellation), "Job status and retrieve private offer detail via API" and "Query existing private offers".
 */

const versioned = { $version: matching('^(2022-03-01-preview[2-6]|2022-07-01|2023-07-15)$') };
/** No time yet is the year 1, without a zone. */
const jobTime = matching('^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z|0001-01-01T00:00:00)$');
const code = oneOf(
  ...[
    'badRequest',
    'unauthorized',
    'forbidden',
    'notFound',
    'methodNotAllowed',
    'requestTimeout',
    'conflict',
    'locked',
  ],
  ...['internalServerError', 'notImplemented', 'serviceUnavailable'],
);
const detail = object(
  { code: someText },
  { message: text, resourceId: anyOf(text, anyObject), details: listOf(anyObject) },
);
/** The page of private offers shows `Conflict`, while the API's own codes begin in lower case. */
const jobError = object(
  { code: anyOf(code, someText) },
  { message: text, resourceId: anyOf(text, anyObject), details: listOf(detail) },
);
const job = object(
  {
    ...{ $schema: schemaOf('configure-status'), jobId: uuid, jobStatus: oneOf('notStarted', 'running', 'completed') },
    ...{ jobResult: oneOf('pending', 'succeeded', 'failed', 'cancelled'), jobStart: jobTime, errors: listOf(jobError) },
  },
  { jobEnd: jobTime, resourceUri: url },
);
const anyResource = object({ $schema: schemaOf('[a-z-]+') }, {}) as Record<string, unknown>;
/** Checked separately by its type. */
const someResource: Shape = { ...anyResource, additionalProperties: true };
const detailed = object({ $schema: schemaOf('configure-detail'), resources: listOf(someResource) });
const tree = object(
  {
    root: durableId('product'),
    target: object({ targetType: oneOf('draft', 'preview', 'live') }),
    resources: listOf(someResource),
  },
  { $schema: schemaOf('resource-tree') },
);
const page = object({ value: listOf(someResource) }, { '@nextLink': url, continuationToken: text, nextLink: url });
/** Private offers: "Private offer pages hold their items in a `privateOffers` array instead of `value`" (dstarr/partner-center-cli). */
const offerPage = anyOf(page, object({ privateOffers: listOf(someResource) }, { '@nextLink': url }));
const paged = { $maxpagesize: wholeFrom(1), continuationToken: text };
const refusal = object({ error: object({ code, message: text }, { details: listOf(anyObject) }) });
const refusals = Object.fromEntries([400, 401, 403, 404, 409, 423].map((status) => [status, refusal]));
const targetType = oneOf('draft', 'preview', 'live');
const get = (
  answer: Shape,
  optional: Readonly<Record<string, Shape>> = {},
  required: Readonly<Record<string, Shape>> = {},
) => ({
  query: { required: { ...versioned, ...required }, optional },
  answers: { 200: answer, ...refusals },
});

const document = documentOf({
  'POST /configure': {
    query: { required: versioned },
    body: object({ $schema: schemaOf('configure'), resources: listOf(someResource, 1) }),
    answers: { 200: job, 202: job, ...refusals },
  },
  'GET /configure/{jobId}/status': get(job),
  'GET /configure/{jobId}': get(detailed),
  'POST /configure/{jobId}/cancel': { query: { required: versioned }, answers: { 200: job, ...refusals } },
  'GET /product': get(page, { externalID: text, externalId: text, type: oneOf('softwareAsAService'), ...paged }),
  'GET /plan': get(page, { externalID: text, externalId: text, ...paged }, { product: durableId('product') }),
  'GET /product/{product}': get(someResource),
  'GET /plan/{product}/{plan}': get(someResource),
  'GET /resource-tree/product/{product}': get(tree, { targetType }),
  'GET /submission/product/{product}': get(page, { targetType, ...paged }),
  'GET /submission/{product}': get(page, { targetType, ...paged }),
  'GET /private-offer/query': get(offerPage, paged),
  'GET /private-offer': get(offerPage, paged),
  'GET /private-offer/{offer}': get(someResource),
  // "Job status and retrieve private offer detail via API" shows this id as `priceDetails` of an offer.
  'GET /price-and-availability-private-offer-plan/{product}/{prices}': get(someResource),
  'GET /price-and-availability-private-offer-plan/{product}': get(someResource, {}, { plan: durableId('plan') }),
});

type Resource = { $schema?: unknown };

/** The resources in a body: the body itself, or the items of its list. */
const resourcesOf = (body: unknown): { resource: Resource; at: string }[] => {
  const { resources: listed, value } = (body || {}) as { resources?: unknown; value?: unknown };
  for (const [name, items] of Object.entries({ resources: listed, value }))
    if (Array.isArray(items)) return items.map((resource: Resource) => ({ resource, at: `${name}[]` }));
  const { $schema } = (body || {}) as Resource;
  return typeof $schema === 'string' && !/\/(configure[\w-]*|resource-tree)\//.test($schema)
    ? [{ resource: body as Resource, at: '' }]
    : [];
};

/** Product ingestion below `base`; every resource in a body is checked against the table of its type. */
export const ingestionPart = (base: RegExp): Part => {
  const checkCall = createOpenApiCheck('Ingestion', document);
  const resourceFaults = createBodyCheck('resources', resources);
  const checkResources = (body: unknown, side: Difference['side']): Difference[] =>
    resourcesOf(body).flatMap(({ resource, at: place }) => {
      const type = /\/schema\/([a-z-]+)\//.exec(String(resource?.$schema))?.[1] ?? '';
      const told = (at: string, rule: string, because: string): Difference => ({
        ...{ operation: `Ingestion ${type}`, side, rule, detail: because },
        at: [place, at].filter((part) => part !== '').join('.'),
      });
      if (!Object.hasOwn(resources, type)) return [told('$schema', 'no such resource', show(resource?.$schema))];
      return resourceFaults(`/${type}`, resource).map(({ at, rule, detail: because }) => told(at, rule, because));
    });
  return {
    base,
    check: (exchange: Exchange, path: string) => {
      const found = checkCall(exchange, path);
      if (!found) return null;
      const isAnswered = !exchange.fault && exchange.status < 400;
      return [
        ...found,
        ...checkResources(exchange.requestBody, 'request'),
        ...(isAnswered ? checkResources(exchange.responseBody, 'answer') : []),
      ];
    },
  };
};
