import type { ChargeRead, DisputeRead, RefundRead } from '../payment/charge.ts';

/** The envelope of a message that a partner sends. */
export type MessageEnvelope = {
  /** The partner's id of the message; one message may arrive several times. */
  id: string;
  /** The partner's id of the cause, if it names one. */
  requestId: string | null;
  type: string;
  /** The message itself, as it is stored. */
  body: Record<string, unknown>;
};

/** What a read shows once the change behind a message has reached it. `endsAfter`: RFC 3339. */
export type AgreementShows = {
  planId?: string;
  quantity?: number;
  /** Values of `AgreementStatus`. */
  statuses?: readonly string[];
  endsAfter?: string;
};

/** The subject of a message. It is only a hint: the subject is read again, and the read is what counts. */
export type MessageHint =
  | {
      about: 'AGREEMENT';
      agreementId: string;
      /** Named by the message; used if the read names none. */
      licenseArn: string | null;
      /** The license was removed: its remaining usage must be submitted at once. */
      licenseEnded: boolean;
      /** It is about a request to cancel the agreement. */
      cancellation?: true;
      /** A channel partner made it with this authorization of ours, identified like an offer. */
      authorizationId?: string;
      /** It is an agreement of a channel partner about our product, which we are no party of and do not read. */
      isOthers?: true;
      /** An operation of the partner that waits for our answer (AZURE: plan and seat changes). */
      operationId?: string;
      /** It announces a change that has happened, which reads may show later. */
      shows?: AgreementShows;
    }
  | { about: 'OFFER'; externalId: string }
  | { about: 'PRODUCT'; entityId: string }
  /** A buyer's account at the partner: a customer of a payment provider, an account of GCP. */
  | { about: 'BUYER'; externalId: string }
  /**
   * A payment that we asked for, by our reference. `read`: its outcome, from providers that report it only in signed messages (ADYEN);
   * null: it is read at the provider.
   */
  | { about: 'CHARGE'; reference: string; read: ChargeRead | null }
  /** Money of such a payment that was taken back or reinstated; known by our reference, or by the provider's id. */
  | { about: 'DISPUTE'; reference: string; read: DisputeRead }
  | { about: 'DISPUTE'; chargeId: string; read: null }
  /** A refund of such a payment, by the provider's ids; `reference`: ours, if it names it. `read`: as of a charge. */
  | { about: 'REFUND'; refundId: string; chargeId: string; reference: string | null; read: RefundRead | null }
  /** A referral of a co-sell account, by its id at the partner, or by that of another party's copy of it. */
  | { about: 'REFERRAL'; externalId: string }
  /** A deal of a CRM, by its id there. */
  | { about: 'DEAL'; recordId: string }
  /** There is something new to read of what the account earned. */
  | { about: 'REVENUE' }
  | { about: 'NOTHING' };

/** A message as it arrived; `raw` is what was signed. */
export type IncomingMessage = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  raw: Buffer;
  /** The body as JSON. It is parsed when it is first read: after the signature of the bytes, if that is elsewhere. Throws 400 for what is no JSON. */
  readonly body: unknown;
  /** The address to which it was sent, as the partner knows it. */
  url: string;
  /** Wall time. */
  now: Date;
};

/** What authenticates a sender, in addition to the message: the account's addresses, id and credentials. */
export type MessageAccess = {
  accountId: string;
  endpoint: string | undefined;
  endpoints?: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
};

/** How messages of a service of a partner are received. */
export type MessageReceiver = {
  /**
   * Whether the partner itself signed the message. Absent: the message names the secret of its address instead. May ask
   * the partner for its keys; throws if they are unavailable now (the partner sends again).
   */
  isAuthentic?(message: IncomingMessage, access: MessageAccess): Promise<boolean>;
  /** The messages in the body, usually one; null if it is not from this partner. */
  readEnvelopes(body: unknown): MessageEnvelope[] | null;
  readHint(body: unknown): MessageHint;
  /** The answer that the partner expects; absent: `{"received": true}` as JSON. */
  acknowledgement?: { type: string; body: string };
};

/** Receivers by `PARTNER/SERVICE`, as in `partner-services.ts`: each service of a partner has its own messages. */
export type MessageReceivers = Readonly<Record<string, MessageReceiver>>;

export const findReceiver = (
  receivers: MessageReceivers,
  { partner, service }: { partner: string; service: string },
): MessageReceiver | undefined => receivers[`${partner}/${service}`];
