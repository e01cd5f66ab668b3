import type { OrgDb } from '../../../db/org-db.ts';
import { findOperationStatus, operationIs } from '../../../engine/operation-store.ts';
import type { Referral } from '../referral/referral.ts';
import { findReferral } from '../referral/store.ts';

/**
 * Synchronizations of one CRM record take turns. A run may record what it has read only if nothing else was recorded since its read
 * began and nobody else is writing: otherwise it would see the write of another run as a change that was made in the CRM.
 */
export type Turn = {
  runId: string;
  /** The turn at which the read began (`findTurn`); null: the referral was not known then. */
  turn: number | null;
};

type Held = Pick<Referral, 'crm_turn' | 'crm_writer'>;

/** Whether another run is writing the record. One that has ended no longer is, however it ended. */
const isHeld = async (db: OrgDb, { crm_writer: writer }: Held, runId: string): Promise<boolean> => {
  if (writer === null || writer === runId) return false;
  const status = await findOperationStatus(db, writer);
  return status !== undefined && operationIs.running(status);
};

export const hasTurn = async (db: OrgDb, referral: Held, { runId, turn }: Turn): Promise<boolean> =>
  referral.crm_turn === turn && !(await isHeld(db, referral, runId));

/** The turn before a read of the record begins; null: the referral is not known. */
export const findTurn = async (db: OrgDb, referralId: string): Promise<number | null> =>
  (await findReferral(db, referralId))?.crm_turn ?? null;

/** Whether a run need not wait for another that is writing the record. */
export const isFree = async (db: OrgDb, referralId: string, runId: string): Promise<boolean> => {
  const referral = await findReferral(db, referralId);
  return !referral || !(await isHeld(db, referral, runId));
};

/** What changes once a run has stopped writing. */
export const afterWriting = ({ crm_writer: writer }: Held, runId: string): Partial<Held> =>
  writer === runId ? { crm_writer: null } : {};
