import type { HttpRequest } from '../kit/http.ts';
import type { Account, Json, StripeReader } from './state.ts';
import { refusal } from './wire/errors.ts';

/** The account that a request acts for: that of its key, or the connected one in `Stripe-Account`. */
export const authenticate = (reader: StripeReader, request: HttpRequest): Account => {
  const key = keyIn(request);
  if (key === null) {
    throw denied(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const accountId = reader.get('keys', key)?.accountId;
  const account = accountId === undefined ? undefined : reader.get('accounts', accountId);
  if (!account) throw denied(401, `Invalid API Key provided: ${masked(key)}`);
  if (key.startsWith('pk_')) {
    throw denied(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
    );
  }
  const named = request.headers['stripe-account'];
  if (named === undefined || named === account.id) return account;
  const connected = reader.get('accounts', named);
  if (connected?.platformId === account.id) return connected;
  throw denied(
    403,
    `The provided key '${masked(key)}' does not have access to account '${named}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  );
};

/** The key of a request: a bearer token, or the user name of Basic credentials. */
export const keyIn = (request: HttpRequest): string | null => {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value === '' ? null : value;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || null;
};

const masked = (key: string): string => {
  const head = /^[a-z]+_(?:test|live)_/.exec(key)?.[0] ?? '';
  return `${head}${'*'.repeat(Math.max(key.length - head.length - 4, 0))}${key.slice(-4)}`;
};

const denied = (status: number, message: string, more: Json = {}): Error =>
  refusal({ status, error: { message, type: 'invalid_request_error', ...more }, begun: false });
