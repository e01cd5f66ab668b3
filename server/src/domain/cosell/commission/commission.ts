import type { BuyerCompany } from '../../../adapters/cosell/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { CommissionStatus, TermsUpdateStatus } from './states.ts';

/** Kinds of a revenue share. */
export const shareTypes = ['REFERRAL_FEE', 'RESELLER_MARGIN', 'REVENUE_SPLIT', 'FINDERS_FEE'] as const;

/** What an organization is in a deal: the seller owes the commission, the partner earns it. */
export const dealSides = ['SELLER', 'PARTNER'] as const;
export type DealSide = (typeof dealSides)[number];

/** What a partner earns of a deal, as it is stored. Null: no cap, no clawback. */
export type Terms = {
  type: (typeof shareTypes)[number];
  ratePercent: Decimal;
  capAmount: Decimal | null;
  clawbackDays: number | null;
};

/** Something that was done with a commission, and what it was afterwards. */
export type CommissionStep = {
  /** RFC 3339. */
  time: string;
  status: CommissionStatus;
  action: string;
  /** The organization that did it, as clients see it. */
  by: string;
  amount: Decimal;
  note?: string;
  invoiceNumber?: string;
  /** RFC 3339. */
  paidTime?: string;
  terms?: Terms;
};

/** Other terms that the seller proposed, and their outcome. */
export type TermsUpdate = {
  status: TermsUpdateStatus;
  terms: Terms;
  reason: string;
  /** RFC 3339. */
  proposedTime: string;
};

/** One side's copy of what a partner earns of a won deal. Both copies say the same. */
export type Commission = {
  id: string;
  /** The same on both sides. */
  pair_id: string;
  referral_id: string;
  relationship_id: string;
  side: DealSide;
  status: CommissionStatus;
  deal_name: string;
  buyer_company: BuyerCompany;
  deal_value: Decimal;
  currency: string;
  terms: Terms;
  amount: Decimal;
  won_time: Date;
  invoice_number: string | null;
  paid_time: Date | null;
  /** The last one that was proposed. */
  terms_update: TermsUpdate | null;
  /** Oldest first. */
  history: readonly CommissionStep[];
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

export const entryTypes = ['CONFIRMED', 'INCREASED', 'REDUCED', 'VOIDED', 'PAID', 'CLAWED_BACK'] as const;

/** A change of how much is owed and has been paid, in one currency. */
export type CommissionEntry = {
  id: string;
  commission_id: string;
  relationship_id: string;
  side: DealSide;
  type: (typeof entryTypes)[number];
  time: Date;
  invoice_number: string | null;
  currency: string;
  /** Of `owed` or `paid`, without a sign. */
  amount: Decimal;
  owed: Decimal;
  paid: Decimal;
};

/** Proposals of other terms for one commission, so that its history has an end. */
export const proposalsMax = 20;
