import type { Json } from './json.ts';

const text = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more });

const oauthError: Json = {
  type: 'object',
  description: 'RFC 6749, 5.2.',
  required: ['error'],
  properties: {
    error: text('The code of RFC 6749, such as invalid_client.'),
    error_description: text('A description of the problem.'),
  },
};

const refusal = (description: string, more: Json = {}): Json => ({
  description,
  ...more,
  content: { 'application/json': { schema: oauthError } },
});

const retryAfter: Json = { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } };
const challenge: Json = { headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } };

/** The token endpoint, which has its own listener. `tokenUrl` is its full URL. */
export const tokenPath = (tokenUrl: string): Json => ({
  servers: [{ url: tokenUrl.replace(/\/oauth2\/token$/, ''), description: 'The token endpoint' }],
  post: {
    operationId: 'CreateAccessToken',
    summary: 'Get an access token for an OAuth app',
    description:
      'The client credentials grant (RFC 6749, 4.4). The app authenticates by HTTP Basic (client_secret_basic), in the form ' +
      '(client_secret_post), or, with keys of its own, by a signed JWT (private_key_jwt, RFC 7523).',
    tags: ['Access'],
    security: [],
    parameters: [
      {
        name: 'Authorization',
        in: 'header',
        required: false,
        description: 'Basic, with client ID and secret. Omit it if they are in the form.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            description: 'The form of the grant.',
            required: ['grant_type'],
            properties: {
              grant_type: text('The grant.', { enum: ['client_credentials'] }),
              client_id: text('The client id of the app. Needed without HTTP Basic.'),
              client_secret: text('The secret of the app. Needed without HTTP Basic and without keys.'),
              client_assertion_type: text('Of an app with keys.', {
                enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
              }),
              client_assertion: text('Of an app with keys: a JWT that it signed.'),
              scope: text('Ignored: what a token may do follows from the role of the app.'),
            },
          },
          example: { grant_type: 'client_credentials', client_id: 'the client id', client_secret: 'the client secret' },
        },
      },
    },
    responses: {
      200: {
        description: 'The token.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              description: 'RFC 6749, 5.1.',
              required: ['access_token', 'token_type', 'expires_in'],
              properties: {
                access_token: text('The token: send it as Authorization: Bearer ….'),
                token_type: text('How the token is sent.', { enum: ['Bearer'] }),
                expires_in: { type: 'integer', description: 'How long the token is valid, in seconds.' },
              },
            },
            example: { access_token: 'eyJ…', token_type: 'Bearer', expires_in: 3600 },
          },
        },
      },
      400: refusal('The form is malformed, or requests another grant type.'),
      401: refusal('The app is unknown, or its credentials are wrong.', challenge),
      405: refusal('Only POST is supported here.', { headers: { Allow: { $ref: '#/components/headers/Allow' } } }),
      413: refusal('The form is larger than 16 KiB.'),
      429: refusal('Too many failed attempts.', retryAfter),
      500: refusal('An internal error.'),
      503: refusal('The service is temporarily unavailable.', retryAfter),
    },
  },
});
