import { createHash, randomUUID } from 'node:crypto';
import type { HttpAnswer } from '../../kit/http.ts';
import { awsError } from '../errors.ts';
import type { SignatureRules, SignerFault } from '../signature.ts';
import { element } from './xml.ts';

/** S3's error codes with their statuses (S3 API Reference, "Error responses"). */
const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidRange: 416,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3Code = keyof typeof statuses;

/** Creates the error to throw for a refusal of S3; `fields` are further elements of its document. */
export const s3Error = (code: S3Code, message: string, fields: Record<string, string> = {}): Error =>
  awsError(code, statuses[code], message, fields);

const signerCodes: Record<SignerFault, S3Code> = {
  missing: 'AccessDenied',
  malformed: 'AuthorizationHeaderMalformed',
  'unknown-key': 'InvalidAccessKeyId',
  skewed: 'RequestTimeTooSkewed',
  'other-content': 'XAmzContentSHA256Mismatch',
  mismatch: 'SignatureDoesNotMatch',
};

/** How S3 verifies signatures (S3 API Reference, "Authenticating requests: using the Authorization header"). */
export const s3SignatureRules: SignatureRules = {
  refuse: (fault, message) => s3Error(signerCodes[fault], fault === 'missing' ? 'Access Denied' : message),
  signsPathAsIs: true,
  takesUnsignedPayload: true,
};

/** The headers of every response of S3. */
export const s3Headers = (): Record<string, string> => {
  const id = randomUUID();
  const hostId = createHash('sha512').update(id).digest('base64');
  return {
    'x-amz-request-id': id.replaceAll('-', '').slice(0, 16).toUpperCase(),
    'x-amz-id-2': hostId,
    server: 'AmazonS3',
  };
};

/** An error as S3 sends it; a response to HEAD has no body. */
export const s3ErrorAnswer = (
  error: { name: string; status: number; message: string; fields: Record<string, unknown> },
  method: string,
): HttpAnswer => {
  const headers = s3Headers();
  if (method === 'HEAD') return { status: error.status, headers, body: '' };
  const document = element('Error', [
    element('Code', error.name),
    element('Message', error.message),
    ...Object.entries(error.fields).map(([name, value]) => element(name, String(value))),
    element('RequestId', headers['x-amz-request-id'] ?? ''),
    element('HostId', headers['x-amz-id-2'] ?? ''),
  ]);
  return {
    status: error.status,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: xmlDocument(document),
  };
};

/** An XML document with its declaration. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

const answerFor = (code: S3Code, message: string, method: string): HttpAnswer =>
  s3ErrorAnswer({ name: code, status: statuses[code], message, fields: {} }, method);

/** S3's response to too many requests. */
export const s3Throttled = (method: string): HttpAnswer =>
  answerFor('SlowDown', 'Please reduce your request rate.', method);

/** S3's response to an internal failure. */
export const s3Failed = (method: string): HttpAnswer =>
  answerFor('InternalError', 'We encountered an internal error. Please try again.', method);
