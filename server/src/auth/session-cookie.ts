import { Refusal } from '../kit/errors.ts';

/** What is read of a request: raw headers, because Node joins or drops repeated ones. */
export type CookieSource = { rawHeaders: readonly string[]; method?: string };

/** The session of a browser, as a cookie. */
export type SessionCookie = {
  /** The token of the cookie. Throws a Refusal (403) when another site may have made the browser send it. */
  read(source: CookieSource): string | undefined;
  /** `Set-Cookie` for a session that was begun. */
  write(token: string, maxAgeSeconds: number): string;
  /** `Set-Cookie` that takes it away. */
  erase(): string;
  /** Throws a Refusal (403) when the browser says that another site sends this. */
  refuseForeign(source: CookieSource, how: { byCookie: boolean }): void;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const valuesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.flatMap((raw, index) =>
    index % 2 === 0 && raw.toLowerCase() === name ? [rawHeaders[index + 1] ?? ''] : [],
  );

/** Two cookies of the name come from two places, one of which was not this service. */
const cookieNamed = (name: string, rawHeaders: readonly string[]): string | undefined => {
  const found = valuesOf(rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 ? found[0] : undefined;
};

const foreign = (): Refusal => new Refusal('Forbidden', 'This was sent by the page of another site.');

/**
 * `urls`: where browsers reach the service. Behind https the name binds the cookie to the host and to secure transport
 * (`__Host-`); on plain http, for trying things out, no browser would take such a name.
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
