import type { z } from 'zod';
import type { AgreementStatus, RenewalRead } from '../../adapters/marketplace/port.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import type { OwnerAmounts } from '../../db/owner-amounts.ts';
import type { Decimal } from '../../kit/decimal.ts';
import type { EntitlementInfo, EntitlementTermInfo, termTypes } from './schema.ts';
import { type EntitlementStatus, entitlementIs, entitlementStatuses } from './states.ts';

export type EntitlementInfoDocument = z.output<typeof EntitlementInfo.reply>;

/** A cancellation that was scheduled and taken back, with RFC 3339 times. */
export type WithdrawnSchedule = { creationDate: string; cancelDate: string; withdrawnDate: string };

/** One purchase with all its renewals. A second, parallel purchase of the same buyer is another entitlement. */
export type Entitlement = {
  id: string;
  partner: Partner;
  service: string;
  /** The seller account at the partner. */
  partner_id: string | null;
  /** The agreement of the current term; older ones stay resolvable (entitlement_external_id). */
  external_id: string | null;
  /** AWS: the buyer's account. */
  external_buyer_id: string | null;
  /** AWS: the product code. */
  external_product_id: string | null;
  name: string;
  type: string;
  status: EntitlementStatus;
  /** The status to return to after a refused cancellation. */
  status_before: EntitlementStatus | null;
  product_id: string | null;
  offer_id: string | null;
  buyer_id: string | null;
  /** The current term. */
  entitlement_term_id: string | null;
  /** Start of the first term. */
  start_time: Date | null;
  /** End of the current term; null if it is open-ended. */
  end_time: Date | null;
  info: EntitlementInfoDocument;
  meta_info: WorkloadMetaInfo;
  /** The offer by which the marketplace will renew the current agreement; null if there is none. */
  renewal: RenewalRead | null;
  /** The term whose approaching end was announced. */
  end_soon_term_id: string | null;
  /** What its revenue records add up to; kept with those, not in the row. Absent: none yet. */
  amounts?: OwnerAmounts[];
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** A period of an entitlement, `[start_time, end_time)`, with its commitment. */
export type Term = {
  id: string;
  entitlement_id: string;
  type: (typeof termTypes)[number];
  partner: Partner;
  service: string;
  product_id: string | null;
  offer_id: string | null;
  buyer_id: string | null;
  /** The agreement of this term. */
  external_entitlement_id: string | null;
  start_time: Date;
  end_time: Date | null;
  commit_amount: Decimal;
  used_commit_amount: Decimal;
  credit_amount: Decimal;
  used_credit_amount: Decimal;
  reported_amount: Decimal;
  /** The divided term of which this is a part; null for every other term. */
  parent_term_id: string | null;
  /** Of a part: where it was to begin. Its period is that, cut to its parent's. */
  agreed_start: Date | null;
  /** How much of the commit is divided into parts. */
  divided_amount: Decimal;
  info: EntitlementTermInfo;
  /** The entitlement's info as agreed for this term. Usage in its hours is submitted under its `awsLicenseArn`. */
  entitlement_info: EntitlementInfoDocument;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Credit and commit of a term, and how much of each is used. */
export type TermAmounts = Pick<
  Term,
  'id' | 'credit_amount' | 'used_credit_amount' | 'commit_amount' | 'used_commit_amount'
>;

/** The share of a part of a divided commit. It pays for usage from `start` until the next part starts. */
export type Share = Pick<Term, 'id' | 'credit_amount' | 'used_credit_amount'> & { start: Date };

/** What can pay for usage of a term. `commit_amount` is the undivided rest; `shares` are in chronological order. */
export type TermFunds = TermAmounts & { shares: readonly Share[] };

/** Amounts to add to a term's use; negative amounts are returned. */
export type TermUse = { termId: string; credit: Decimal; commit: Decimal };

/** What has been read of one agreement of an entitlement. */
export type KnownAgreement = {
  external_id: string;
  partner: Partner;
  entitlement_id: string;
  /** The first agreement of the purchase. */
  chain_id: string;
  partner_status: AgreementStatus;
  partner_version: number;
};

type WithStatus = Pick<Entitlement, 'status'>;

/** Statuses in which an entitlement accepts usage. */
export const meteredStatuses = entitlementStatuses.filter(entitlementIs.metered);
export const isMetered = ({ status }: WithStatus): boolean => entitlementIs.metered(status);
export const isActive = ({ status }: WithStatus): boolean => entitlementIs.active(status);
export const isSuspended = ({ status }: WithStatus): boolean => entitlementIs.suspended(status);
export const hasEnded = ({ status }: WithStatus): boolean => entitlementIs.ended(status);

/** Messages of the marketplace about the previous request are cleared by the next one. */
export const withoutMessages = ({ meta_info }: Pick<Entitlement, 'meta_info'>): Pick<Entitlement, 'meta_info'> => {
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = meta_info;
  return { meta_info: meta };
};
