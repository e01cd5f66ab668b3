import { Refusal } from '../kit/errors.ts';

const realm = 'marketplace-operations';

/** RFC 6750, 3. A caller that sent no credentials is told only the scheme. */
export const unauthorized = (error: 'invalid_token' | 'invalid_request' | undefined, message: string): Refusal =>
  new Refusal('Unauthorized', message, undefined, {
    'www-authenticate':
      error === undefined
        ? `Bearer realm="${realm}"`
        : `Bearer error="${error}", error_description="${message}", realm="${realm}"`,
  });

export const invalidToken = (): Refusal => unauthorized('invalid_token', 'The access token is not valid.');
export const expiredToken = (): Refusal => unauthorized('invalid_token', 'The access token has expired.');
