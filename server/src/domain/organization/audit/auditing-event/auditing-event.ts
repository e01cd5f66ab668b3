import type { Actor } from '../../../../auth/principal.ts';

/** Messages from partners (payment providers and CRMs too) by the way they are sent; ACTIVITY is a change in this service. */
export const eventTypes = [
  'AWS_MARKETPLACE',
  'AWS_CHINA_MARKETPLACE',
  'AWS_EVENT_BRIDGE',
  'AWS_ACE_EVENT_BRIDGE',
  'AZURE_MARKETPLACE',
  'GCP_MARKETPLACE',
  'GCP_MARKETPLACE_CHROME',
  'ALIBABA_MARKETPLACE',
  'STRIPE_MARKETPLACE',
  'ADYEN_MARKETPLACE',
  'HUBSPOT_MARKETPLACE',
  'ACTIVITY',
] as const;

/** AUDITED: stored, with nothing to do. */
export const eventStatuses = ['AUDITED', 'PENDING', 'FAILED', 'DONE'] as const;

type Common = {
  id: string;
  status: (typeof eventStatuses)[number];
  creation_time: Date;
  last_update_time: Date;
};

/** A committed change, from its audit row. */
type Activity = Common & {
  event_type: 'ACTIVITY';
  actor: Actor;
  action: string;
  entity_type: string;
  entity_id: string;
  request_id: string;
  source_ip: string | null;
  changes: { path: string; before?: unknown; after?: unknown }[];
};

/** A message from a partner. `body` is null if it is too large for a list. */
type Message = Common & {
  event_type: Exclude<(typeof eventTypes)[number], 'ACTIVITY'>;
  connection_id: string;
  partner: string;
  message_type: string;
  partner_message_id: string;
  partner_request_id: string | null;
  body: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
};

export type AuditingEvent = Activity | Message;
