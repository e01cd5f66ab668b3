import { randomInt } from 'node:crypto';
import { deleteSessions } from '../auth/session-store.ts';
import { hashSessionToken, outerToken } from '../auth/session-token.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { deleteBegun } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import type { Engine } from './engine.ts';
import { changingAccount, codeOf, engineHeaders, isInvalidSession, madeToken, type SignedIn } from './engine-call.ts';
import type { People } from './people.ts';
import { refuseWrongPassword } from './recent.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { keepSession, replaceRecoveryCodes } from './second-factor-store.ts';
import { verifyCode, verifyRecoveryCode } from './sign-in.ts';

/** Without letters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryCodes = 10;

const part = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
/** About 49 bits each. */
const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, () => `${part()}-${part()}`);

type Proof = { password?: string | undefined; code?: string | undefined; recoveryCode?: string | undefined };

const wrong = (path: 'code' | 'recoveryCode'): Refusal =>
  badRequest([{ path, code: 'wrong', message: 'the code is wrong, or was used before' }]);
const isOn = (): Refusal => new Refusal('Conflict', 'The second factor is already on.');
const isOff = (): Refusal => new Refusal('Conflict', 'There is no second factor.');

/** Limits attempts here as strictly as at sign-in. */
const guarded = async <T>(
  people: People,
  caller: SignedIn,
  from: Origin,
  { recoveryCode }: Proof,
  work: () => Promise<T>,
): Promise<T> => {
  const guess = { email: caller.email, address: from.address };
  return people.guessing.trying(guess, async () => {
    try {
      return await work();
    } catch (error) {
      if (isInvalidSession(error)) throw error;
      const isWrong = error instanceof Refusal && (error.code === 'BadRequest' || error.code === 'Unauthorized');
      if (!isWrong && !/^INVALID_/.test(codeOf(error) ?? '')) throw error;
      people.guessing.wrong(guess);
      throw error instanceof Refusal && error.code === 'BadRequest'
        ? error
        : wrong(recoveryCode === undefined ? 'code' : 'recoveryCode');
    }
  });
};

const tryCode = (people: People, engine: Engine, caller: SignedIn, code: string | undefined) => {
  const accountId = caller.account_id;
  const headers = engineHeaders({ caller });
  const body = { code: code ?? '' };
  return verifyCode(people, engine, { accountId, code: body.code }, () =>
    engine.api.verifyTOTP({ body, headers, returnHeaders: true }),
  );
};

/** Requires a code of the app or, for people who have lost it, a recovery code. */
const proveFactor = async (
  people: People,
  engine: Engine,
  caller: SignedIn,
  { code, recoveryCode }: Proof,
  from: Origin,
): Promise<void> => {
  if (recoveryCode === undefined) return void (await tryCode(people, engine, caller, code));
  const account = { id: caller.account_id, email: caller.email };
  await verifyRecoveryCode(people, engine, account, recoveryCode, engineHeaders({ caller }));
  await engine.within((system) => people.mails.tell(system, caller.email, 'recoveryCode', from));
};

/** The library has replaced the caller's session; the caller keeps its existing token. */
const keepToken = async ({ auth }: People, { within }: Engine, caller: SignedIn, headers: Headers): Promise<void> => {
  const made = madeToken(headers);
  if (made === undefined) return;
  await within((system) =>
    keepSession(system, {
      id: caller.id,
      tokenHash: hashSessionToken(auth.secretKeys, caller.token),
      creationTime: caller.creation_time,
      expireTime: caller.expire_time,
      madeHash: hashSessionToken(auth.secretKeys, outerToken(made)),
    }),
  );
};

const renewRecoveryCodes = async ({ auth }: People, { within }: Engine, caller: SignedIn): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes = hashRecoveryCodes(auth.secretKeys, JSON.stringify(codes));
  await within((system) => replaceRecoveryCodes(system, caller.account_id, hashes));
  return codes;
};

/** Begins enrolment: returns the secret for the person's app. It takes effect once a code has been confirmed. */
export const enrolSecondFactor = (people: People, { password }: Proof, caller: SignedIn, from: Origin) =>
  guarded(people, caller, from, {}, async () => {
    if (caller.second_factor) throw isOn();
    await refuseWrongPassword(people, caller, password);
    const engine = await people.engine();
    const body = { method: 'totp' as const, ...(password === undefined ? {} : { password }) };
    const made = await changingAccount(people, engine, caller, async (session) => {
      if (session.second_factor) throw isOn();
      return engine.api.enableTwoFactor({ body, headers: engineHeaders({ caller }) });
    });
    const uri = 'totpURI' in made ? made.totpURI : '';
    return { secret: new URL(uri).searchParams.get('secret') ?? '', uri };
  });

/**
 * Enables the second factor and ends the other sessions, which began without it. The recovery codes are shown only this
 * once.
 */
export const confirmSecondFactor = (people: People, { code }: Proof, caller: SignedIn, from: Origin) =>
  guarded(people, caller, from, {}, async () => {
    if (caller.second_factor) throw isOn();
    const engine = await people.engine();
    return changingAccount(people, engine, caller, async (session) => {
      if (session.second_factor) throw isOn();
      const { headers } = await tryCode(people, engine, caller, code);
      await keepToken(people, engine, caller, headers);
      await engine.within(async (system) => {
        await deleteSessions(system, caller.account_id, { except: caller.id });
        await deleteBegun(system, caller.account_id);
        await people.mails.tell(system, caller.email, 'factorOn', from);
      });
      return { recoveryCodes: await renewRecoveryCodes(people, engine, caller) };
    }).catch((error: unknown) => {
      throw codeOf(error) === 'TOTP_NOT_ENABLED' ? isOff() : error;
    });
  });

/** Requires both the password and a code (of the app, or a recovery code), so that neither alone is enough. */
export const removeSecondFactor = (people: People, proof: Proof, caller: SignedIn, from: Origin) =>
  guarded(people, caller, from, proof, async () => {
    if (!caller.second_factor) throw isOff();
    await refuseWrongPassword(people, caller, proof.password);
    const engine = await people.engine();
    const { password } = proof;
    await changingAccount(people, engine, caller, async (session) => {
      if (!session.second_factor) throw isOff();
      await proveFactor(people, engine, caller, proof, from);
      const { headers } = await engine.api.disableTwoFactor({
        body: password === undefined ? {} : { password },
        headers: engineHeaders({ caller }),
        returnHeaders: true,
      });
      await keepToken(people, engine, caller, headers);
      await engine.within((system) => people.mails.tell(system, caller.email, 'factorOff', from));
    });
  });

/** The previous codes become invalid. */
export const renewSecondFactorCodes = (people: People, proof: Proof, caller: SignedIn, from: Origin) =>
  guarded(people, caller, from, proof, async () => {
    if (!caller.second_factor) throw isOff();
    await refuseWrongPassword(people, caller, proof.password);
    const engine = await people.engine();
    return changingAccount(people, engine, caller, async (session) => {
      if (!session.second_factor) throw isOff();
      await proveFactor(people, engine, caller, proof, from);
      return { recoveryCodes: await renewRecoveryCodes(people, engine, caller) };
    });
  });
