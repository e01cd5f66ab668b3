import { roles } from '../auth/permissions.ts';
import { problemSchema } from '../kit/problem.ts';
import type { Endpoint } from './endpoint.ts';
import { createComponents } from './openapi/components.ts';
import { describeSchema } from './openapi/describe.ts';
import type { Json } from './openapi/json.ts';
import { operationOf } from './openapi/operation.ts';
import { headers, refusalResponses } from './openapi/responses.ts';
import { tagTexts } from './openapi/tags.ts';
import { tokenPath } from './openapi/token-path.ts';
import { webhooksOf } from './openapi/webhooks.ts';
import { servicePaths } from './service-paths.ts';

export type OpenApiOptions = { version: string; baseUrl: string; tokenUrl: string };

const about = `One API over the cloud marketplaces: products, private offers, entitlements and usage.

**Authentication.** Create an OAuth app, get an access token at \`/oauth2/token\` with its client id and secret, and send it as
\`Authorization: Bearer …\`. Everything but the service's own addresses lies below one organization.

**Values.** Times are RFC 3339 with an offset; answers are in UTC. Amounts and rates are decimal numbers in units of their
currency (12.5 is twelve and a half dollars), never minor units; they keep up to 18 integer and 9 fraction digits. Percentages
run from 0 to 100. In requests an absent member keeps what is there; in a PATCH null clears. Whole objects may be sent back: what the
service owns is ignored, but an ID that repeats one of the path must be the same, empty or absent.

**Lists.** Follow \`Link\` (rel="next") until there is none. Query endpoints take a filter \`q\` and an order \`s\`; each says which
fields they may name.

**Safe repeats.** A POST with an \`Idempotency-Key\` can be sent again. \`If-Match\` with an \`ETag\` guards a change against another
one. \`dryRun=true\` checks a change without making it.

**Errors** are problem documents (RFC 9457) with \`code\`, \`message\` and \`info\`.`;

const securitySchemes = (tokenUrl: string): Json => ({
  oauth: {
    type: 'oauth2',
    description:
      'An access token of an OAuth app. What it may do follows from the role of the app; there are no scopes.',
    flows: { clientCredentials: { tokenUrl, scopes: {} } },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token obtained elsewhere: of an OAuth app, an API client, or a signed-in person.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Legacy: the text `Key ` and the key of an API client.',
  },
});

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));

const usedTags = (paths: Record<string, Json>): string[] => [
  ...new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => ((operation as Json).tags ?? []) as string[]),
    ),
  ),
];

/** Builds the OpenAPI 3.1 document from the same records that the router serves. */
export const buildOpenApi = (endpoints: readonly Endpoint[], { version, baseUrl, tokenUrl }: OpenApiOptions): Json => {
  const components = createComponents();
  const paths: Record<string, Json> = { ...servicePaths, '/oauth2/token': tokenPath(tokenUrl) };
  for (const endpoint of endpoints) {
    const at = paths[endpoint.path] ?? {};
    at[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
    paths[endpoint.path] = at;
  }
  const webhooks = webhooksOf(components);
  const used = usedTags(paths);
  const schemas = Object.fromEntries(
    Object.entries({ Problem: problemSchema, ...components.schemas }).map(([name, schema]) => [
      name,
      describeSchema(name, schema),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketplace Operations Service',
      version,
      description: about,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl, description: 'The API' }],
    security: [{ oauth: [] }, { bearer: [] }, { apiKey: [] }],
    // What each built-in role may do: clients tell in advance which endpoints a caller is refused.
    'x-roles': roles,
    tags: Object.entries(tagTexts)
      .filter(([name]) => used.includes(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(tokenUrl),
      headers,
      responses: refusalResponses(),
      schemas: sorted(schemas),
    },
  };
};
