import type { TransportOptions } from 'nodemailer';
import { refuseInsideTransaction } from '../../db/database.ts';
import { type PartnerError, partnerError } from '../partner-error.ts';
import type { Mail, Mailer } from './port.ts';

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with credentials where the server wants them. */
  url: string;
  /** The sender: an address, or a name and an address. */
  from: string;
};

/** Nobody waits at a request for it; a mail server that takes longer is asked again later. */
const timeoutMs = 20_000;

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Of a mail: what is behind the @ makes the id unique in the world. */
export const messageIdOf = ({ messageId }: Mail, from: string): string =>
  `<${messageId}@${/@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'}>`;

type SmtpFailure = Error & { code?: string; responseCode?: number; response?: string };

/** RFC 5321, 4.2.1: 5yz will not be otherwise the next time. Without an answer the mail may have gone out. */
const failureOf = (error: SmtpFailure): PartnerError => {
  const { responseCode: status = 0, code = 'ESMTP', message, response } = error;
  const refused = status >= 500 && status < 600;
  return partnerError(`The mail server did not take the mail: ${response ?? message}`, {
    partner: 'SMTP',
    outcome: refused || status > 0 ? 'REFUSED' : /ECONNECTION|EDNS|EAUTH/.test(code) ? 'NOT_SENT' : 'UNKNOWN',
    partnerCode: status > 0 ? String(status) : code,
    httpStatus: undefined,
    requestId: undefined,
    // A wrong setting is put right by people; the mail waits for it.
    retryable: !refused || /EAUTH|ETLS/.test(code),
    cause: error,
  });
};

/** Mail by SMTP. A password never goes over the network in the clear: such a server must offer STARTTLS. */
export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isLocal(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies TransportOptions & Record<string, unknown>;
  return {
    send: async (mail) => {
      refuseInsideTransaction('the mail server');
      const { createTransport } = await import('nodemailer');
      const { to, subject, text } = mail;
      const transport = createTransport(options);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: messageIdOf(mail, from),
        });
      } catch (error) {
        throw failureOf(error as SmtpFailure);
      } finally {
        transport.close();
      }
    },
  };
};
