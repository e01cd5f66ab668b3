import { Refusal } from '../kit/errors.ts';

/** The parts of a request that are read: raw headers, because Node joins or drops repeated ones. */
export type CookieSource = { rawHeaders: readonly string[]; method?: string };

/** The session of a browser, as a cookie. */
export type SessionCookie = {
  /** Returns the token in the cookie. Throws a Refusal (403) if another site may have made the browser send it. */
  read(source: CookieSource): string | undefined;
  /** `Set-Cookie` for a new session. */
  write(token: string, maxAgeSeconds: number): string;
  /** `Set-Cookie` that deletes the cookie. */
  erase(): string;
  /** Throws a Refusal (403) if the browser says that another site sent the request. */
  refuseForeign(source: CookieSource, how: { byCookie: boolean }): void;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const valuesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.flatMap((raw, index) =>
    index % 2 === 0 && raw.toLowerCase() === name ? [rawHeaders[index + 1] ?? ''] : [],
  );

/** If there are two cookies of this name, at least one was not set by this service. */
const cookieNamed = (name: string, rawHeaders: readonly string[]): string | undefined => {
  const found = valuesOf(rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 ? found[0] : undefined;
};

const foreign = (): Refusal => new Refusal('Forbidden', 'This request was sent by a page of another site.');

/**
 * `urls`: the URLs at which browsers reach the service. With https the cookie's name (`__Host-`) binds it to the host
 * and to secure transport. With plain http, for trials, no browser would accept such a name.
 */
export const createSessionCookie = (urls: readonly string[], secure: boolean): SessionCookie => {
  const origins = new Set(urls.map((url) => new URL(url).origin));
  const name = secure ? '__Host-mos_session' : 'mos_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  const refuseForeign: SessionCookie['refuseForeign'] = ({ rawHeaders, method = 'GET' }, { byCookie }) => {
    if (safeMethods.has(method)) return;
    const sent = valuesOf(rawHeaders, 'origin');
    if (sent.length > 0) {
      if (sent.length > 1 || !origins.has(sent[0] ?? '')) throw foreign();
      return;
    }
    const [site] = valuesOf(rawHeaders, 'sec-fetch-site');
    if (site === undefined ? byCookie : site !== 'same-origin') throw foreign();
  };

  return {
    read: (source) => {
      const token = cookieNamed(name, source.rawHeaders);
      if (token !== undefined) refuseForeign(source, { byCookie: true });
      return token;
    },
    write: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    erase: () => `${name}=; Max-Age=0; ${attributes}`,
    refuseForeign,
  };
};
