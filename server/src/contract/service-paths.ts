import { partnerServices } from '../adapters/partner-services.ts';
import { marketplaceCodes, marketplaceFacts } from './marketplaces/marketplaces.ts';
import type { Json } from './openapi/json.ts';
import { refusalRefs } from './openapi/responses.ts';

/** Partners that send messages, by their names in URLs. */
const hookPartners = [
  ...new Set(partnerServices.filter(({ hook }) => hook).map(({ partner }) => partner.toLowerCase())),
];

/** The longest first: `token` alone is the least specific. */
const landingTokens = marketplaceCodes
  .map((code) => marketplaceFacts[code].landingToken)
  .sort((one, other) => other.field.length - one.field.length);

const statusSchema: Json = {
  type: 'object',
  description: 'A status.',
  required: ['status'],
  properties: { status: { type: 'string', enum: ['ok', 'unavailable'], description: 'Whether all is well.' } },
};

const readinessSchema: Json = {
  ...statusSchema,
  properties: {
    ...(statusSchema.properties as Json),
    problems: {
      type: 'array',
      items: { type: 'string' },
      description:
        'What is wrong, for people; absent if nothing is. With `ok` the service still serves, but for example a disk is full.',
    },
  },
};

const texts: Json = { type: 'string' };
const anything: Json = { type: 'object', additionalProperties: true };

type Served = { summary: string; description: string; type: string; schema: Json; more?: Json };

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

const served = (operationId: string, { summary, description, type, schema, more = {} }: Served): Json => ({
  get: {
    operationId,
    summary,
    description,
    tags: ['service'],
    security: [],
    responses: {
      200: { description: 'The requested content.', headers: requestId, content: { [type]: { schema } } },
      ...refusalRefs(['MethodNotAllowed', 'InternalServerError']),
      ...more,
    },
  },
});

const refusal = (description: string, headers: Json = {}): Json => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const later = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** Responses of every path of the service, besides its own. */
const common = refusalRefs(['MethodNotAllowed', 'InternalServerError']);

const textOf = (description: string): Json => ({ type: 'string', description });

/** The token endpoint of API clients, at the URL that existing client programs expect. */
const apiClientToken: Json = {
  operationId: 'CreateApiClientAccessToken',
  summary: 'Get an access token for the secret of an API client (legacy)',
  description: 'For API clients of type BEARER_TOKEN. New programs use OAuth apps and /oauth2/token.',
  tags: ['Access'],
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['organizationID', 'id', 'secret'],
          properties: {
            organizationID: textOf('org_…'),
            id: textOf('apikey_…'),
            secret: textOf('The secret of the API client'),
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The token.',
      headers: requestId,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'expires_on'],
            properties: {
              access_token: textOf('The token: send it as Authorization: Bearer …'),
              token_type: { type: 'string', enum: ['Bearer'], description: 'How the token is sent' },
              expires_in: { type: 'integer', description: 'In seconds' },
              expires_on: { type: 'string', format: 'date-time', description: 'When the token expires' },
            },
          },
        },
      },
    },
    400: refusal('The request is malformed or invalid; info lists every fault.'),
    401: refusal('The organization, ID or secret is wrong.'),
    ...common,
    413: refusal('The body is larger than 16 KiB.'),
    415: refusal('The body is not application/json.'),
    429: refusal('Too many failed attempts.', later),
    503: refusal('The service is temporarily unavailable.', later),
  },
};

/** Where marketplaces send their events. */
const partnerHook: Json = {
  operationId: 'ReceivePartnerMessage',
  summary: 'Receive a message from a connected marketplace',
  description:
    'The address and its secret are in the answer that connected the account. A message is stored once and worked on later.',
  tags: ['service'],
  security: [],
  parameters: [
    {
      name: 'partner',
      in: 'path',
      required: true,
      description: 'The sender of the message.',
      schema: { type: 'string', enum: hookPartners },
    },
    { name: 'integrationId', in: 'path', required: true, description: 'The connected account, conn_….', schema: texts },
    {
      name: 'Authorization',
      in: 'header',
      required: false,
      description: 'The secret of the URL, or the token signed by the partner.',
      schema: texts,
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: anything } } },
  responses: {
    200: {
      description: 'The message is stored, or was already stored.',
      headers: requestId,
      content: { 'application/json': { schema: anything } },
    },
    ...common,
    400: refusal('The body is not a message of that partner.'),
    404: refusal('The URL does not exist, or the secret or signature is wrong.'),
    413: refusal('The body is too large.'),
    415: refusal('The body is not application/json.'),
    503: refusal('The service is temporarily unavailable.', later),
  },
};

