import { createHash } from 'node:crypto';
import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Referral } from '../referral.ts';
import { findReferral, findReferralByExternalId } from '../store.ts';

/** Stands for what both sides last agreed on; it changes with each write and read that is recorded. */
export const basisOf = ({ synced, partner_version: version }: Pick<Referral, 'synced' | 'partner_version'>): string =>
  createHash('sha256')
    .update(JSON.stringify([synced, version]))
    .digest('base64url');

/** The basis before a read of the partner begins; null: the referral is not known. */
export const findBasis = async (
  db: OrgDb,
  { partner, externalId, referralId }: { partner: CoSellPartner; externalId: string; referralId?: string | undefined },
): Promise<string | null> => {
  const found =
    referralId === undefined
      ? await findReferralByExternalId(db, partner, externalId)
      : await findReferral(db, referralId);
  return found ? basisOf(found) : null;
};
