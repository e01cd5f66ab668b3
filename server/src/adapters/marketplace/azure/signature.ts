import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { createKeptKeys } from '../../rest/kept-keys.ts';
import { createRest } from '../../rest/rest.ts';
import type { IncomingMessage, MessageAccess } from '../messages.ts';
import { baseOf, marketplaceAppId } from './hosts.ts';

const keysAnswer = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).max(100) });

const kept = { max: 200, freshMs: 24 * 3_600_000, againMs: 60_000 };
const toleranceSeconds = 300;
const tokenMax = 16 * 1024;

/**
 * Whether a webhook call comes from Microsoft's marketplace: its token is signed with a key that Entra publishes for
 * the account's tenant, issued to the account's application, and held by the marketplace (versions 1 and 2 of Entra's
 * tokens). `now` is a monotonic time in milliseconds.
 */
export const createSignatureCheck = (outgoing: Outgoing, now: () => number = () => performance.now()) => {
  const rest = createRest({ partner: 'AZURE', outgoing, readError: () => ({}), requestIdHeaders: ['x-ms-request-id'] });
  const keysOf = createKeptKeys<JSONWebKeySet>({ ...kept, now });

  const askKeys = async (url: string): Promise<JSONWebKeySet> => {
    const { answer } = await rest.send({ what: 'the keys of the tenant', method: 'GET', url }, keysAnswer);
    return answer as unknown as JSONWebKeySet;
  };

  return async ({ headers, now: wallNow }: IncomingMessage, access: MessageAccess): Promise<boolean> => {
    // Entra writes GUIDs in small letters, whatever the connection has.
    const [tenantId = '', clientId = ''] = [access.credentials.tenantId, access.credentials.clientId].map((id) =>
      id?.toLowerCase(),
    );
    const given = typeof headers.authorization === 'string' ? headers.authorization : '';
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(given)?.[1];
    if (token === undefined || token.length > tokenMax || tenantId === '' || clientId === '') return false;
    const login = baseOf(access, 'LOGIN');
    const url = `${login}/${encodeURIComponent(tenantId)}/discovery/v2.0/keys`;
    const verify = (set: JSONWebKeySet) =>
      jwtVerify(token, createLocalJWKSet(set), {
        algorithms: ['RS256'],
        audience: clientId,
        issuer: [
          `https://sts.windows.net/${tenantId}/`,
          `https://login.microsoftonline.com/${tenantId}/v2.0`,
          // A national cloud issues tokens where it publishes its keys ("National clouds", Microsoft Entra endpoints).
          `${login}/${tenantId}/v2.0`,
        ],
        requiredClaims: ['exp', 'tid'],
        clockTolerance: toleranceSeconds,
        currentDate: wallNow,
      });
    const load = () => askKeys(url);
    const keys = await keysOf(url, load);
    try {
      const { payload } = await verify(keys).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return verify(await keysOf(url, load, { again: true }));
      });
      return payload.tid === tenantId && (payload.azp ?? payload.appid) === marketplaceAppId;
    } catch (error) {
      // The caller is not told what is wrong with a token or a key, which can fail in many ways; that the keys are unavailable is reported.
      if (isPartnerError(error)) throw error;
      return false;
    }
  };
};
