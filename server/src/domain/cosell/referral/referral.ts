import type {
  BuyerCompany,
  CoSellPartner,
  PartnerStanding,
  ReferralDocument,
  ReferralStage,
} from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { DealSide, Terms } from '../commission/commission.ts';
import type { Agreed } from '../crm-record/merge-record.ts';
import type { ReferralStatus } from './states.ts';

export type { CoSellPartner, PartnerContactRead, ReferralStage } from '../../../adapters/cosell/port.ts';
export type { CrmSystem } from '../../../adapters/crm/port.ts';

/** A partner of a referral: a marketplace, or another organization of this service (DIRECT). */
export type ReferralPartner = CoSellPartner | 'DIRECT';

export const referralPartners = ['AWS', 'AZURE', 'GCP', 'DIRECT'] as const satisfies readonly ReferralPartner[];

export const isCoSellPartner = (partner: ReferralPartner): partner is CoSellPartner => partner !== 'DIRECT';

/** Whether people move a referral, since its partner has no interface for it: GCP gets a file, DIRECT deals are ours. */
export const isMovedByHand = (partner: ReferralPartner): boolean => partner === 'GCP' || partner === 'DIRECT';

/** What an organization is in a deal with another one: the partner refers it (OUTBOUND) to the seller (INBOUND). */
export const sideOf = ({ direction }: Pick<Referral, 'direction'>): DealSide =>
  direction === 'INBOUND' ? 'SELLER' : 'PARTNER';

/** Why the last synchronization failed, by the path in the document. */
export type SyncError = { path: string; code: string; message: string };

/** What the partner shows beside the document, as it was last read. */
export type PartnerView = {
  words: { status: string; reason?: string; comments?: string };
  document: ReferralDocument;
};

/** A referral as it is stored. */
export type Referral = {
  id: string;
  partner: ReferralPartner;
  direction: 'OUTBOUND' | 'INBOUND';
  name: string;
  status: ReferralStatus;
  /** Where it was before a request that is in progress at the partner. */
  status_before: ReferralStatus | null;
  stage: ReferralStage;
  external_id: string | null;
  buyer_company: BuyerCompany;
  buyer_id: string | null;
  deal_value: Decimal | null;
  currency: string | null;
  /** YYYY-MM-DD. */
  target_close_date: string | null;
  crm_system: CrmSystem | null;
  crm_record_id: string | null;
  crm_url: string | null;
  crm_claim: boolean;
  /** What the CRM stated when it was last read, by the dotted paths of the partner's members; null: never read. */
  crm_synced: Readonly<Record<string, unknown>> | null;
  /** What the document said then, and what the CRM is owed; null: it said what the CRM stated. */
  crm_agreed: Agreed | null;
  /** Why the last synchronization with the CRM failed. */
  crm_errors: readonly SyncError[];
  /** The CRM did not answer: the next scheduled run tries again. */
  crm_waits: boolean;
  /** Counts what was recorded about the CRM record: a read that began at an earlier turn is stale. */
  crm_turn: number;
  /** The operation that is writing the CRM record; null: none. It counts only while it runs. */
  crm_writer: string | null;
  document: ReferralDocument;
  /** The document as the partner had it when it was last read; null: it is not there yet. */
  synced: ReferralDocument | null;
  /** When a caller or the CRM last changed the document. */
  edited_time: Date | null;
  partner_version: string | null;
  partner_time: Date | null;
  partner_standing: PartnerStanding | null;
  partner_view: PartnerView | null;
  accept_by: Date | null;
  close_reason: string | null;
  closed_time: Date | null;
  sync_status: 'IN_SYNC' | 'PENDING' | 'FAILED';
  sync_success_time: Date | null;
  sync_attempt_time: Date | null;
  sync_errors: readonly SyncError[];
  /** DIRECT: the same on both sides. */
  pair_id: string | null;
  /** DIRECT: the record of the other side. */
  relationship_id: string | null;
  /** DIRECT: the organization of the other side. */
  partner_org_id: string | null;
  /** DIRECT: what the partner earns. */
  revenue_share: Terms | null;
  /** DIRECT: what the seller notes for the partner. */
  partner_note: string | null;
  /** DIRECT: the latest commission. */
  commission_id: string | null;
  meta_info: Record<string, unknown>;
  approval_info: Record<string, unknown> | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
