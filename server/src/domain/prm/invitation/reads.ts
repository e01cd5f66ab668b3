import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { type PageRequest, pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import type { SelectedPage } from '../../../contract/query/select-page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { loadOrganization } from '../../organization/actions/load-organization.ts';
import { findRelationship } from '../relationship/store.ts';
import { checkLinkedFiles } from './check-linked-files.ts';
import { writeInvitationEmail } from './email/write-email.ts';
import { type InvitationListParams, invitationFields } from './fields.ts';
import type { Invitation } from './invitation.ts';
import type { GenerateInvitationEmail } from './schema.ts';
import { selectInvitations } from './store.ts';
import { viewInvitation } from './view.ts';

type Query = z.output<typeof InvitationListParams>;

const answer = (call: ReadCall, page: PageRequest, selected: SelectedPage<Invitation>) => {
  setPageHeaders(call, page, selected);
  return pagedReply(
    page,
    selected.rows.map((row) => viewInvitation(call.orgId, row)),
    selected.total,
  );
};

export const listInvitations = async (call: ReadCall, { query }: { query: Query }) => {
  const page = readQueryPage(call, query, invitationFields);
  return answer(call, page, await selectInvitations(call.db, page));
};

export const listPartnerInvitations = async (
  call: ReadCall,
  { params, query }: { params: { partnerId: string }; query: Query },
) => {
  const page = readQueryPage(call, query, invitationFields);
  const { id } = requireFound(await findRelationship(call.db, params.partnerId), 'partner relationship');
  return answer(call, page, await selectInvitations(call.db, page, { relationshipId: id }));
};

/** Drafts a mail; stores and sends nothing. */
export const generateInvitationEmail = async (
  call: ReadCall,
  { body }: { body: z.output<typeof GenerateInvitationEmail> },
) => {
  const files = await checkLinkedFiles(call.db, [...new Set(body.linkedFileIds ?? [])]);
  const { name } = await loadOrganization(call.db);
  const { recipient } = body;
  return writeInvitationEmail({
    recipient: { ...recipient, name: recipient.name ?? '', website: recipient.website ?? '' },
    relationship: body.relationship ?? 'REFERRAL',
    tone: body.tone ?? 'PROFESSIONAL',
    sender: { organizationName: name, userName: call.actor.name },
    fileNames: files.map((file) => file.name),
  });
};
