import type { PartnerMessageStatus } from './states.ts';

/** A message of a partner, unique by the partner's own id. AUDITED: stored, and there was nothing to do. */
export type PartnerMessage = {
  id: string;
  connection_id: string;
  partner: string;
  partner_message_id: string;
  partner_request_id: string | null;
  /** What it says of itself: an EventBridge `detail-type`. */
  type: string;
  body: Record<string, unknown>;
  status: PartnerMessageStatus;
  error: { code: string; message: string } | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
