import type { TransportOptions } from 'nodemailer';
import { signInSecrets } from '../mail/smtp-mailer.ts';
import { hostOf, portOf } from '../outgoing/address-rule.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verification, Verifier } from '../partner-gateway.ts';
import { cleanError } from '../without-secrets.ts';

const timeoutMs = 8_000;

type Failure = Error & { code?: string; responseCode?: number; response?: string };

/** The codes are nodemailer's own. */
const sentences: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server does not accept the user or the password.',
  ETLS: 'The mail server offers no encryption that can be trusted.',
  ESOCKET: 'The mail server could not be reached, or its certificate cannot be trusted.',
  ECONNECTION: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EPROTOCOL: 'The server at this address is not a mail server.',
};

const verificationOf = ({ code = '', responseCode, response, message }: Failure): Verification => ({
  ok: false,
  code: responseCode === undefined ? code || 'UNREACHABLE' : String(responseCode),
  message: sentences[code] ?? 'The mail server refused.',
  partnerMessage: response ?? message,
});

/**
 * Signs in to the mail server, encrypted, and disconnects. `ca`: the signer of its certificate, if it is not public.
 */
export const verifySmtp =
  (outgoing: Outgoing, { ca }: { ca?: string } = {}): Verifier =>
  async ({ endpoint = '', credentials }) => {
    const reason = outgoing.refusedBase(endpoint, ['smtp:', 'smtps:']);
    if (reason !== null) throw Object.assign(new Error(`The address ${reason}.`), { code: 'ADDRESS_REFUSED' });
    const url = new URL(endpoint);
    const secure = url.protocol === 'smtps:';
    const host = hostOf(url);
    const [checked] = await outgoing.resolve(host, portOf(url));
    const { createTransport } = await import('nodemailer');
    const auth = { user: credentials.user ?? '', pass: credentials.password ?? '' };
    const options = {
      // The address, so that the name is not looked up a second time; the certificate must match the name.
      host: checked?.address ?? '',
      port: portOf(url),
      secure,
      requireTLS: !secure,
      name: 'localhost',
      auth,
      tls: { servername: host, ...(ca === undefined ? {} : { ca }) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    } satisfies TransportOptions & Record<string, unknown>;
    const transport = createTransport(options);
    try {
      await transport.verify();
      return { ok: true, accountId: null, detail: `The mail server accepts mail from ${credentials.user ?? ''}.` };
    } catch (error) {
      return verificationOf(cleanError(error, signInSecrets(auth)) as Failure);
    } finally {
      transport.close();
    }
  };
