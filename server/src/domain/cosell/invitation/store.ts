import type { OrgDb } from '../../../db/org-db.ts';

/** A partner that was invited to a deal. */
export type Invitation = {
  id: string;
  referral_id: string;
  /** The partner's id at the marketplace (AZURE: its MPN id). */
  partner_id: string;
  notes: string;
  assistance_request_code: string;
  /** The referral of the invited partner; null until it was made. */
  external_id: string | null;
  created_by: string;
  creation_time: Date;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    referral_invitation: Invitation & { org_id: string };
  }
}

export const insertInvitation = async (db: OrgDb, invitation: Invitation): Promise<void> => {
  await db.insertInto('referral_invitation', invitation).execute();
};

export const findInvitation = async (db: OrgDb, id: string): Promise<Invitation | undefined> =>
  db
    .selectFrom('referral_invitation')
    .select([
      'referral_invitation.id',
      'referral_invitation.referral_id',
      'referral_invitation.partner_id',
      'referral_invitation.notes',
      'referral_invitation.assistance_request_code',
      'referral_invitation.external_id',
      'referral_invitation.created_by',
      'referral_invitation.creation_time',
    ])
    .where('referral_invitation.id', '=', id)
    .executeTakeFirst();

export const saveInvited = async (db: OrgDb, id: string, externalId: string): Promise<void> => {
  await db
    .updateTable('referral_invitation')
    .set({ external_id: externalId })
    .where('referral_invitation.id', '=', id)
    .execute();
};
