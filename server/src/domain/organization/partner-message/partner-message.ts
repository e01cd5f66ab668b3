import type { PartnerMessageStatus } from './states.ts';

/** A message from a partner, unique by the partner's own id. AUDITED: stored, with nothing to do. */
export type PartnerMessage = {
  id: string;
  connection_id: string;
  partner: string;
  partner_message_id: string;
  partner_request_id: string | null;
  /** The type that the message states: an EventBridge `detail-type`. */
  type: string;
  body: Record<string, unknown>;
  status: PartnerMessageStatus;
  error: { code: string; message: string } | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
