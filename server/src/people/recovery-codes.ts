import { timingSafeEqual } from 'node:crypto';
import { hashMachineSecret, machineSecretHashes, type SecretKeys } from '../auth/secrets.ts';

const mark = 'h1:';

const named = (code: string): string => `recovery\n${code.trim()}`;
const write = (hash: Buffer): string => mark + hash.toString('base64url');

/** JSON of recovery codes, each as a keyed hash; codes already hashed are unchanged. */
export const hashRecoveryCodes = (keys: SecretKeys, codes: string): string =>
  JSON.stringify(
    (JSON.parse(codes) as string[]).map((code) =>
      code.startsWith(mark) ? code : write(hashMachineSecret(keys, named(code))),
    ),
  );

/** The stored hash of a code, whichever key it was made with; empty if there is none. */
export const storedRecoveryCode = (keys: SecretKeys, stored: string, code: string): string => {
  const candidates = machineSecretHashes(keys, named(code)).map((hash) => Buffer.from(write(hash)));
  const found = (JSON.parse(stored) as string[]).filter((hash) => {
    const bytes = Buffer.from(hash);
    return candidates.some((candidate) => candidate.length === bytes.length && timingSafeEqual(candidate, bytes));
  });
  return found[0] ?? '';
};
