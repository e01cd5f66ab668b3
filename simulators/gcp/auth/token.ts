import { verify } from 'node:crypto';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { GcpReader, GcpSimulation, Json, Seller } from '../state.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const realAudiences = ['https://oauth2.googleapis.com/token', 'https://www.googleapis.com/oauth2/v4/token'];
const lifeMs = 3600 * 1000;
const skewSeconds = 300;

/** `POST /token`: an access token for an assertion signed by the service account (RFC 7523). */
export const issueToken = (simulation: GcpSimulation, request: HttpRequest): HttpAnswer => {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const grant = form.get('grant_type') ?? '';
  if (grant !== grantType) return tokenError('unsupported_grant_type', `Invalid grant_type: ${grant}`);
  const found = checkAssertion(simulation.store, form.get('assertion') ?? '', request, simulation.wall());
  if (typeof found === 'string') {
    return found.startsWith('Empty') ? tokenError('invalid_scope', found) : tokenError('invalid_grant', found);
  }
  const { seller, scopes } = found;
  const token = change(simulation, (transaction) => {
    for (const old of transaction.list('tokens')) {
      if (old.expiresAt < transaction.wall) transaction.remove('tokens', old.id);
    }
    const id = `ya29.c.${transaction.ids.text(48)}${transaction.ids.text(48)}`;
    transaction.put('tokens', { id, sellerId: seller.id, scopes, expiresAt: transaction.wall + lifeMs });
    return id;
  });
  return jsonAnswer(200, { access_token: token, expires_in: lifeMs / 1000 - 1, token_type: 'Bearer' });
};

const tokenError = (error: string, description: string): HttpAnswer =>
  jsonAnswer(400, { error, error_description: description });

/** Returns the seller, or Google's error message. */
const checkAssertion = (
  reader: GcpReader,
  assertion: string,
  request: HttpRequest,
  wall: number,
): { seller: Seller; scopes: string[] } | string => {
  const [head = '', body = '', signature = '', ...rest] = assertion.split('.');
  const header = decodePart(head);
  const claims = decodePart(body);
  if (!header || !claims || rest.length > 0) return 'Bad Request';
  const seller = reader.list('sellers').find(({ clientEmail }) => clientEmail === claims.iss);
  if (!seller) return 'Invalid grant: account not found';
  const content = Buffer.from(`${head}.${body}`);
  const isSigned =
    header.alg === 'RS256' && verify('RSA-SHA256', content, seller.publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) return 'Invalid JWT Signature.';
  const audiences = [...realAudiences, `http://${request.headers.host}/gcp/token`];
  if (!audiences.includes(String(claims.aud))) {
    return `Failed audience check. The right audience is ${realAudiences[0]}`;
  }
  const now = wall / 1000;
  const [issued, expires] = [Number(claims.iat), Number(claims.exp)];
  const isShort = issued <= now + skewSeconds && expires > now && expires - issued <= 3600;
  if (!isShort) {
    return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';
  }
  const scopes = String(claims.scope ?? '')
    .split(' ')
    .filter(Boolean);
  return scopes.length === 0 ? 'Empty or missing scope not allowed.' : { seller, scopes };
};

const decodePart = (part: string): Json | null => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  } catch {
    return null;
  }
};
