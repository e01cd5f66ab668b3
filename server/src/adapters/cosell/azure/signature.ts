import { verify, type X509Certificate } from 'node:crypto';
import { baseOf, isRealHost } from '../../marketplace/azure/hosts.ts';
import type { IncomingMessage, MessageAccess } from '../../marketplace/messages.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { partnerError } from '../../partner-error.ts';
import { createKeptKeys } from '../../rest/kept-keys.ts';
import { isOfMicrosoft, isSelfSigned, isTrusted, readCertificate } from './certificate.ts';

const limits = { bytes: 16 * 1024, ms: 5000 };
const kept = { max: 50, freshMs: 24 * 3_600_000, againMs: 60_000 };
const signatureMax = 4096;

/** "rsa-sha256" in the page's sample; its code also takes SHA-1, which is no longer safe. */
const algorithms: Readonly<Record<string, string>> = {
  'rsa-sha256': 'RSA-SHA256',
  'rsa-sha384': 'RSA-SHA384',
  'rsa-sha512': 'RSA-SHA512',
};

const headerOf = ({ headers }: IncomingMessage, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Base64, with or without the scheme `Signature`, in one of two headers (`SignatureTokenToMsSignatureHeader`). */
const signatureOf = (message: IncomingMessage): Buffer | null => {
  const given = headerOf(message, 'x-ms-signature') || headerOf(message, 'authorization');
  const text = /^(?:Signature +)?([A-Za-z0-9+/]{1,4096}={0,2})$/i.exec(given)?.[1];
  return text === undefined || text.length > signatureMax ? null : Buffer.from(text, 'base64');
};

/**
 * The address of the certificate, if it is where this account's notifications come from: the message itself names it, and
 * whoever names another one would be trusted, or have us call it.
 */
export const certificateAddress = (given: string, access: MessageAccess): string | null => {
  const base = URL.parse(`${baseOf(access, 'CERTIFICATES')}/`);
  const address = URL.parse(given);
  if (!base || !address || address.origin !== base.origin) return null;
  const isPlain = address.username === '' && address.password === '' && address.search === '' && address.hash === '';
  const name = address.pathname.startsWith(base.pathname) ? address.pathname.slice(base.pathname.length) : '';
  return isPlain && /^[\w.-]{1,100}\.cer$/.test(name) ? `${base.href}${name}` : null;
};

/** False also for a key that makes no such signatures: OpenSSL throws then. */
const isSignedBy = (
  certificate: X509Certificate,
  { algorithm, raw, signature }: { algorithm: string; raw: Buffer; signature: Buffer },
): boolean => {
  try {
    return verify(algorithm, raw, certificate.publicKey, signature);
  } catch {
    return false;
  }
};

/**
 * Whether a notification comes from Partner Center ("Partner Center webhooks": How to authenticate the callback): a
 * certificate at Microsoft's address, issued by Microsoft and chained to a trusted root, signed the raw body. An account whose
 * partner is at another address (an emulator) trusts the certificate at that address. `now`: monotonic, in milliseconds.
 */
export const createNotificationCheck = (outgoing: Outgoing, now: () => number = () => performance.now()) => {
  const certificates = createKeptKeys<X509Certificate | null>({ ...kept, now });

  const load = async (url: string): Promise<X509Certificate | null> => {
    const failed = (why: string): Error =>
      partnerError(`the certificate at ${url} could not be read: ${why}`, {
        partner: 'AZURE',
        outcome: 'UNKNOWN',
        partnerCode: 'CertificateUnavailable',
        httpStatus: undefined,
        requestId: undefined,
        retryable: true,
      });
    const file = await outgoing.download(url, limits).catch((error: Error) => {
      throw failed(error.message);
    });
    if (file.status >= 500) throw failed(`HTTP ${file.status}`);
    return file.status === 200 ? readCertificate(file.bytes) : null;
  };
  const fetch = (url: string): Promise<X509Certificate | null> => certificates(url, () => load(url));

  return async (message: IncomingMessage, access: MessageAccess): Promise<boolean> => {
    const algorithm = algorithms[headerOf(message, 'x-ms-signature-algorithm').toLowerCase()];
    const signature = signatureOf(message);
    const url = certificateAddress(headerOf(message, 'x-ms-certificate-url'), access);
    if (algorithm === undefined || signature === null || url === null) return false;
    const certificate = await fetch(url);
    if (certificate === null || !isOfMicrosoft(certificate)) return false;
    const { now: wallNow } = message;
    const isOwnRoot = !isRealHost(access, 'CERTIFICATES') && isSelfSigned(certificate, wallNow);
    if (!isOwnRoot && !(await isTrusted(certificate, { now: wallNow, fetchIssuer: fetch }))) return false;
    return isSignedBy(certificate, { algorithm, raw: message.raw, signature });
  };
};
