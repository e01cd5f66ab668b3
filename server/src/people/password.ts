import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../kit/errors.ts';
import { createSlots } from '../kit/slots.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Half of the cores, and at most two of Node's four threads for such work. Attempts that would wait long are refused.
 */
const atOnce = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
const waitingMax = 50;
const slots = createSlots(atOnce);

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (slots.waiting >= waitingMax) {
    throw new Refusal('ServiceUnavailable', 'Too many people are signing in at once; try again.', undefined, {
      'retry-after': '1',
    });
  }
  return slots.use(work);
};

/** Normalized, because the same text typed on two machines may differ in its bytes. */
const normal = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), argon2id));

/** A hash to compare with if there is none, so that the work is the same. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$Otb88IC8str0OvJI8GZgqQ$TLsYdWye90sCvevvL3WhOV446avFxJXgruNEQRegy2w';

/** Without a hash (no such account, or none with a password) it takes as long and returns false. */
export const passwordMatches = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const same = await inTurn(() => verify(stored ?? nobody, normal(password)));
  return same && stored !== null && stored !== undefined;
};
