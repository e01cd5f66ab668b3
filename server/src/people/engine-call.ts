import { findSession, type SessionOwner } from '../auth/session-store.ts';
import { innerToken, sessionHashes } from '../auth/session-token.ts';
import { unauthorized } from '../auth/unauthorized.ts';
import { isRefusal, Refusal } from '../kit/errors.ts';
import { lockAccount } from './account-store.ts';
import type { Engine } from './engine.ts';
import type { People } from './people.ts';

/** The code of an error thrown by the library; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => {
  const { name, body } = (error ?? {}) as { name?: string; body?: { code?: string } };
  return name === 'APIError' ? (body?.code ?? 'UNKNOWN') : undefined;
};

export type SignedIn = SessionOwner & { token: string };

/** The headers passed to the library: the signed-in person, and cookies that the library set itself. */
export const engineHeaders = ({ caller, cookie }: { caller?: SignedIn; cookie?: string } = {}): Headers => {
  const headers = new Headers();
  if (caller) headers.set('authorization', `Bearer ${innerToken(caller.token)}`);
  if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
};

/** The cookies to send back to the library, as `name=value`. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

/** The token of the session that a library call created or replaced, without its signature. */
export const madeToken = (headers: Headers): string | undefined => headers.get('set-auth-token')?.split(/\.|%2E/i)[0];

const sessionEnded = 'The session is not valid, or has ended.';

export const invalidSession = (): Refusal => unauthorized('invalid_token', sessionEnded);
export const isInvalidSession = (error: unknown): boolean => isRefusal(error) && error.message === sessionEnded;

/**
 * Changes what a person signs in with, in one transaction. Changes of one account wait for each other, and each checks the session again: otherwise a session that a new password has just ended could still replace that password. Throws a Refusal: 401.
 */
export const changingAccount = <T>(
  { auth }: Pick<People, 'auth'>,
  { atomically, within }: Pick<Engine, 'atomically' | 'within'>,
  caller: SignedIn,
  work: (session: SessionOwner) => Promise<T>,
): Promise<T> =>
  atomically(async () => {
    const session = await within(async (system) => {
      await lockAccount(system, caller.account_id);
      return findSession(system, sessionHashes(auth.secretKeys, caller.token));
    });
    if (!session) throw invalidSession();
    return work(session);
  });

/** Converts an error of the library to a refusal; any other error is rethrown. */
export const refuseWith = (error: unknown, refusals: Readonly<Record<string, () => Refusal>>): never => {
  const refusal = refusals[codeOf(error) ?? ''];
  throw refusal ? refusal() : error;
};

export const badLink = (): Refusal =>
  new Refusal('BadRequest', 'This link is no longer valid; request a new one.', [
    { path: 'token', code: 'link', message: 'the link is invalid, was already used or has expired; request a new one' },
  ]);

export const tooLocked = (): Refusal =>
  new Refusal('TooManyRequests', 'Too many wrong codes; try again in 15 minutes.', undefined, {
    'retry-after': '900',
  });
