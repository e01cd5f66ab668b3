import type { SessionOwner } from '../auth/session-store.ts';
import { innerToken } from '../auth/session-token.ts';
import { Refusal } from '../kit/errors.ts';

/** The code of an error of the library; undefined for everything else. */
export const codeOf = (error: unknown): string | undefined => {
  const { name, body } = (error ?? {}) as { name?: string; body?: { code?: string } };
  return name === 'APIError' ? (body?.code ?? 'UNKNOWN') : undefined;
};

export type SignedIn = SessionOwner & { token: string };

/** What the library is told of a request: who is signed in, and cookies that it made itself. */
export const engineHeaders = ({ caller, cookie }: { caller?: SignedIn; cookie?: string } = {}): Headers => {
  const headers = new Headers();
  if (caller) headers.set('authorization', `Bearer ${innerToken(caller.token)}`);
  if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
};

/** `name=value` of the cookies that the library wants back. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

/** The session that a call of the library began or replaced, without its signature. */
export const madeToken = (headers: Headers): string | undefined => headers.get('set-auth-token')?.split(/\.|%2E/i)[0];

/** What the library calls wrong, as a refusal; anything else goes on as it is. */
export const refuseWith = (error: unknown, refusals: Readonly<Record<string, () => Refusal>>): never => {
  const refusal = refusals[codeOf(error) ?? ''];
  throw refusal ? refusal() : error;
};

export const badLink = (): Refusal =>
  new Refusal('BadRequest', 'This link is not good any more; ask for a new one.', [
    { path: 'token', code: 'link', message: 'wrong, used or too old' },
  ]);

export const tooLocked = (): Refusal =>
  new Refusal('TooManyRequests', 'Too many wrong codes; try again in a quarter of an hour.', undefined, {
    'retry-after': '900',
  });
