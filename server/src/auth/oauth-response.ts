/** RFC 6749, 5.2, RFC 8707, 2 and RFC 7009, 2.2; the last two are our own, for failures that are not the client's. */
type ErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable';

export type Answer = { status: number; headers?: Record<string, string>; body: object };

const realm = 'marketplace-operations';

export const refuse = (
  status: number,
  error: ErrorName,
  description: string,
  headers?: Record<string, string>,
): Answer => ({
  status,
  ...(headers && { headers }),
  body: { error, error_description: description },
});

export const invalidRequest = (description: string): Answer => refuse(400, 'invalid_request', description);

/** RFC 6749, 5.2. Every 401 carries the challenge (RFC 9110, 15.5.2), even for clients that used form fields. */
export const invalidClient = (): Answer =>
  refuse(401, 'invalid_client', 'Client authentication failed.', { 'www-authenticate': `Basic realm="${realm}"` });

export const tryAgain = (description = 'Try again shortly.'): Answer =>
  refuse(503, 'temporarily_unavailable', description, { 'retry-after': '1' });
