import { problemOf } from '../api/problem.ts';

/** A call that was not answered with success yet: the digest of its values, its key, and when it was sent first. */
type Call = { values: string; key: string; begun: number };

/** For each act on a thing, the last such call. */
const open = new Map<string, Call>();

/** Whoever does the same later wants it anew: what was done then is past, and its answer would be repeated for a day. */
const keptMs = 10 * 60_000;

const isKept = ({ begun }: Call): boolean => Date.now() - begun < keptMs;

/** Calls are also kept in the tab's session storage: many people reload a page that does not answer, and then do it again. */
const stored = 'console.calls';

const restore = (): void => {
  try {
    for (const [subject, call] of JSON.parse(sessionStorage.getItem(stored) ?? '[]') as [string, Call][])
      open.set(subject, call);
  } catch {
    // The browser keeps nothing for this page: the calls are known until the page is left.
  }
};
restore();

const store = (): void => {
  try {
    sessionStorage.setItem(stored, JSON.stringify([...open].filter(([, call]) => isKept(call))));
  } catch {
    // As above.
  }
};

/** A file is known by its name, size and time. Members are in the order in which the person typed them, which says nothing. */
const comparable = (_name: string, value: unknown): unknown => {
  if (value instanceof File) return [value.name, value.size, value.lastModified];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** Values can be secret, and large: only their digest is kept. */
const digestOf = async (values: unknown): Promise<string> => {
  const text = JSON.stringify([values], comparable);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Does a call under an Idempotency-Key that the same values keep until they succeed, also from a form that is opened
 * again within ten minutes, or after the page was loaded again: if only the answer was lost, or is still awaited, it is done once.
 * Other values for the same act are another call. `held` is the key of an open form, which keeps it for as long as it shows the
 * values that it was sent with.
 */
export const withKey = async <T>(
  { operation, path }: { operation: string; path: Record<string, string> },
  values: unknown,
  call: (key: string) => Promise<T>,
  held?: string,
): Promise<T> => {
  const subject = JSON.stringify([operation, Object.entries(path).sort()]);
  const digest = await digestOf(values);
  const before = open.get(subject);
  const isRepeated = before !== undefined && before.values === digest && isKept(before);
  const key = held ?? (isRepeated ? before.key : crypto.randomUUID());
  const entry: Call = before?.key === key ? before : { values: digest, key, begun: Date.now() };
  open.set(subject, entry);
  store();
  const forget = (): void => {
    if (open.get(subject) !== entry) return;
    open.delete(subject);
    store();
  };
  try {
    const answer = await call(key);
    forget();
    return answer;
  } catch (error) {
    // The service knows the key from another request: it would refuse each repetition.
    if (problemOf(error).code === 'IdempotencyMismatch') forget();
    throw error;
  }
};

/** Does the calls of an open form, each under the key described at `withKey`. `renew` is called when its values change. */
export type FormKeys = { renew: () => void; send: typeof withKey };

/** The keys of one form. */
export const createFormKeys = (): FormKeys => {
  const held = new Map<string, string>();
  return {
    renew: () => held.clear(),
    send: async (act, values, call) => {
      try {
        return await withKey(
          act,
          values,
          (key) => {
            held.set(act.operation, key);
            return call(key);
          },
          held.get(act.operation),
        );
      } catch (error) {
        if (problemOf(error).code === 'IdempotencyMismatch') held.delete(act.operation);
        throw error;
      }
    },
  };
};
