import type { Decimal } from '../../../kit/decimal.ts';
import type { Allocation } from '../usage-allocation/usage-allocation.ts';
import type { UsageStatus } from './states.ts';

/** Usage of one entitlement at one time, as reported to us: quantities by dimension. Its id is never reused. */
export type UsageRecordGroup = {
  id: string;
  creation_month: string;
  entitlement_id: string;
  buyer_id: string | null;
  product_id: string | null;
  partner: string;
  status: UsageStatus;
  source: string;
  /** Quantities as sent, by the caller's own keys; of mapped usage by the marketplace's, with those sent in `meta_info.originRecords`. */
  records: Record<string, unknown>;
  meta_info: Record<string, unknown>;
  usage_allocations: Record<string, unknown> | null;
  usage_time: Date;
  report_id: string | null;
  reported_time: Date | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** The part of a group that is submitted under one dimension of the marketplace; `allocations` are its tagged parts. */
export type UsageItem = { dimension: string; quantity: Decimal; allocations: readonly Allocation[] | null };
