import type { CancellationStatus } from '../../../adapters/marketplace/port.ts';
import type { Partner } from '../../../contract/partner-codes.ts';

/** Reasons that AWS takes (AgreementCancellationRequestReasonCode of the Agreement Service). */
export const reasonCodes = [
  'INCORRECT_TERMS_ACCEPTED',
  'REPLACING_AGREEMENT',
  'TEST_AGREEMENT',
  'ALTERNATIVE_PROCUREMENT_CHANNEL',
  'PRODUCT_DISCONTINUED',
  'UNINTENDED_RENEWAL',
  'BUYER_DISSATISFACTION',
  'OTHER',
] as const;

export const standardReason = 'OTHER' satisfies (typeof reasonCodes)[number];

/** A description has at least one character (AgreementCancellationRequestDescription). */
export const reasonMax = 2000;

/** Who asked for it; null if it was made outside this service. */
export type Requester = { entityId: string; entityType: string; name: string };

/** A request to cancel the agreement of an entitlement. */
export type CancellationRequest = {
  id: string;
  entitlement_id: string;
  partner: Partner;
  agreement_id: string;
  /** The marketplace's id; null until it has acknowledged the request. */
  external_id: string | null;
  status: CancellationStatus;
  status_message: string | null;
  reason_code: string;
  reason_description: string | null;
  /** Made before the request was first sent; null if it was made outside this service. */
  client_token: string | null;
  withdrawal_reason: string | null;
  created_by: Requester | null;
  /** Update time at the marketplace of the last read that was applied. */
  partner_version: number;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Kind of the `due` row that reads an open request again. Its entity is the entitlement's UUID. */
export const recheckKind = 'entitlement.cancellation_request';
/** Events tell of an answer at once; this finds the ones whose event was lost. */
export const recheckEveryMs = 3_600_000;
