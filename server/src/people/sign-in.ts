import { hashMachineSecret } from '../auth/secrets.ts';
import { Refusal } from '../kit/errors.ts';
import { findAccountByEmail } from './account-store.ts';
import { type Begun, beginSession, type Origin } from './begin-session.ts';
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

/** The same message for everything that may be wrong. */
const wrong = (info?: object): Refusal =>
  new Refusal('Unauthorized', 'The email address, password or code is wrong.', info);

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

/** The second step, with the cookie by which the library remembers the first. Returns the session's token. */
const passSecondFactor = async (
  people: People,
  engine: Engine,
  { email, code, recoveryCode }: Credentials,
  cookie: string,
  from: Origin,
): Promise<string> => {
  const info = { secondFactor: 'TOTP' };
  if (code === undefined && recoveryCode === undefined) throw wrong(info);
  const headers = engineHeaders({ cookie });
  const { token } = await engine.atomically(async () => {
    const account = await engine.within((system) => findAccountByEmail(system, email));
    if (!account) throw wrong();
    if (code !== undefined) {
      const verify = () => engine.api.verifyTOTP({ body: { code }, headers });
      return verifyCode(people, engine, { accountId: account.id, code }, verify);
    }
    const verified = await verifyRecoveryCode(people, engine, account, recoveryCode ?? '', headers);
    await engine.within((system) => people.mails.tell(system, account.email, 'recoveryCode', from));
    return verified;
  });
  return token ?? '';
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

/** Signs in with email address and password, and a code if there is a second factor. Throws a Refusal: 401, 429. */
export const signIn = async (people: People, credentials: Credentials, from: Origin): Promise<Begun> => {
  const guess = { email: credentials.email, address: from.address };
  const engine = await people.engine();
  return people.guessing.trying(guess, async () => {
    try {
      const { token, cookie } = await firstStep(engine, credentials);
      return await beginSession(
        people,
        token ?? (await passSecondFactor(people, engine, credentials, cookie, from)),
        from,
      );
    } catch (error) {
      const code = codeOf(error);
      const isWrong = code !== undefined || (error instanceof Refusal && error.code === 'Unauthorized');
      const isUnfinished = credentials.code === undefined && credentials.recoveryCode === undefined;
      const knew = error instanceof Refusal && error.info !== undefined && isUnfinished;
      if (isWrong && !knew) people.guessing.wrong(guess);
      if (code === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooLocked();
      throw code === undefined
        ? error
        : wrong(/CODE|TOTP|TWO_FACTOR/.test(code) ? { secondFactor: 'TOTP' } : undefined);
    }
  });
};
