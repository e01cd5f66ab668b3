import { type CapabilityName, capabilityRow } from '../../../contract/capabilities.ts';
import { type Endpoint, isAct } from '../../../contract/endpoint.ts';
import { type Capability, capabilityNames } from '../../../contract/marketplaces/facts.ts';
import type { Json } from '../../../contract/openapi/json.ts';
import { capitalize, describeEndpoint } from '../../../contract/openapi/operation.ts';
import { tokenPath } from '../../../contract/openapi/token-path.ts';
import { servicePaths } from '../../../contract/service-paths.ts';
import { type ErrorCode, errorCodes, errorPage } from '../../../kit/errors.ts';
import { partnerNames } from './document-pieces.ts';
import { type Piece, pageOf } from './piece.ts';

const ofApi = { keeper: 'RELEASE', file: '', source: 'API', reference: null } as const;

/** Where the reference at /docs shows an operation. */
const operationPath = (tag: string, operationId: string): string => `/docs#/${tag}/${operationId}`;

type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  facts: readonly (string | undefined)[];
};

const operationPiece = ({ id, tag, method, path, summary, description, facts }: Operation): Piece => ({
  ...ofApi,
  id: `endpoint.${id}`,
  title: `${summary} (${id})`,
  keywords: `${tag} endpoint`,
  path: operationPath(tag, id),
  markdown: [`\`${method} ${path}\``, description, ...facts].filter((part) => part !== undefined).join('\n\n'),
});

const namesIn = (shape: unknown): string[] =>
  Object.keys((shape as { shape?: Readonly<Record<string, unknown>> } | null)?.shape ?? {});

const listed = (label: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `${label}: ${names.map((name) => `\`${name}\``).join(', ')}.`;

const endpointPiece = (endpoint: Endpoint): Piece =>
  operationPiece({
    id: capitalize(endpoint.id),
    tag: endpoint.tag ?? endpoint.family,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    description: describeEndpoint(endpoint),
    facts: [
      `Permission: \`${endpoint.permission}\`.`,
      listed('Query parameters', namesIn(endpoint.query)),
      listed('Members of the body', namesIn(endpoint.body)),
      listed('Events', endpoint.emits),
    ],
  });

/** Operations that are described by hand: those of the service itself. */
const writtenPieces = (path: string, methods: Json): Piece[] =>
  Object.entries(methods)
    .filter(([, operation]) => typeof (operation as Json).operationId === 'string')
    .map(([method, operation]) => {
      const { operationId, summary, description, tags } = operation as {
        operationId: string;
        summary: string;
        description?: string;
        tags: string[];
      };
      const [tag = 'service'] = tags;
      return operationPiece({
        id: operationId,
        tag,
        method: method.toUpperCase(),
        path,
        summary,
        description,
        facts: [],
      });
    });

const errorPiece = (code: ErrorCode): Piece => {
  const { status, title, meaning, advice } = errorCodes[code];
  return {
    ...ofApi,
    id: `error.${code}`,
    title: `${code} (${status}): ${title}`,
    keywords: `error code refusal status ${status}`,
    path: errorPage(code),
    markdown: `${meaning}\n\n**What to do.** ${advice}`,
  };
};

/** `offerExtendExpiry` → `offer extend expiry`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const capabilityPiece = (
  partner: string,
  name: CapabilityName,
  { can, note }: Capability,
  endpoints: readonly Endpoint[],
): Piece => {
  const id = `capability.${partner}.${name}`;
  const needing = endpoints.filter(
    (endpoint) => isAct(endpoint) && endpoint.needs !== undefined && [endpoint.needs].flat().includes(name),
  );
  const paragraphs = [
    `${partner} ${can ? 'can' : 'cannot'} do this: ${inWords(name)} (\`${name}\`).${can ? '' : ' A request for it is refused with 409.'}`,
    note,
    listed(
      'Endpoints',
      needing.map((endpoint) => `${endpoint.method} ${endpoint.path}`),
    ),
  ];
  return {
    ...ofApi,
    id,
    title: `Capability of ${partner}: ${inWords(name)} (${can ? 'yes' : 'no'})`,
    keywords: `${partnerNames[partner] ?? partner} ${name} supported`,
    path: pageOf(id),
    markdown: paragraphs.filter((part) => part !== undefined).join('\n\n'),
  };
};

const capabilityPieces = (endpoints: readonly Endpoint[]): Piece[] =>
  capabilityNames.flatMap((name) =>
    Object.entries(capabilityRow(name)).map(([partner, capability]) =>
      capabilityPiece(partner, name, capability, endpoints),
    ),
  );

/** What the API offers and refuses, from the tables that it is served from. */
export const apiPieces = (endpoints: readonly Endpoint[]): Piece[] => [
  ...endpoints.map(endpointPiece),
  ...Object.entries({ ...servicePaths, '/oauth2/token': tokenPath('/oauth2/token') }).flatMap(([path, methods]) =>
    writtenPieces(path, methods),
  ),
  ...(Object.keys(errorCodes) as ErrorCode[]).map(errorPiece),
  ...capabilityPieces(endpoints),
];
