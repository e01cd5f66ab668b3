/**
 * One mail: plain text, and beside it the same as HTML where there is one. `messageId` is equal in every attempt to send it,
 * so that readers see it once.
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
};

/** Sends mail. Throws a PartnerError (`adapters/partner-error.ts`) when the mail server refuses or cannot be reached. */
export type Mailer = { send(mail: Mail): Promise<void> };

/** A mail server that an organization has connected, and who its mails come from. Never stored and never logged. */
export type MailAccess = { endpoint: string; from: string; user: string; password: string };

/** Mail of the organizations: by their own server where one is connected, else by that of the service. */
export type OrganizationMail = { mailerOf(access: MailAccess | undefined): Mailer };
