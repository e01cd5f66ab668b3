import type { Mail } from './port.ts';

/** Of a mail: what is behind the @ makes the id unique in the world. */
const messageIdOf = ({ messageId }: Mail, from: string): string =>
  `<${messageId}@${/@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'}>`;

const addressed = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }));

/** A mail as nodemailer takes it. Addresses are handed over as such, so that none can bring headers or receivers along. */
export const composeMail = (mail: Mail, from: string) => ({
  from,
  to: addressed([mail.to]),
  ...(mail.cc?.length ? { cc: addressed(mail.cc) } : {}),
  ...(mail.bcc?.length ? { bcc: addressed(mail.bcc) } : {}),
  ...(mail.replyTo ? { replyTo: addressed([mail.replyTo]) } : {}),
  subject: mail.subject,
  text: mail.text,
  ...(mail.html === undefined ? {} : { html: mail.html }),
  messageId: messageIdOf(mail, from),
  // RFC 3834: nobody's out-of-office notice answers to it.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
