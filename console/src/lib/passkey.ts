import { ProblemError } from '../api/problem.ts';

/** The device's own conversions of passkey options and answers; not every type library knows them yet. */
type Converting = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
};

const converting = (): Converting => PublicKeyCredential as unknown as Converting;

/** The browser does not say whether a person cancelled, waited too long, or has no passkey here. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: you cancelled, took too long, or this device has none for this address.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'The browser allows no passkeys at this address.',
};

const refusedByDevice = ({ name, message }: Error): ProblemError =>
  new ProblemError({
    status: 0,
    code: 'Passkey',
    title: 'The device refused',
    message: reasons[name] ?? message,
    faults: [],
  });

const answerOf = async (asked: Promise<Credential | null>): Promise<Record<string, unknown>> => {
  const credential = await asked.catch((error: Error) => {
    throw refusedByDevice(error);
  });
  return (credential as unknown as { toJSON(): Record<string, unknown> }).toJSON();
};

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

export const askPasskey = (options: unknown): Promise<Record<string, unknown>> =>
  answerOf(navigator.credentials.get({ publicKey: converting().parseRequestOptionsFromJSON(options) }));

export const makePasskey = (options: unknown): Promise<Record<string, unknown>> =>
  answerOf(navigator.credentials.create({ publicKey: converting().parseCreationOptionsFromJSON(options) }));
