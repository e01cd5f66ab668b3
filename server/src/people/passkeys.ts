import { notFound, Refusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { type Begun, beginSession, type Origin } from './begin-session.ts';
import { changingAccount, codeOf, cookiesOf, engineHeaders, refuseWith, type SignedIn } from './engine-call.ts';
import type { People } from './people.ts';
import { refuseUnproven, signInAgain } from './recent.ts';

/** The options for the device. `challenge` identifies them when the response comes back. */
export type PasskeyQuestion = { options: object; challenge: string };
export type PasskeyAnswer = { challenge: string; response: Record<string, unknown> };

export type PasskeyView = { id: string; name: string; backedUp: boolean; creationTime: string };

/** The library stores its challenge in a signed cookie; here it travels in the body. */
const questionOf = ({ headers, response }: { headers: Headers; response: object }): PasskeyQuestion => ({
  options: response,
  challenge: Buffer.from(cookiesOf(headers)).toString('base64url'),
});

const cookieOf = (challenge: string): string => {
  const cookie = Buffer.from(challenge, 'base64url').toString('utf8');
  return /^[\x21-\x7e]+$/.test(cookie) && cookie.includes('=') && !cookie.includes(';') ? cookie : '';
};

const refused = (): Refusal => new Refusal('Unauthorized', 'The passkey was not accepted.');
const notAccepted = (): Refusal => new Refusal('BadRequest', 'The passkey was not accepted; begin again.');

const viewPasskey = (row: {
  id: string;
  name?: string | undefined;
  backedUp: boolean;
  createdAt?: Date;
}): PasskeyView => ({
  id: encodeId('passkey', row.id),
  name: row.name ?? '',
  backedUp: row.backedUp,
  creationTime: (row.createdAt ?? new Date(0)).toISOString(),
});

/** Throws a Refusal: 403, 429. */
export const askForNewPasskey = async (people: People, caller: SignedIn, from: Origin): Promise<PasskeyQuestion> => {
  await people.guessing.mayBegin(from.address);
  const { api } = await people.engine();
  const headers = engineHeaders({ caller });
  const asked = await api
    .generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true })
    .catch((error: unknown) => refuseWith(error, { SESSION_NOT_FRESH: signInAgain }));
  return questionOf(asked as { headers: Headers; response: object });
};

export const addPasskey = async (
  people: People,
  { challenge, response, name }: PasskeyAnswer & { name?: string | undefined },
  caller: SignedIn,
  from: Origin,
): Promise<PasskeyView> => {
  const engine = await people.engine();
  const { api, within } = engine;
  const headers = engineHeaders({ caller, cookie: cookieOf(challenge) });
  const body = { response: response as never, ...(name === undefined ? {} : { name }) };
  const row = await changingAccount(people, engine, caller, async () => {
    const added = await api.verifyPasskeyRegistration({ body, headers });
    await within((system) => people.mails.tell(system, caller.email, 'passkey', from));
    return added;
  }).catch((error: unknown) => {
    if (codeOf(error) === 'SESSION_NOT_FRESH') throw signInAgain();
    throw codeOf(error) === undefined ? error : notAccepted();
  });
  return viewPasskey(row as never);
};

export const listPasskeys = async (people: People, caller: SignedIn): Promise<PasskeyView[]> => {
  const { api } = await people.engine();
  return (await api.listPasskeys({ headers: engineHeaders({ caller }) })).map((row) => viewPasskey(row as never));
};

/** Requires the password or a recent sign-in. Throws a Refusal: 400, 403, 404, 429. */
export const removePasskey = async (
  people: People,
  { id, password }: { id: string; password?: string | undefined },
  caller: SignedIn,
  from: Origin,
): Promise<void> => {
  await refuseUnproven(people, caller, password, from);
  const { api, atomically, within } = await people.engine();
  await atomically(async () => {
    await api.deletePasskey({ body: { id }, headers: engineHeaders({ caller }) });
    await within((system) => people.mails.tell(system, caller.email, 'passkeyGone', from));
  }).catch((error: unknown) => {
    throw codeOf(error) === undefined ? error : notFound('passkey');
  });
};

/** Throws a Refusal: 429. */
export const askForPasskey = async (people: People, from: Origin): Promise<PasskeyQuestion> => {
  await people.guessing.mayBegin(from.address);
  const { api } = await people.engine();
  return questionOf(await api.generatePasskeyAuthenticationOptions({ headers: engineHeaders(), returnHeaders: true }));
};

/** The device has verified its user, so no second factor is required. Throws a Refusal: 401, 429. */
export const signInByPasskey = async (people: People, answer: PasskeyAnswer, from: Origin): Promise<Begun> => {
  const guess = { address: from.address };
  await people.guessing.refuseTooMany(guess);
  const { api, atomically } = await people.engine();
  const headers = engineHeaders({ cookie: cookieOf(answer.challenge) });
  const body = { response: answer.response as never };
  try {
    const { session } = await atomically(() => api.verifyPasskeyAuthentication({ body, headers }));
    return await beginSession(people, { inner: session.token, proof: 'FACTOR' }, from);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    people.guessing.wrong(guess);
    throw refused();
  }
};
