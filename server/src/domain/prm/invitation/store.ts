import { type Generated, type Kysely, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Tables } from '../../../db/tables.ts';
import { invitationFields } from './fields.ts';
import type { Invitation } from './invitation.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_invitation: Omit<Invitation, 'recipient' | 'sender' | 'version'> & {
      org_id: string;
      recipient: Invitation['recipient'] | string;
      sender: Invitation['sender'] | string;
      version: Generated<number>;
    };
  }
}

const columns = [
  'partner_invitation.id',
  'partner_invitation.pair_id',
  'partner_invitation.direction',
  'partner_invitation.status',
  'partner_invitation.relationship_id',
  'partner_invitation.other_org_id',
  'partner_invitation.recipient',
  'partner_invitation.recipient_email',
  'partner_invitation.recipient_company',
  'partner_invitation.sender',
  'partner_invitation.relationship',
  'partner_invitation.engagement_type',
  'partner_invitation.subject',
  'partner_invitation.body',
  'partner_invitation.linked_file_ids',
  'partner_invitation.accept_by_days',
  'partner_invitation.accept_by',
  'partner_invitation.sent_time',
  'partner_invitation.resent_count',
  'partner_invitation.responded_time',
  'partner_invitation.link_hash',
  'partner_invitation.creation_time',
  'partner_invitation.last_update_time',
  'partner_invitation.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('partner_invitation').select(columns);

export const findInvitation = async (db: OrgDb, id: string): Promise<Invitation | undefined> =>
  (await select(db).where('partner_invitation.id', '=', id).executeTakeFirst()) as Invitation | undefined;

export const lockInvitation = async (db: OrgDb, id: string): Promise<Invitation | undefined> =>
  (await select(db).where('partner_invitation.id', '=', id).forUpdate().executeTakeFirst()) as Invitation | undefined;

/** The row of this organization that belongs to a row of the other side. */
export const lockInvitationOfPair = async (db: OrgDb, pairId: string): Promise<Invitation | undefined> =>
  (await select(db).where('partner_invitation.pair_id', '=', pairId).forUpdate().executeTakeFirst()) as
    | Invitation
    | undefined;

/** The received invitation that this organization accepted first. */
export const findFirstAccepted = async (db: OrgDb): Promise<Invitation | undefined> =>
  (await select(db)
    .where('partner_invitation.direction', '=', 'INBOUND')
    .where('partner_invitation.status', '=', 'ACCEPTED')
    .orderBy('partner_invitation.creation_time')
    .orderBy('partner_invitation.id')
    .limit(1)
    .executeTakeFirst()) as Invitation | undefined;

const json = ({ recipient, sender, ...row }: Invitation) => ({
  ...row,
  recipient: JSON.stringify(recipient),
  sender: JSON.stringify(sender),
});

export const insertInvitation = async (db: OrgDb, invitation: Invitation): Promise<void> => {
  await db.insertInto('partner_invitation', json(invitation)).execute();
};

export const updateInvitationRow = async (db: OrgDb, invitation: Invitation): Promise<void> => {
  const { id, pair_id: _pair, recipient: _to, sender: _from, creation_time: _creation, ...change } = invitation;
  await db.updateTable('partner_invitation').set(change).where('partner_invitation.id', '=', id).execute();
};

/** Notes in the sender's row for which organization its link was opened. Nothing that its clients see changes. */
export const noteReceiver = async (db: OrgDb, id: string, receiverOrgId: string): Promise<void> => {
  await db
    .updateTable('partner_invitation')
    .set({ other_org_id: receiverOrgId })
    .where('partner_invitation.id', '=', id)
    .execute();
};

export const selectInvitations = (
  db: OrgDb,
  page: PageRequest,
  { relationshipId }: { relationshipId?: string } = {},
): Promise<SelectedPage<Invitation>> => {
  let from = select(db);
  if (relationshipId !== undefined) from = from.where('partner_invitation.relationship_id', '=', relationshipId);
  return selectPage(db, from, page, invitationFields);
};

/** Invitations of this organization that can be accepted, counted up to `most`. */
export const countPendingInvitations = async (db: OrgDb, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from partner_invitation
      where org_id = ${db.orgId} and status = 'PENDING' and direction = 'OUTBOUND' limit ${most}
    ) as counted
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** Whether a person has a pending invitation of this organization: to any company, or of one partner. */
export const hasPendingInvitation = async (
  db: OrgDb,
  { email, relationshipId }: { email?: string; relationshipId?: string },
): Promise<boolean> => {
  const { rows } = await sql`
    select from partner_invitation
    where org_id = ${db.orgId} and status = 'PENDING' and direction = 'OUTBOUND'
      and (${email ?? null}::text is null or recipient_email = ${email ?? null})
      and (${relationshipId ?? null}::uuid is null or relationship_id = ${relationshipId ?? null})
    limit 1
  `.execute(db.raw);
  return rows.length > 0;
};

/** Finds the invitation of a link across all organizations, as `mos_system`; undefined if the link cannot be used. */
export const findByLink = async (
  statements: Kysely<Tables>,
  hashes: readonly Buffer[],
  now: Date,
): Promise<{ orgId: string; id: string } | undefined> => {
  const { rows } = await sql<{ org_id: string; id: string }>`
    select i.org_id, i.id from partner_invitation i
    join organization o on o.id = i.org_id and o.status <> 'DISABLED'
    where i.link_hash = any(${hashes as Buffer[]}::bytea[]) and i.status = 'PENDING' and i.accept_by > ${now}
  `.execute(statements);
  return rows[0] && { orgId: rows[0].org_id, id: rows[0].id };
};
