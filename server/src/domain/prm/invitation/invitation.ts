import type { EngagementType, RelationshipKind } from '../relationship/relationship.ts';
import type { InvitationStatus } from './states.ts';

export const directions = ['OUTBOUND', 'INBOUND'] as const;
export type Direction = (typeof directions)[number];

export type Recipient = { companyName: string; email: string; name: string; website: string };

/** Who invites, as the invited see it. `email`: empty if a program sent it. */
export type Sender = { organizationId: string; organizationName: string; userName: string; email: string };

/** One side's copy of an invitation: that of the sender (OUTBOUND) or of the organization that received it (INBOUND). */
export type Invitation = {
  id: string;
  /** The same on both sides. */
  pair_id: string;
  direction: Direction;
  status: InvitationStatus;
  /** This side's record of the partner; the receiver has one once it has accepted. */
  relationship_id: string | null;
  /** The organization of the other side; null while nobody has opened the link for one. */
  other_org_id: string | null;
  recipient: Recipient;
  recipient_email: string;
  recipient_company: string;
  sender: Sender;
  relationship: RelationshipKind;
  engagement_type: EngagementType;
  subject: string;
  body: string;
  /** Files of the sender. */
  linked_file_ids: string[];
  accept_by_days: number;
  accept_by: Date;
  sent_time: Date;
  resent_count: number;
  responded_time: Date | null;
  /** Only in the sender's row, while the link can be used. */
  link_hash: Buffer | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Kind of the due rows that let invitations expire; the sender's organization has them. */
export const invitationExpiryKind = 'prm.invitation.expire';

/** The run that sends the link. */
export const invitationRun = 'partner-invitation.deliver';

export const acceptByDaysMax = 90;
export const acceptByDaysDefault = 30;
export const linkedFilesMax = 20;
