import type { OrgDb } from '../../../../db/org-db.ts';
import type { PartnerFile } from '../../file/file.ts';
import { findFiles } from '../../file/store.ts';
import type { Invitation } from '../invitation.ts';
import { invitationIs } from '../states.ts';
import { findInvitation } from '../store.ts';

export type Delivery = { invitation: Invitation; hash: Buffer; files: PartnerFile[] };

/** An invitation to be sent, and the hash of its link. Undefined if it was answered, withdrawn or has expired. */
export const loadDelivery = async (db: OrgDb, id: string): Promise<Delivery | undefined> => {
  const invitation = await findInvitation(db, id);
  if (!invitation?.link_hash || !invitationIs.open(invitation.status)) return undefined;
  return { invitation, hash: invitation.link_hash, files: await findFiles(db, invitation.linked_file_ids) };
};
