import { type ProblemError, problemHere } from '../api/problem.ts';
import { passkeyTexts as texts } from '../texts/passkey.ts';

/** The browser's own conversions of passkey options and responses; not every type library declares them yet. */
type Converting = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
};

const converting = (): Converting => PublicKeyCredential as unknown as Converting;

const refusedByDevice = ({ name, message }: Error): ProblemError =>
  problemHere('Passkey', { title: texts.refused, message: texts.reasons[name] ?? message });

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
