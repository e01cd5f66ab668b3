import type { Generated } from 'kysely';
import type { FeedFault, MoneyKind, MoneyStage, RevenueChannel } from '../../../adapters/revenue/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { RevenueRecord, StoredFigures } from './record.ts';

/** What made an event: a row of a part, or the import of what a record is about. */
export type EventSource = { system: string; reference: string; payloadHash: string };

export type RevenueEventType =
  | 'INGESTED'
  | 'BILLED'
  | 'COLLECTED'
  | 'DISBURSED'
  | 'REFUNDED'
  | 'ADJUSTED'
  | 'MATCHED';

/** Fields that an arrival changed: amounts as exact texts, times as ISO 8601; null: there was, or is, none. */
export type EventChanges = Record<string, { from: string | null; to: string | null }>;

export type RevenueEvent = {
  revenue_id: string;
  sequence: number;
  type: RevenueEventType;
  time: Date;
  source: EventSource;
  changes: EventChanges;
  /** SHA-256 of the event before, in hexadecimal; empty for the first. */
  previous_hash: string;
  hash: string;
};

export type RevenueDay = StoredFigures & {
  revenue_id: string;
  day: string;
  channel: RevenueChannel;
  currency: string;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    revenue_part: {
      org_id: string;
      channel: string;
      account_id: string;
      name: string;
      version: string;
      written_time: Date;
      bytes: number | null;
      state: 'FOUND' | 'READ' | 'FAULTY';
      found_time: Date;
      read_time: Date | null;
      rows: Generated<number>;
      new_rows: Generated<number>;
      fault: FeedFault | string | null;
    };
    revenue_row: {
      org_id: string;
      channel: string;
      dataset: string;
      key: string;
      version: string;
      hash: Buffer;
      is_deleted: boolean;
      superseded: Generated<boolean>;
      columns: Record<string, string | null> | string;
      part: string;
      record_id: string | null;
      day: string | null;
      read_time: Date;
    };
    revenue_line: {
      org_id: string;
      channel: string;
      dataset: string;
      key: string;
      position: number;
      record_id: string | null;
      currency: string;
      stage: MoneyStage;
      kind: MoneyKind;
      nature: 'PLAIN' | 'RETURN' | 'FAILED';
      amount: Decimal;
      time: Date;
      day: string;
      due_time: Date | null;
      period_start: Date | null;
      period_end: Date | null;
      billing_model: string | null;
      quantity: Decimal | null;
      product: string | null;
      offer: string | null;
      agreement: string | null;
      buyer: string | null;
      plan: string | null;
      dimension: string | null;
      invoice: string | null;
      payout: string | null;
      failure: string | null;
      trace: string | null;
      partner_type: string | null;
    };
    revenue_record: Omit<RevenueRecord, 'unmatched' | 'collectable' | 'outstanding' | 'events' | 'last_hash' | 'version'> & {
      org_id: string;
      unmatched: RevenueRecord['unmatched'] | string;
      collectable: Generated<Decimal>;
      outstanding: Generated<Decimal>;
      events: Generated<number>;
      last_hash: Generated<string>;
      version: Generated<number>;
    };
    revenue_day: RevenueDay & { org_id: string };
    revenue_total: StoredFigures & {
      org_id: string;
      channel: string;
      currency: string;
      day: string;
      days: number;
      records: number;
    };
    revenue_event: Omit<RevenueEvent, 'source' | 'changes'> & {
      org_id: string;
      source: EventSource | string;
      changes: EventChanges | string;
    };
  }
}
