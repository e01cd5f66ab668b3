import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, notFound, Refusal, tooManyRequests } from '../kit/errors.ts';
import { selectOrganizations } from '../people/account-store.ts';
import { bodyBytesMax, findCaller, sourceOf } from '../people/edge.ts';
import type { People } from '../people/people.ts';

/** Where the simulators of this service listen, and what lets it control them. */
export type SandboxTarget = { url: string; token: string };

export type SandboxOptions = {
  people: People;
  /** Absent where nothing is simulated: then there is no sandbox. */
  simulators: SandboxTarget | undefined;
  /** Limit for each person, the same as at the endpoints for people: no organization counts these requests. */
  limiter(caller: string): { allowed: boolean; headers: Record<string, string> };
  isServing(): boolean;
};

const base = '/console/sandbox';

/** Moving time runs all that became due, which is waited for. */
const answerWaitMs = 60_000;

const none = z.strictObject({});
const clockBody = z.strictObject({ advance: z.enum(['PT1H', 'P1D', 'P7D', 'P1M']) });
const faultBody = z.strictObject({ name: z.string().max(100), count: z.int().min(1).max(100).default(1) });

type Body = z.ZodObject;
type Opened = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body: Body;
  /** For every member of an organization; everything else only for those who lead one. */
  isForMembers?: true;
};

const post = (path: string, body: Body = none): Opened => ({ method: 'POST', path, body });

const faultsOf = (simulator: string): Opened[] => [
  { method: 'GET', path: `/${simulator}/fault`, body: none },
  { method: 'DELETE', path: `/${simulator}/fault`, body: none },
  post(`/${simulator}/fault`, faultBody),
];

/**
 * What of the simulators' control API a person may use: time, the acts of buyers, and faults. Nothing that lists accounts,
 * because those come with their credentials.
 */
const opened: readonly Opened[] = [
  // Times mean little to whoever cannot read the clock that they are of.
  { method: 'GET', path: '/clock', body: none, isForMembers: true },
  post('/clock', clockBody),
  ...['aws', 'azure', 'gcp', 'stripe', 'adyen', 'salesforce', 'hubspot'].flatMap(faultsOf),

  post('/aws/offer/:id/accept', z.strictObject({ buyerAccountId: z.string().max(20) })),
  post('/aws/offer/:id/decline'),
  post('/aws/agreement/:id/cancel'),
  post('/aws/agreement/:id/terminate'),
  post('/aws/agreement/:id/renewal-offer'),

  post('/azure/private-offer/:id/accept'),
  post('/azure/private-offer/:id/decline'),
  post('/azure/private-offer/:id/purchase'),
  post(
    '/azure/subscription',
    z.strictObject({
      billingAccountId: z.string().max(200),
      offerId: z.string().max(200),
      planId: z.string().max(100),
    }),
  ),
  ...['suspend', 'reinstate', 'unsubscribe', 'end-term'].map((act) => post(`/azure/subscription/:id/${act}`)),
  post('/azure/subscription/:id/change-plan', z.strictObject({ planId: z.string().max(100) })),
  post('/azure/subscription/:id/change-quantity', z.strictObject({ quantity: z.int().min(0).max(1_000_000) })),

  post('/gcp/offer/:id/accept'),
  post('/gcp/offer/:id/decline'),
  post(
    '/gcp/order',
    z.strictObject({ service: z.string().max(200), plan: z.string().max(100), billingAccount: z.string().max(50) }),
  ),
  post('/gcp/order/:id/cancel', z.strictObject({ effective: z.enum(['IMMEDIATE', 'TERM_END']) })),
  post('/gcp/order/:id/change-plan', z.strictObject({ plan: z.string().max(200) })),
  ...['suspend', 'reinstate', 'renew', 'end-term', 'revert-cancellation', 'cancel-plan-change'].map((act) =>
    post(`/gcp/order/:id/${act}`),
  ),
];

const leaders: readonly string[] = ['OWNER', 'ADMIN'];

/**
 * Only people who lead an organization, because everything simulated is shared by all of them; members may read what
 * changes nothing. Throws a Refusal: 401, 403, 429.
 */
const admit = async (
  { people, limiter }: SandboxOptions,
  { isForMembers }: Opened,
  request: FastifyRequest,
): Promise<void> => {
  const caller = await findCaller(people, { signedIn: true }, sourceOf(request), request.ip);
  const { allowed, headers } = limiter(caller ? `account:${caller.account_id}` : '');
  if (!allowed) throw tooManyRequests(headers);
  const organizations = caller ? await selectOrganizations(people.reads, caller.account_id) : [];
  if (organizations.some(({ role }) => isForMembers || leaders.includes(role))) return;
  const who = isForMembers ? 'a member' : 'an owner or an administrator';
  throw new Refusal('Forbidden', `Only ${who} of an organization can use the sandbox.`);
};

const readBody = ({ body: shape }: Opened, request: FastifyRequest): object => {
  const text = typeof request.body === 'string' ? request.body : '';
  if (text !== '' && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('UnsupportedMediaType', 'Send the body as application/json.');
  let given: unknown;
  try {
    given = text === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest([{ path: '', code: 'json', message: 'the body is not JSON' }]);
  }
  const { data, error } = shape.safeParse(given);
  if (data) return data;
  throw badRequest(error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message })));
};

/** The path with what the request names in it. */
const fillPath = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name] ?? '';
    if (/^\.*$/.test(value)) throw notFound('thing in the sandbox');
    return encodeURIComponent(value);
  });

/** What the simulators said to a request that they refused. */
const refusalOf = (status: number, text: string): Refusal => {
  const said = /"error":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  const message = `The sandbox refused this: ${said === undefined ? `status ${status}` : said.replaceAll('\\"', '"')}.`;
  if (status === 404) return new Refusal('NotFound', message);
  return status === 400 || status === 409 ? new Refusal('Conflict', message) : new Refusal('3rdPartyError', message);
};

const forward = async ({ url, token }: SandboxTarget, { method }: Opened, path: string, body: object) => {
  const hasBody = method === 'POST';
  const response = await fetch(`${url}/control${path}`, {
    method,
    redirect: 'error',
    headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(answerWaitMs),
  }).catch(() => {
    throw new Refusal('ServiceUnavailable', 'The simulators do not answer.', undefined, { 'retry-after': '5' });
  });
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text);
  return text;
};

/**
 * The sandbox bar of the console: the service passes acts on to its own simulators, which refuse pages of other origins
 * and know no people. Decision 0161.
 */
export const registerSandbox = (server: FastifyInstance, options: SandboxOptions): void => {
  const { simulators, isServing } = options;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.all(`${base}/*`, async () => {
      throw notFound('part of the sandbox');
    });
    if (!simulators) return;
    for (const one of opened) {
      scope.route({
        method: one.method,
        url: base + one.path,
        handler: async (request, reply) => {
          if (!isServing())
            throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
              'retry-after': '1',
            });
          await admit(options, one, request);
          const path = fillPath(one.path, request.params as Record<string, string>);
          const text = await forward(simulators, one, path, readBody(one, request));
          return reply.type('application/json; charset=utf-8').send(text);
        },
      });
    }
  });
};
