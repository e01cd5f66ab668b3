import type { Mail } from './port.ts';

/** The domain of message ids: the part after the @ makes an id unique worldwide. */
const messageIdOf = (messageId: string, from: string): string =>
  `<${messageId}@${/@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'}>`;

const addressed = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }));

/** A mail in the form nodemailer takes. Addresses are passed as such, so that none can inject headers or recipients. */
export const composeMail = (mail: Mail, from: string) => ({
  from,
  to: addressed([mail.to]),
  ...(mail.cc?.length ? { cc: addressed(mail.cc) } : {}),
  ...(mail.bcc?.length ? { bcc: addressed(mail.bcc) } : {}),
  ...(mail.replyTo ? { replyTo: addressed([mail.replyTo]) } : {}),
  subject: mail.subject,
  text: mail.text,
  ...(mail.html === undefined ? {} : { html: mail.html }),
  messageId: messageIdOf(mail.messageId, from),
  ...(mail.thread === undefined ? {} : { references: messageIdOf(mail.thread, from) }),
  // RFC 3834: suppresses out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
