/** The outside of a message that a partner sends by itself. */
export type MessageEnvelope = {
  /** The partner's id of the message; one message may come several times. */
  id: string;
  /** The partner's id of what caused it, where it names one. */
  requestId: string | null;
  type: string;
  /** The message itself, as it is kept. */
  body: Record<string, unknown>;
};

/** What a read shows once a message's change has reached it. `endsAfter`: RFC 3339. */
export type AgreementShows = {
  planId?: string;
  quantity?: number;
  /** Of `AgreementStatus`. */
  statuses?: readonly string[];
  endsAfter?: string;
};

/** What a message is about. It is only a hint: the thing is read again, and the read is what counts. */
export type MessageHint =
  | {
      about: 'AGREEMENT';
      agreementId: string;
      /** Named by the message; used where the read names none. */
      licenseArn: string | null;
      /** The licence was taken away: what is left of its usage has to be told at once. */
      licenseEnded: boolean;
      /** A channel partner made it with this authorization of ours, named like an offer. */
      authorizationId?: string;
      /** An operation of the partner that waits for our word (AZURE: plan and seat changes). */
      operationId?: string;
      /** It tells of a change that has happened, which reads may show later. */
      shows?: AgreementShows;
    }
  | { about: 'OFFER'; externalId: string }
  | { about: 'PRODUCT'; entityId: string }
  /** A buyer's account at the partner: a customer of a payment provider, an account of GCP. */
  | { about: 'BUYER'; externalId: string }
  | { about: 'NOTHING' };

/** A message as it came in; `raw` is what was signed. */
export type IncomingMessage = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  raw: Buffer;
  /** The body as JSON. */
  body: unknown;
  /** The address that it was sent to, as the partner knows it. */
  url: string;
  /** Wall time. */
  now: Date;
};

/** What is needed to know a sender, besides what the message brings: the account's address, id and credentials. */
export type MessageAccess = {
  accountId: string;
  endpoint: string | undefined;
  credentials: Readonly<Record<string, string>>;
};

/** How messages of a partner come in. */
export type MessageReceiver = {
  /**
   * Whether the partner itself signed the message. Absent: it names the secret of its address instead. May ask the partner
   * for its keys; throws when those cannot be had now (the partner sends again).
   */
  isAuthentic?(message: IncomingMessage, access: MessageAccess): Promise<boolean>;
  /** What the body holds: mostly one message; null when it is none of this partner. */
  readEnvelopes(body: unknown): MessageEnvelope[] | null;
  readHint(body: unknown): MessageHint;
  /** What it wants to hear; absent: `{"received": true}` as JSON. */
  acknowledgement?: { type: string; body: string };
};
