import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createRest, type RestCall, type Said } from '../../rest/rest.ts';
import { createTokens } from '../../rest/tokens.ts';
import type { CrmAccess } from '../port.ts';
import { refusedHere } from '../refused-here.ts';
import { salesforceGrant } from './grant.ts';

/** The pinned version of the REST API. */
const version = 'v62.0';

/** A path below `/services/data/v…`, or a whole one of an answer, which begins with `/services`. */
export type SalesforceCall = Omit<RestCall, 'url' | 'headers'> & { path: string };

/** Sends calls to the instance of an organization, with a session that is opened once and again when it has ended. */
export type SalesforceClient = {
  send<Shape extends z.ZodType>(
    access: CrmAccess,
    call: SalesforceCall,
    shape: Shape,
  ): Promise<{ answer: z.output<Shape>; instance: string }>;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `[{message, errorCode, fields}]` of the API (REST API Developer Guide, Status Codes and Error Responses); OAuth's own is an object. */
const readError = (body: unknown): Said => {
  const { errorCode, message, fields, error, error_description } = ((Array.isArray(body) ? body[0] : body) ??
    {}) as Record<string, unknown>;
  return {
    code: textOf(errorCode) ?? textOf(error),
    message: textOf(message) ?? textOf(error_description),
    ...(Array.isArray(fields) && fields.length > 0 ? { details: { fields } } : {}),
  };
};

const issued = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/), instance_url: z.url() });

/** Without `expires_in`: an ended session is refused, and opened again. An idle one ends after 15 minutes at the earliest. */
const sessionSeconds = 900;

const instanceHosts = /\.(salesforce\.com|salesforce\.mil|sfcrmproducts\.cn|force\.com)$/;

type Account = { endpoint: string; credentials: CrmAccess['credentials'] };

/**
 * The address of the organization's instance. The token is sent there, so it is the origin that was connected or a host of
 * Salesforce, whatever the answer names.
 */
const instanceOf = (given: string, endpoint: string): string => {
  const [named, connected] = [new URL(given), URL.parse(endpoint)];
  const isOurs =
    named.origin === connected?.origin || (named.protocol === 'https:' && instanceHosts.test(named.hostname));
  if (isOurs) return given.replace(/\/+$/, '');
  throw refusedHere(
    'SALESFORCE',
    'AddressRefused',
    'Salesforce named an instance that is not an address of Salesforce.',
  );
};

export const createSalesforceClient = ({
  outgoing,
  clock,
}: {
  outgoing: Outgoing;
  clock: Pick<Clock, 'wallNow'>;
}): SalesforceClient => {
  const rest = createRest({
    partner: 'SALESFORCE',
    outgoing,
    readError,
    requestIdHeaders: ['sforce-request-id', 'x-request-id'],
    retryableCodes: ['REQUEST_LIMIT_EXCEEDED', 'UNABLE_TO_LOCK_ROW', 'SERVER_UNAVAILABLE', 'QUERY_TIMEOUT'],
  });
  // A session belongs to an instance, whose address the answer names; neither has blanks.
  const sessions = createTokens<Account>(async ({ endpoint, credentials }) => {
    const { answer } = await rest.send(
      {
        what: 'a token',
        method: 'POST',
        url: `${endpoint}/services/oauth2/token`,
        form: await salesforceGrant(credentials, endpoint, clock.wallNow()),
      },
      issued,
    );
    const token = `${instanceOf(answer.instance_url, endpoint)} ${answer.access_token}`;
    return { token, expiresInSeconds: sessionSeconds };
  });
  return {
    send: ({ endpoint = '', credentials }, { path, ...call }, shape) =>
      sessions.use({ endpoint: endpoint.replace(/\/+$/, ''), credentials }, '', async (session) => {
        const [instance = '', token = ''] = session.split(' ');
        // As text: a path would replace that of the instance.
        const url = `${instance}${path.startsWith('/services/') ? path : `/services/data/${version}${path}`}`;
        const { answer } = await rest.send({ ...call, url, headers: { authorization: `Bearer ${token}` } }, shape);
        return { answer, instance };
      }),
  };
};
