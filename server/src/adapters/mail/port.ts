/**
 * One mail: plain text, and optionally the same as HTML. `messageId` is the same in every attempt to send it, so that
 * readers see it once.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  messageId: string;
  html?: string;
  cc?: readonly string[];
  bcc?: readonly string[];
  replyTo?: string;
  /** What the mail belongs to: mail programs show mails with the same one together. */
  thread?: string;
};

/** Sends mail. Throws a PartnerError (`adapters/partner-error.ts`) if the mail server refuses or cannot be reached. */
export type Mailer = { send(mail: Mail): Promise<void> };

/** A mail server that an organization has connected, and the sender of its mails. Never stored and never logged. */
export type MailAccess = { endpoint: string; from: string; user: string; password: string };

/** Mail of the organizations, sent by their own server if they connected one, otherwise by the service's. */
export type OrganizationMail = { mailerOf(access: MailAccess | undefined): Mailer };
