type Json = Record<string, unknown>;

const served = (operationId: string, summary: string, type: string, more: Json = {}): Json => ({
  get: {
    operationId,
    summary,
    tags: ['service'],
    security: [],
    responses: { 200: { description: 'Done', content: { [type]: { schema: {} } } }, ...more },
  },
});

const statusReply = { 503: { description: 'Not ready', content: { 'application/json': { schema: {} } } } };

const refusal = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const textOf = (description: string): Json => ({ type: 'string', description });

/** The token endpoint of API clients, at the address where programs that were written for it look. */
const apiClientToken: Json = {
  operationId: 'CreateApiClientAccessToken',
  summary: 'Get an access token for the secret of an API client (legacy)',
  tags: ['Access'],
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['organizationID', 'id', 'secret'],
          properties: { organizationID: textOf('org_…'), id: textOf('apikey_…'), secret: { type: 'string' } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Done',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'expires_on'],
            properties: {
              access_token: { type: 'string' },
              token_type: { type: 'string', enum: ['Bearer'] },
              expires_in: { type: 'integer', description: 'In seconds' },
              expires_on: { type: 'integer', description: 'Seconds since 1970-01-01T00:00:00Z' },
            },
          },
        },
      },
    },
    400: refusal('The request is malformed or invalid; info lists every fault.'),
    401: refusal('Organization, id or secret is wrong.'),
    413: refusal('The body is larger than 16 KiB.'),
    415: refusal('The body is not application/json.'),
    429: refusal('Too many failed attempts; Retry-After tells when.'),
    503: refusal('The service cannot take this now; Retry-After tells when.'),
  },
};

/** Where marketplaces send their events. */
const partnerHook: Json = {
  operationId: 'ReceivePartnerMessage',
  summary: 'Take a message of a connected marketplace',
  description:
    'The address and its secret are in the answer that connected the account. A message is stored once and worked on later.',
  tags: ['service'],
  security: [],
  parameters: [
    {
      name: 'partner',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: ['aws', 'azure', 'gcp', 'stripe', 'adyen'] },
    },
    { name: 'integrationId', in: 'path', required: true, schema: textOf('conn_…') },
    {
      name: 'Authorization',
      in: 'header',
      required: false,
      schema: textOf('The secret of the address, or the token that the partner signs'),
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'Stored, now or before', content: { 'application/json': { schema: {} } } },
    400: refusal('It is no message of that partner.'),
    404: refusal('There is no such address, or the secret or signature is wrong.'),
    413: refusal('It is too large.'),
    415: refusal('The body is not application/json.'),
    503: refusal('The service cannot take this now; Retry-After tells when.'),
  },
};

const landing = (operationId: string, where: string): Json => ({
  operationId,
  summary: 'Receive a buyer who comes from a marketplace',
  description: `The marketplace sends its buyer's browser here with a token ${where}. The buyer and the purchase are taken over, and the
browser is sent on to the sign-up page of the product (info.attributes.signUpUrl, else its fulfillment URL) with the parameter
marketplace_reference: a JWT of ten minutes, made out to the origin of that page, signed with the keys of the token endpoint. Whoever
accepts text/html is refused by a page for people.`,
  tags: ['service'],
  security: [],
  parameters: [
    { name: 'partner', in: 'path', required: true, schema: { type: 'string', enum: ['AWS', 'AZURE', 'GCP'] } },
    { name: 'connection', in: 'path', required: true, schema: textOf('conn_…') },
  ],
  responses: {
    200: {
      description: 'Received; the product names no page',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    303: { description: 'To the sign-up page of the product' },
    400: refusal('The token is missing, not known, or has expired.'),
    404: refusal('There is no such account.'),
    413: refusal('It is too large.'),
    415: refusal('The body is not a form.'),
    429: refusal('Too many buyers from one network; Retry-After tells when.'),
    503: refusal('The marketplace cannot be asked now; Retry-After tells when.'),
  },
});

const docsAsset: Json = {
  ...served('GetReferenceAsset', 'A part of the interactive reference', '*/*'),
  parameters: [{ name: 'asset', in: 'path', required: true, schema: { type: 'string' } }],
};

/** Addresses of the service itself, outside organizations. */
export const servicePaths: Record<string, Json> = {
  '/livez': served('GetLiveness', 'Whether the process runs', 'application/json'),
  '/readyz': served('GetReadiness', 'Whether the service can serve', 'application/json', statusReply),
  '/metrics': served('GetMetrics', 'Prometheus metrics', 'text/plain'),
  '/openapi.json': served('GetOpenApi', 'This document', 'application/json'),
  '/docs': served('GetDocs', 'An interactive reference', 'text/html'),
  '/docs/{asset}': docsAsset,
  '/hook/{partner}/{integrationId}': { post: partnerHook },
  '/public/apiClient/accessToken': { post: apiClientToken },
  '/public/fulfillment/{partner}/{connection}': {
    get: landing('ReceiveBuyerByLink', 'in the address (token)'),
    post: landing('ReceiveBuyer', 'in a form (x-amzn-marketplace-token, x-gcp-marketplace-token, token)'),
  },
};
