import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { issuedToken, readAzureError } from '../../marketplace/azure/client.ts';
import { type AzureAddresses, baseOf, scopeOf } from '../../marketplace/azure/hosts.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createRest, type RestCall } from '../../rest/rest.ts';
import { createTokens } from '../../rest/tokens.ts';
import type { CoSellAccess } from '../port.ts';

export type ReferralCall = Omit<RestCall, 'url'> & {
  /** Below the address of the referrals. */
  path?: string;
  query?: Readonly<Record<string, string>>;
};

/** Sends calls to the referrals of Partner Center with a token of the person who signed in. */
export type ReferralClient = {
  send<Shape extends z.ZodType>(access: CoSellAccess, call: ReferralCall, shape: Shape): Promise<z.output<Shape>>;
};

type Account = AzureAddresses & { tenantId: string; clientId: string; clientSecret: string; refreshToken: string };

const accountOf = ({ endpoint, endpoints = {}, credentials }: CoSellAccess): Account => {
  const { tenantId = '', clientId = '', clientSecret = '', refreshToken = '' } = credentials;
  return { endpoint, endpoints, tenantId, clientId, clientSecret, refreshToken };
};

/** OData reads `%20`, not `+`. The names of its options stay as they are. */
const withQuery = (url: string, query: Readonly<Record<string, string>> = {}): string => {
  const options = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return options.length === 0 ? url : `${url}?${options.join('&')}`;
};

const renewedMax = 500;

const issuedUserToken = issuedToken.extend({ refresh_token: z.string().optional() });

/** What a refusal says, with the member that it names, if it names one. */
const readError = (body: unknown) => {
  const { code, message } = readAzureError(body);
  return { code, message, ...(message === undefined ? {} : { details: { message } }) };
};

/**
 * Referrals take the token of a person only ("Create a referral", Prerequisites: App+User), which Entra issues for a refresh
 * token. Every time a new refresh token comes with it; the old one stays valid until it is 90 days old ("Refresh tokens in
 * the Microsoft identity platform"), so processes may refresh side by side, and it is enough to store one now and then.
 */
export const createReferralClient = (outgoing: Outgoing): ReferralClient => {
  const rest = createRest({
    partner: 'AZURE',
    outgoing,
    readError,
    requestIdHeaders: ['request-id', 'client-request-id', 'x-ms-request-id'],
  });
  /** The successors of refresh tokens, until they are stored. */
  const successors = new LRUCache<string, string>({ max: renewedMax });

  const tokens = createTokens<Account>(async (account, scope) => {
    const { tenantId, clientId, clientSecret, refreshToken } = account;
    const { answer } = await rest.send(
      {
        what: 'a token',
        method: 'POST',
        url: `${baseOf(account, 'LOGIN')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
        form: {
          grant_type: 'refresh_token',
          client_id: clientId,
          client_secret: clientSecret,
          refresh_token: refreshToken,
          scope,
        },
      },
      issuedUserToken,
    );
    const { refresh_token: successor } = answer;
    if (successor && successor !== refreshToken) successors.set(refreshToken, successor);
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  });

  const keepSuccessor = async ({ keep, credentials: { refreshToken = '' } }: CoSellAccess): Promise<void> => {
    const successor = successors.get(refreshToken);
    if (!keep || successor === undefined) return;
    await keep({ refreshToken: successor });
    successors.delete(refreshToken);
  };

  return {
    send: async (access, { path = '', query, headers, ...call }, shape) => {
      const url = withQuery(`${baseOf(access, 'REFERRALS')}${path}`, query);
      const { answer } = await tokens.use(accountOf(access), scopeOf(access, 'REFERRALS'), (token) =>
        rest.send(
          {
            ...call,
            url,
            // "Partner REST API headers": a GUID, required.
            headers: { ...headers, 'client-request-id': randomUUID(), authorization: `Bearer ${token}` },
          },
          shape,
        ),
      );
      await keepSuccessor(access);
      return answer;
    },
  };
};
