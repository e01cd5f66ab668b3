/** One mail of plain text. `messageId` is equal in every attempt to send it, so that readers see it once. */
export type Mail = { to: string; subject: string; text: string; messageId: string };

/** Sends mail. Throws a PartnerError (`adapters/partner-error.ts`) when the mail server refuses or cannot be reached. */
export type Mailer = { send(mail: Mail): Promise<void> };
