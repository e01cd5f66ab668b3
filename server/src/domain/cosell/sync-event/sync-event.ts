import type { CoSellPartner } from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import type { Difference } from '../referral/merge.ts';

/** What was sent or received for a referral, once. `conflicts`: what lost (`before`) against what won (`after`). */
export type SyncEvent = {
  id: string;
  referral_id: string;
  time: Date;
  system: CoSellPartner | CrmSystem;
  direction: 'INBOUND' | 'OUTBOUND';
  operation_id: string | null;
  changes: readonly Difference[];
  conflicts: readonly Difference[];
  error: { code: string; message: string } | null;
};
