-- Partner invitations are filtered by the times that they show (docs/decisions/0204-what-people-families-refuse-and-find.md).
create index partner_invitation_sent on partner_invitation (org_id, sent_time, id);
create index partner_invitation_responded on partner_invitation (org_id, responded_time, id);
