import type { z } from 'zod';
import type { Partner } from '../../../contract/partner-codes.ts';
import type { WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import type { OfferSetInfo } from './schema.ts';
import type { OfferSetStatus } from './states.ts';

/** Private offers of one seller that a buyer accepts in one action. Each creates its own agreement. */
export type OfferSet = {
  id: string;
  partner: Partner;
  service: string;
  /** AWS: `offerset-…`. */
  external_id: string | null;
  name: string;
  status: OfferSetStatus;
  /** The members' last instant. */
  expire_time: Date | null;
  info: z.output<typeof OfferSetInfo.reply>;
  meta_info: WorkloadMetaInfo;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** A set with the UUIDs of its offers, in order, and of the buyers that those offers name. */
export type OfferSetWithMembers = OfferSet & { offer_ids: string[]; buyer_ids: string[] };
