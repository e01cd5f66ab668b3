import { hash } from 'node:crypto';
import { findResetAccount } from './account-store.ts';
import { type Begun, beginSession, factorMissing, type Origin } from './begin-session.ts';
import type { People } from './people.ts';
import { attempting, type Factor, passSecondFactor } from './sign-in.ts';

/** The library's cookie for a sign-in that waits for a code, among those of a browser: name and value. */
const waitingCookie = /(?:^|;\s*)((?:__Secure-)?mos\.two_factor=([^;]+))/;

/** The cookie, and the library's name for what it stands for; without its signature, which the library checks. */
const waitingIn = (cookies: string): { cookie: string; name: string } | undefined => {
  const [, cookie = '', value = ''] = waitingCookie.exec(cookies) ?? [];
  const name = /^[\w-]+/.exec(value)?.[0];
  return name === undefined ? undefined : { cookie, name };
};

/** Whether the return from an identity provider waits for a code, by the cookies that the library sets. */
export const waitsForFactor = (setCookies: readonly string[]): string | undefined =>
  setCookies.find((line) => waitingCookie.test(line) && !/max-age=0/i.test(line));

/**
 * Ends a sign-in by the identity provider where the account has a second factor: with a code of the app or a recovery
 * code, in the browser that came back from the provider. Throws a Refusal: 401, 429.
 */
export const signInAfterProvider = async (
  people: People,
  { cookie: cookies, ...factor }: Factor & { cookie: string },
  from: Origin,
): Promise<Begun> => {
  const guess = { address: from.address };
  await people.guessing.refuseTooMany(guess);
  const waiting = waitingIn(cookies);
  const stored = hash('sha256', waiting?.name ?? '', 'base64url');
  const account = await people.auth.database.system((system) => findResetAccount(system, stored));
  if (!waiting || !account) {
    people.guessing.wrong(guess);
    throw factorMissing('This sign-in has ended; begin again.');
  }
  const { email } = account;
  const engine = await people.engine();
  return attempting(people, { email, ...factor }, from, async () => {
    const inner = await passSecondFactor(people, engine, { email, cookie: waiting.cookie }, factor, from);
    return beginSession(people, { inner, proof: 'FACTOR' }, from);
  });
};
