import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

/**
 * For tests only: an identity provider (OpenID Connect with PKCE and nonce) with configurable statements about people.
 * To a browser it shows a page with two links: to go on as the next person, or to cancel.
 */
export type Provider = {
  issuer: string;
  /** The next person to sign in at `authorize`. */
  person: Record<string, unknown> & { sub: string };
  /** Replaces claims of the next tokens; undefined omits a claim. */
  claims: Record<string, unknown>;
  /** Signs with an unpublished key. */
  forges: boolean;
  /** Gives a token without a signature, one that is signed with the public key as a secret, or none at all. */
  lies: 'none' | 'HS256' | 'no token' | null;
  /** Answers requests for this path with JSON that does not end. */
  endless: string | null;
  /** How many bytes of it were sent. */
  sent: number;
  /** Accepts requests and never responds. */
  hangs: boolean;
  /** The parameters of the redirect back, after the person has signed in at `location`. */
  authorize(location: string): URLSearchParams;
  close(): Promise<void>;
};

export const clientId = 'mos';
export const clientSecret = 'the secret of the client';

export const startProvider = async (): Promise<Provider> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, { person: object; nonce: string | null; challenge: string | null }>();
  const server: Server = createServer(async (request, response) => {
    if (provider.hangs) return;
    const answer = (body: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { issuer } = provider;
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === provider.endless) {
      const piece = Buffer.alloc(64 * 1024, ' ');
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      const more = (): void => {
        while (!response.destroyed && provider.endless !== null) {
          provider.sent += piece.length;
          if (!response.write(piece)) return;
        }
        response.end();
      };
      response.on('drain', more);
      return more();
    }
    if (pathname === '/.well-known/openid-configuration') {
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      });
    }
    if (pathname === '/authorize') {
      const { searchParams } = new URL(request.url ?? '/', issuer);
      const back = (query: URLSearchParams): string =>
        `${searchParams.get('redirect_uri')}?${query}`.replaceAll('&', '&amp;');
      const cancelled = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' });
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><link rel="icon" href="data:,"><a href="${back(provider.authorize(request.url ?? '/'))}">Continue</a> <a href="${back(cancelled)}">Cancel</a>`,
        );
    }
    if (pathname === '/jwks') return answer({ keys: [jwk] });
    if (pathname !== '/token') return answer({}, 404);
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const s256 = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || s256 !== known.challenge) return answer({ error: 'invalid_grant' }, 400);
    const key = provider.forges ? (await generateKeyPair('ES256')).privateKey : privateKey;
    const iat = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: clientId, iat, exp: iat + 300, nonce: known.nonce };
    const claims = { ...known.person, ...right, ...provider.claims };
    const es256 = () => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key);
    const tokens = {
      none: () => new UnsecuredJWT(claims).encode(),
      HS256: () =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(jwk))),
      'no token': () => undefined,
    };
    const idToken = await (provider.lies ? tokens[provider.lies]() : es256());
    answer({
      access_token: 'their-access',
      refresh_token: 'their-refresh',
      id_token: idToken,
      token_type: 'Bearer',
      expires_in: 300,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: Provider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: '1' },
    claims: {},
    forges: false,
    lies: null,
    endless: null,
    sent: 0,
    hangs: false,
    authorize: (location) => {
      const { searchParams } = new URL(location, provider.issuer);
      const code = randomBytes(8).toString('hex');
      const [nonce, challenge] = [searchParams.get('nonce'), searchParams.get('code_challenge')];
      codes.set(code, { person: provider.person, nonce, challenge });
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
};
