import { problemOf } from '../api/problem.ts';

/** The calls that were not answered with success yet: for each act on a thing, the values and the key they were sent with. */
const open = new Map<string, { values: string; key: string; begun: number }>();

/** Whoever does the same later wants it anew: what was done then is past, and its answer would be repeated for a day. */
const keptMs = 10 * 60_000;

/**
 * Does a call under an Idempotency-Key that the same values keep until they succeed, also from a form that is opened
 * again within ten minutes: if only the answer was lost, or is still awaited, it is done once. Other values for the same act are another
 * call.
 */
export const withKey = async <T>(
  { operation, path }: { operation: string; path: Record<string, string> },
  values: unknown,
  call: (key: string) => Promise<T>,
): Promise<T> => {
  const subject = JSON.stringify([operation, Object.entries(path).sort()]);
  const text = JSON.stringify(values);
  const before = open.get(subject);
  const isRepeated = before !== undefined && before.values === text && Date.now() - before.begun < keptMs;
  const entry = isRepeated ? before : { values: text, key: crypto.randomUUID(), begun: Date.now() };
  open.set(subject, entry);
  const forget = (): void => {
    if (open.get(subject) === entry) open.delete(subject);
  };
  try {
    const answer = await call(entry.key);
    forget();
    return answer;
  } catch (error) {
    // The service knows the key from another request: it would refuse each repetition.
    if (problemOf(error).code === 'IdempotencyMismatch') forget();
    throw error;
  }
};
