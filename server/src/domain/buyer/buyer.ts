import type { z } from 'zod';
import type { Partner } from '../../contract/partner-codes.ts';
import type { OwnerAmounts } from '../../db/owner-amounts.ts';
import type { BuyerInfo } from './schema.ts';

/** A company that buys. Unique in its organization by partner and account id. */
export type Buyer = {
  id: string;
  partner: Partner;
  /** The buyer's account at the partner (AWS: 12 digits). */
  account_id: string | null;
  /** AWS: the customer identifier, or the account id if there is none. */
  external_id: string | null;
  company_id: string | null;
  name: string;
  description: string;
  s3_key_logo: string | null;
  tags: string[];
  info: z.output<typeof BuyerInfo.reply>;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** A buyer with the UUIDs of its contacts, and what its revenue records add up to (absent: none yet). */
export type BuyerWithContacts = Buyer & { contact_ids: string[]; amounts?: OwnerAmounts[] };
