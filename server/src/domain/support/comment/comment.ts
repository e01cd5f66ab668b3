export const visibilities = ['PUBLIC', 'INTERNAL'] as const;
export type Visibility = (typeof visibilities)[number];

/** What somebody wrote about a ticket. INTERNAL: for the organization only; it is never mailed. */
export type Comment = {
  id: string;
  ticket_id: string;
  visibility: Visibility;
  body: string;
  /** The caller's TypeID; null for somebody who is not of the organization and wrote by mail. */
  author_id: string | null;
  author_name: string;
  author_email: string | null;
  /** Identifies the mail that it was made of. */
  mail_key: string | null;
  creation_time: Date;
};

export const bodyMax = 20_000;
export const commentsMax = 5000;
