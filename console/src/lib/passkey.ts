/** The device's own conversions of passkey options and answers; not every type library knows them yet. */
type Converting = {
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
};

const converting = (): Converting => PublicKeyCredential as unknown as Converting;

const answerOf = (credential: Credential | null): Record<string, unknown> => {
  if (!credential) throw new Error('no passkey was chosen');
  return (credential as unknown as { toJSON(): Record<string, unknown> }).toJSON();
};

export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

export const askPasskey = async (options: unknown): Promise<Record<string, unknown>> =>
  answerOf(await navigator.credentials.get({ publicKey: converting().parseRequestOptionsFromJSON(options) }));

export const makePasskey = async (options: unknown): Promise<Record<string, unknown>> =>
  answerOf(await navigator.credentials.create({ publicKey: converting().parseCreationOptionsFromJSON(options) }));
