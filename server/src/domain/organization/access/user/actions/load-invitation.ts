import type { OrgDb } from '../../../../../db/org-db.ts';
import { findOrganization } from '../../../store.ts';
import { findInvitationHash } from '../store.ts';

/** A pending invitation, with the hash of its link and the inviter's name; otherwise undefined. */
export const loadInvitation = async (
  db: OrgDb,
  userId: string,
): Promise<{ email: string; hash: Buffer; organization: string } | undefined> => {
  const [user, organization] = await Promise.all([findInvitationHash(db, userId), findOrganization(db)]);
  if (!user?.invitation_hash || !organization) return undefined;
  return { email: user.email, hash: user.invitation_hash, organization: organization.name };
};