const landing = (operationId: string, where: string, more: readonly Json[], body: Json = {}): Json => ({
  operationId,
  summary: 'Receive a buyer coming from a marketplace',
  description: `The marketplace sends its buyer's browser here with a token ${where}. The buyer and the purchase are taken over, and the
browser is sent on to the sign-up page of the product (info.attributes.signUpUrl, else its fulfillment URL) with the parameter
marketplace_reference: a JWT of ten minutes, made out to the origin of that page, signed with the keys of the token endpoint. Whoever
accepts text/html is refused by a page for people.`,
  tags: ['service'],
  security: [],
  parameters: [
    {
      name: 'partner',
      in: 'path',
      required: true,
      description: 'The marketplace that the buyer comes from.',
      schema: { type: 'string', enum: marketplaceCodes },
    },
    { name: 'connection', in: 'path', required: true, description: 'The connected account, conn_….', schema: texts },
    ...more,
  ],
  ...body,
  responses: {
    200: {
      description: 'The buyer was received; the product has no sign-up page.',
      headers: requestId,
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    303: {
      description: 'Redirects to the sign-up page of the product.',
      headers: {
        ...requestId,
        Location: { description: 'The sign-up page.', schema: { type: 'string', format: 'uri' } },
      },
    },
    ...common,
    400: refusal('The token is missing, unknown, or expired.'),
    404: refusal('The account does not exist.'),
    413: refusal('The body is too large.'),
    415: refusal('The body is not a form.'),
    429: refusal('Too many buyers from one network.', later),
    503: refusal('The marketplace cannot be reached now.', later),
  },
});

const tokenParameter: Json = {
  name: 'token',
  in: 'query',
  required: true,
  description: 'The token that the marketplace created for the buyer.',
  schema: texts,
};

const tokenForm: Json = {
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          description: "The token that the marketplace created for the buyer, under the marketplace's name for it.",
          properties: Object.fromEntries(landingTokens.map(({ field, sender }) => [field, textOf(`From ${sender}`)])),
        },
      },
    },
  },
};

const docsAsset: Json = {
  get: {
    ...(served('GetReferenceAsset', {
      summary: 'A part of the interactive reference',
      description: 'Styles and scripts of the page at /docs.',
      type: '*/*',
      schema: {},
      more: refusalRefs(['NotFound', 'TooManyRequests']),
    }).get as Json),
    parameters: [{ name: 'asset', in: 'path', required: true, description: 'The name of the file.', schema: texts }],
  },
};

/** A page that is found by a name in its path. */
const pageWith = (
  operationId: string,
  name: string,
  about: string,
  { summary, description }: { summary: string; description: string },
): Json => ({
  get: {
    ...(served(operationId, {
      summary,
      description,
      type: 'text/html',
      schema: texts,
      more: refusalRefs(['NotFound', 'TooManyRequests', 'ServiceUnavailable']),
    }).get as Json),
    parameters: [{ name, in: 'path', required: true, description: about, schema: texts }],
  },
});

/** Paths of the service itself, outside organizations. */
export const servicePaths: Record<string, Json> = {
  '/livez': served('GetLiveness', {
    summary: 'Whether the process is running',
    description: 'For process supervision: any response means that it is running.',
    type: 'application/json',
    schema: statusSchema,
  }),
  '/readyz': served('GetReadiness', {
    summary: 'Whether the service is ready',
    description: 'For load balancers: 503 while it starts, while it stops, and without a database.',
    type: 'application/json',
    schema: readinessSchema,
    more: { 503: { description: 'Not ready.', content: { 'application/json': { schema: readinessSchema } } } },
  }),
  '/metrics': served('GetMetrics', {
    summary: 'Prometheus metrics',
    description: 'Covers all organizations; available only from this machine and private networks.',
    type: 'text/plain',
    schema: texts,
    more: refusalRefs(['NotFound']),
  }),
  '/openapi.json': served('GetOpenApi', {
    summary: 'This document',
    description: 'OpenAPI 3.1, with the URLs of this installation.',
    type: 'application/json',
    schema: anything,
    more: refusalRefs(['TooManyRequests']),
  }),
  '/docs': served('GetDocs', {
    summary: 'An interactive reference',
    description: 'A page that shows this document and sends requests from the browser.',
    type: 'text/html',
    schema: texts,
  }),
  '/docs/{asset}': docsAsset,
  '/docs/errors': served('GetErrorCatalogue', {
    summary: 'All error codes',
    description: 'A page with every code that an error response can have.',
    type: 'text/html',
    schema: texts,
  }),
  '/docs/errors/{code}': pageWith('GetErrorPage', 'code', 'The code of an error.', {
    summary: 'What an error code means',
    description:
      'A page about one code, and what to do about it. The type of every error response is the address of such a page.',
  }),
  '/docs/knowledge/{id}': pageWith('GetKnowledgePage', 'id', 'The ID of a result of the knowledge search.', {
    summary: 'A text of the knowledge index',
    description:
      'A page with an article, a part of the documentation or an imported text, as the knowledge search found it.',
  }),
  '/hook/{partner}/{integrationId}': { post: partnerHook },
  '/public/apiClient/accessToken': { post: apiClientToken },
  '/public/fulfillment/{partner}/{connection}': {
    get: landing('ReceiveBuyerByLink', 'in the address (token)', [tokenParameter]),
    post: landing('ReceiveBuyer', `in a form (${landingTokens.map(({ field }) => field).join(', ')})`, [], tokenForm),
  },
};
