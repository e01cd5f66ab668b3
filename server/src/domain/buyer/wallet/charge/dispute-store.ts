import type { OrgDb } from '../../../../db/org-db.ts';
import type { ChargeDispute } from './charge.ts';

declare module '../../../../db/tables.ts' {
  interface Tables {
    charge_dispute: ChargeDispute & { org_id: string };
  }
}

const columns = [
  'charge_dispute.charge_id',
  'charge_dispute.dispute_id',
  'charge_dispute.amount',
  'charge_dispute.currency',
  'charge_dispute.state',
  'charge_dispute.event_time',
  'charge_dispute.stage',
  'charge_dispute.creation_time',
  'charge_dispute.last_update_time',
] as const;

/** The disputes of a charge. Its wallet must be locked. */
export const findDisputes = async (db: OrgDb, chargeId: string): Promise<ChargeDispute[]> =>
  (await db
    .selectFrom('charge_dispute')
    .select(columns)
    .where('charge_dispute.charge_id', '=', chargeId)
    .orderBy('charge_dispute.dispute_id')
    .execute()) as ChargeDispute[];

export const insertDispute = async (db: OrgDb, dispute: ChargeDispute): Promise<void> => {
  await db.insertInto('charge_dispute', dispute).execute();
};

export const updateDisputeRow = async (
  db: OrgDb,
  { charge_id: chargeId, dispute_id: disputeId, ...rest }: ChargeDispute,
): Promise<void> => {
  await db
    .updateTable('charge_dispute')
    .set(rest)
    .where('charge_dispute.charge_id', '=', chargeId)
    .where('charge_dispute.dispute_id', '=', disputeId)
    .execute();
};
