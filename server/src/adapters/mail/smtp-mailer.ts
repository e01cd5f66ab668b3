import type { TransportOptions } from 'nodemailer';
import { refuseInsideTransaction } from '../../db/database.ts';
import { type PartnerError, partnerError } from '../partner-error.ts';
import { cleanError } from '../without-secrets.ts';
import { composeMail } from './compose.ts';
import type { Mail, Mailer } from './port.ts';

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  url: string;
  /** The sender: an address, or a name and an address. */
  from: string;
};

/** How to connect to a mail server. */
export type SmtpServerAccess = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  auth?: { user: string; pass: string };
  tls?: { servername?: string; ca?: string };
};

/** No request waits for a mail; a slower mail server is tried again later. */
const timeoutMs = 20_000;

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/**
 * RFC 6531: non-ASCII characters before the @ go only to a server that offers SMTPUTF8. For any other server a domain
 * is written in punycode.
 */
const needsSmtpUtf8 = (address: string): boolean => /[^\0-\x7f]/.test(address.slice(0, address.lastIndexOf('@')));

/** `command`: the command that was answered this way; `CONN` is the greeting. */
type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** Refused before a mail was mentioned: the server or its settings must be corrected. */
const isTurnedAway = ({ command = '', responseCode }: SmtpFailure): boolean =>
  responseCode !== undefined && /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command);

/** RFC 5321, 4.2.1: a 5yz reply is permanent. Without an answer the mail may have been sent. */
const failureOf = (error: SmtpFailure, mail: Mail): PartnerError => {
  const { responseCode: status = 0, code = 'ESMTP', message, response } = error;
  const refused = status >= 500 && status < 600;
  const international = refused ? [mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])].find(needsSmtpUtf8) : undefined;
  const turnedAway = isTurnedAway(error);
  const hint =
    international === undefined
      ? ''
      : ` ${international} has non-ASCII characters before the @, which require a mail server with SMTPUTF8: use such a server, or another address.`;
  return partnerError(`The mail server did not accept the mail: ${response ?? message}${hint}`, {
    partner: 'SMTP',
    outcome:
      turnedAway || (status === 0 && /ECONNECTION|EDNS|EAUTH|ADDRESS/.test(code))
        ? 'NOT_SENT'
        : status > 0
          ? 'REFUSED'
          : 'UNKNOWN',
    partnerCode: status > 0 ? String(status) : code,
    httpStatus: undefined,
    requestId: undefined,
    // A wrong setting is corrected by people; the mail waits for that.
    retryable: !refused || turnedAway || /EAUTH|ETLS/.test(code),
    cause: error,
  });
};

/**
 * What a mail server that repeats a refused sign-in gives away: the password, and the line of AUTH PLAIN (RFC 4616), which has the
 * user's name in the same base64.
 */
export const signInSecrets = ({ user, pass }: { user: string; pass: string }): string[] =>
  pass === '' ? [] : [pass, `\0${user}\0${pass}`];

/** Sends mail over a connection that `connect` provides for each one. */
export const createMailerOver = (from: string, connect: () => Promise<SmtpServerAccess>): Mailer => ({
  send: async (mail) => {
    refuseInsideTransaction('the mail server');
    const { createTransport } = await import('nodemailer');
    let secrets: string[] = [];
    try {
      const access = await connect();
      secrets = access.auth ? signInSecrets(access.auth) : [];
      const options = {
        ...access,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      } satisfies TransportOptions & Record<string, unknown>;
      const transport = createTransport(options);
      try {
        await transport.sendMail(composeMail(mail, from));
      } finally {
        transport.close();
      }
    } catch (error) {
      // Whoever reads the outcome of a mail need not be who runs the service.
      throw cleanError(failureOf(error as SmtpFailure, mail), secrets);
    }
  },
});

/** Mail by SMTP. A password is never sent unencrypted: the server must offer STARTTLS. */
export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createMailerOver(from, async () => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isLocal(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }));
};
