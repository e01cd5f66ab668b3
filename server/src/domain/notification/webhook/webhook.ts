/** What the body of a delivery is: the entity as it is after the event, or the event in the words of people. `payloads` (delivery/payload.ts) has the writer of each. */
export const webhookFormats = ['EVENT', 'NOTIFICATION'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Why nothing is sent: somebody asked for it, the receiver answered 410, or nothing got through for `failingDays`. */
export const disabledReasons = ['REQUESTED', 'GONE', 'FAILING'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** An address that receives events. */
export type Webhook = {
  id: string;
  url: string;
  description: string;
  /** `offer.accepted`, or `offer.*`; empty: all. */
  types: string[];
  /** Only events about these entities, by public ID; empty: about any. */
  entity_ids: string[];
  /** Whether the events of one entity are sent strictly one after another. */
  ordered: boolean;
  format: WebhookFormat;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  disabled_time: Date | null;
  /** Its custom headers; their values may be credentials and are sealed. */
  header_names: string[];
  headers_sealed: string | null;
  /** Null once it is deleted. */
  secret_sealed: string | null;
  /** Signs beside the present one until its time. */
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  /** Raised when it is disabled or deleted: deliveries of an earlier epoch are not sent. */
  epoch: number;
  deleted_time: Date | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** How its deliveries go, in all its time. */
export type WebhookHealth = {
  delivered: number;
  failed: number;
  last_success_time: Date | null;
  last_failure_time: Date | null;
  /** The first failure since the last success. */
  failing_since: Date | null;
};

/** The same with the number of its waiting deliveries, counted up to a limit. */
export type SeenHealth = WebhookHealth & { waiting: number };

export const webhooksMax = 50;
export const typesMax = 100;
export const entityIdsMax = 100;
export const urlMax = 2000;

/** Days of business time after which a webhook is disabled if no attempt succeeded. */
export const failingDays = 5;

/** How long a replaced secret signs beside the new one, in business time. */
export const rotationMs = 24 * 3_600_000;

/** Kinds of `due` rows; their entity is the webhook's UUID. */
export const discardKind = 'webhook.discard';
export const forgetSecretKind = 'webhook.forget_secret';
