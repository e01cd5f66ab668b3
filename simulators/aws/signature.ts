import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../kit/http.ts';
import { awsError } from './errors.ts';

/** The signer of a request: access key, and the region and service of the credential scope. */
export type Signer = { accessKeyId: string; region: string; service: string };

const skewMs = 15 * 60 * 1000;

/** What is wrong with a signature. */
export type SignerFault = 'missing' | 'malformed' | 'unknown-key' | 'skewed' | 'other-content' | 'mismatch';

/** How a service differs in verifying signatures. */
export type SignatureRules = {
  /** Creates the service's error. */
  refuse(fault: SignerFault, message: string): Error;
  /** S3 signs the path as it is on the wire; every other service encodes it a second time. */
  signsPathAsIs: boolean;
  /** S3 allows an unsigned body. */
  takesUnsignedPayload: boolean;
};

/**
 * The error names that JSON-protocol services use for invalid signatures; those without `Exception` are from the Query
 * protocol.
 */
const jsonErrors: Record<SignerFault, string> = {
  missing: 'MissingAuthenticationTokenException',
  malformed: 'IncompleteSignatureException',
  'unknown-key': 'UnrecognizedClientException',
  skewed: 'InvalidSignatureException',
  'other-content': 'InvalidSignatureException',
  mismatch: 'InvalidSignatureException',
};

/** Creates the error of a JSON-protocol service for a caller that AWS does not admit. */
export const refuseSigner = (fault: SignerFault, message: string): Error => awsError(jsonErrors[fault], 403, message);

const jsonRules: SignatureRules = { refuse: refuseSigner, signsPathAsIs: false, takesUnsignedPayload: false };

/**
 * Verifies the AWS Signature Version 4 of a request (AWS General Reference, "Signing AWS API requests") and returns the
 * signer. Computed here from the bytes of the request, sharing no code with any signing client. `nowWall` is wall time:
 * clients sign with the real clock, whatever the business clock says.
 */
export const verifySignature = (
  request: HttpRequest,
  secretOf: (accessKeyId: string) => string | undefined,
  nowWall: number,
  rules: SignatureRules = jsonRules,
): Signer => {
  const { refuse } = rules;
  const header = request.headers.authorization;
  if (!header) throw refuse('missing', 'Missing Authentication Token');
  const authorization = parseAuthorization(header, rules);
  const secret = secretOf(authorization.accessKeyId);
  if (secret === undefined) {
    throw refuse('unknown-key', 'The security token included in the request is invalid.');
  }
  const time = request.headers['x-amz-date'] ?? '';
  checkTime(time, authorization.day, nowWall, rules);

  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const claimedHash = request.headers['x-amz-content-sha256'];
  const isUnsigned = rules.takesUnsignedPayload && claimedHash === 'UNSIGNED-PAYLOAD';
  if (claimedHash !== undefined && claimedHash !== bodyHash && !isUnsigned) {
    throw refuse('other-content', 'The hash of the body does not match x-amz-content-sha256.');
  }
  for (const needed of ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]) {
    if (!authorization.signedHeaders.includes(needed)) {
      throw refuse('mismatch', `'${needed}' must be a signed header.`);
    }
  }

  const { accessKeyId, day, region, service } = authorization;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const payload = isUnsigned ? 'UNSIGNED-PAYLOAD' : bodyHash;
  const canonical = canonicalRequest(request, authorization.signedHeaders, payload, rules);
  const canonicalHash = createHash('sha256').update(canonical).digest('hex');
  const key = signingKey(secret, day, region, service);
  const expected = createHmac('sha256', key).update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${canonicalHash}`).digest();
  const given = Buffer.from(authorization.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refuse(
      'mismatch',
      'The request signature we calculated does not match the signature you provided. ' +
        'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
    );
  }
  return { accessKeyId, region, service };
};

type Authorization = {
  accessKeyId: string;
  day: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
};

const parseAuthorization = (header: string, { refuse }: SignatureRules): Authorization => {
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request, *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]+)$/.exec(
      header.trim(),
    );
  if (!match) throw refuse('malformed', 'Authorization header does not have the form of Signature V4.');
  const [, accessKeyId = '', day = '', region = '', service = '', signedHeaders = '', signature = ''] = match;
  return { accessKeyId, day, region, service, signedHeaders: signedHeaders.split(';'), signature };
};

const checkTime = (time: string, day: string, nowWall: number, { refuse }: SignatureRules): void => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time);
  if (!match || !time.startsWith(day)) {
    throw refuse('malformed', `Date in Credential scope does not match YYYYMMDD of '${time}'.`);
  }
  const [, year, month, date, hour, minute, second] = match.map(Number);
  const signed = Date.UTC(year ?? 0, (month ?? 1) - 1, date, hour, minute, second);
  if (Math.abs(nowWall - signed) > skewMs) {
    // Clients that correct their clock from the error look for these words as well as the name.
    const off = signed < nowWall ? 'expired' : 'not yet current';
    throw refuse('skewed', `Signature ${off}: ${time} is more than 15 minutes away from the server time.`);
  }
};

const canonicalRequest = (
  request: HttpRequest,
  signedHeaders: string[],
  payload: string,
  rules: SignatureRules,
): string => {
  const headers = signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`);
  return [
    request.method,
    rules.signsPathAsIs ? request.path : canonicalPath(request.path),
    canonicalQuery(request.query),
    headers.join(''),
    signedHeaders.join(';'),
    payload,
  ].join('\n');
};

// Every service except S3 encodes the path on the wire a second time.
const canonicalPath = (path: string): string => path.split('/').map(encode).join('/') || '/';

const canonicalQuery = (query: string): string => {
  if (query === '') return '';
  const pairs = query.split('&').map((pair) => {
    const mark = pair.indexOf('=');
    const name = mark === -1 ? pair : pair.slice(0, mark);
    const value = mark === -1 ? '' : pair.slice(mark + 1);
    return [encode(decode(name)), encode(decode(value))] as const;
  });
  pairs.sort(([a, b], [c, d]) => (a === c ? order(b, d) : order(a, c)));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
};

const order = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const signingKey = (secret: string, day: string, region: string, service: string): Buffer => {
  let key = createHmac('sha256', `AWS4${secret}`).update(day).digest();
  for (const part of [region, service, 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  return key;
};
