import { hashMachineSecret } from '../auth/secrets.ts';
import { deleteSessions, findSession } from '../auth/session-store.ts';
import { outerToken, sessionHashes } from '../auth/session-token.ts';
import { Refusal } from '../kit/errors.ts';
import { findAccountByEmail } from './account-store.ts';
import { type Begun, beginSession, factorMissing, type Origin, wrongCredentials as wrong } from './begin-session.ts';
import type { Engine } from './engine.ts';
import { codeOf, cookiesOf, engineHeaders, tooLocked } from './engine-call.ts';
import type { People } from './people.ts';
import { storedRecoveryCode } from './recovery-codes.ts';
import { findRecoveryCodes, useCode } from './second-factor-store.ts';

export type Credentials = {
  email: string;
  password: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
};

export type Factor = Pick<Credentials, 'code' | 'recoveryCode'>;

/** Refuses a code that was used before (RFC 6238, 5.2), then lets the library verify it. */
export const verifyCode = async <T>(
  people: People,
  { within }: Engine,
  { accountId, code }: { accountId: string; code: string },
  verify: () => Promise<T>,
): Promise<T> => {
  const hash = hashMachineSecret(people.auth.secretKeys, `code\n${code}`).toString('base64url');
  if (!(await within((system) => useCode(system, accountId, hash)))) throw wrong({ secondFactor: 'TOTP' });
  return verify();
};

/** Uses up a recovery code. The library throws if it is none of the account. */
export const verifyRecoveryCode = async (
  people: People,
  { api, within }: Engine,
  account: { id: string; email: string },
  recoveryCode: string,
  headers: Headers,
) => {
  const stored = (await within((system) => findRecoveryCodes(system, account.id))) ?? '[]';
  const code = storedRecoveryCode(people.auth.secretKeys, stored, recoveryCode);
  return api.verifyBackupCode({ body: { code }, headers });
};

/** The first step of a sign-in that waits for a code, as the cookie by which the library remembers it. */
type Waiting = { email: string; cookie: string };

/**
 * The second step. Returns the token of the session that the library makes, after `use` has had it in the same
 * transaction.
 */
export const passSecondFactor = async (
  people: People,
  engine: Engine,
  { email, cookie }: Waiting,
  { code, recoveryCode }: Factor,
  from: Origin,
  use: (token: string) => Promise<void> = async () => {},
): Promise<string> => {
  if (code === undefined && recoveryCode === undefined) throw factorMissing();
  const headers = engineHeaders({ cookie });
  return engine.atomically(async () => {
    const account = await engine.within((system) => findAccountByEmail(system, email));
    if (!account) throw wrong();
    const verify = async () => {
      if (code !== undefined)
        return verifyCode(people, engine, { accountId: account.id, code }, () =>
          engine.api.verifyTOTP({ body: { code }, headers }),
        );
      const verified = await verifyRecoveryCode(people, engine, account, recoveryCode ?? '', headers);
      await engine.within((system) => people.mails.tell(system, account.email, 'recoveryCode', from));
      return verified;
    };
    const token = (await verify()).token ?? '';
    await use(token);
    return token;
  });
};

const firstStep = async (
  { api }: Engine,
  { email, password }: Credentials,
): Promise<{ token?: string; cookie: string }> => {
  const { headers, response } = await api.signInEmail({ body: { email, password }, returnHeaders: true });
  const { token, twoFactorRedirect } = response as { token?: string; twoFactorRedirect?: boolean };
  if (twoFactorRedirect || token === undefined) return { cookie: cookiesOf(headers) };
  return { token, cookie: '' };
};

/**
 * Runs an attempt with a password or a code: counts it if something is wrong, but not if only the code was left out.
 * Throws a Refusal: 401, 429.
 */
export const attempting = <T>(
  people: People,
  { email, code: given, recoveryCode }: { email: string } & Factor,
  from: Origin,
  work: () => Promise<T>,
): Promise<T> => {
  const guess = { email, address: from.address };
  return people.guessing.trying(guess, async () => {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      const isWrong = code !== undefined || (error instanceof Refusal && error.code === 'Unauthorized');
      const isUnfinished = given === undefined && recoveryCode === undefined;
      const knew = error instanceof Refusal && error.info !== undefined && isUnfinished;
      if (isWrong && !knew) people.guessing.wrong(guess);
      if (code === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooLocked();
      if (code === undefined) throw error;
      throw /CODE|TOTP|TWO_FACTOR/.test(code) ? factorMissing() : wrong();
    }
  });
};

/** Signs in with email address and password, and a code if there is a second factor. Throws a Refusal: 401, 429. */
export const signIn = async (people: People, credentials: Credentials, from: Origin): Promise<Begun> => {
  const engine = await people.engine();
  const { email } = credentials;
  return attempting(people, credentials, from, async () => {
    const account = await engine.within((system) => findAccountByEmail(system, email));
    const passwordHash = account?.password_hash;
    const { token, cookie } = await firstStep(engine, credentials);
    if (token !== undefined) return beginSession(people, { inner: token, proof: 'PRIMARY', passwordHash }, from);
    const inner = await passSecondFactor(people, engine, { email, cookie }, credentials, from);
    return beginSession(people, { inner, proof: 'FACTOR', passwordHash }, from);
  });
};

/**
 * Proves password and second factor of an account without signing in: the session that the library makes ends in the
 * transaction that made it. To be called within `attempting`. Throws a Refusal: 401.
 */
export const proveFactor = async (
  people: People,
  account: { id: string },
  credentials: Credentials,
  from: Origin,
): Promise<void> => {
  const engine = await people.engine();
  const { cookie } = await firstStep(engine, credentials);
  const { email } = credentials;
  await passSecondFactor(people, engine, { email, cookie }, credentials, from, (token) =>
    engine.within(async (system) => {
      const made = await findSession(system, sessionHashes(people.auth.secretKeys, outerToken(token)));
      if (made) await deleteSessions(system, account.id, { only: made.id });
    }),
  );
};
