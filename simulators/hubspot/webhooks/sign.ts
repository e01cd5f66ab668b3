import { createHash, createHmac } from 'node:crypto';

/** Signature v1 of a message: the hexadecimal SHA-256 of secret and body (HubSpot developer docs, Validating requests). */
export const signV1 = (secret: string, body: string): string =>
  createHash('sha256').update(`${secret}${body}`).digest('hex');

/** Signature v3: the base64 HMAC-SHA256 of method, URI, body and time (epoch milliseconds) under the client secret. */
export const signV3 = (
  secret: string,
  message: { method: string; url: string; body: string; time: string },
): string => {
  const { method, url, body, time } = message;
  return createHmac('sha256', secret).update(`${method}${url}${body}${time}`).digest('base64');
};
