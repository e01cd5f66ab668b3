import type { z } from 'zod';
import type { AskCall, ReadCall } from '../../../contract/call.ts';
import { type PageRequest, pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import type { SelectedPage } from '../../../contract/query/select-page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { loadOrganization } from '../../organization/actions/load-organization.ts';
import { findRelationship } from '../relationship/store.ts';
import { checkLinkedFiles } from './check-linked-files.ts';
import { emailOf, writeInvitationEmail } from './email/write-email.ts';
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

/** Drafts a mail by the operator's writer, or from templates if there is none; stores and sends nothing. */
export const generateInvitationEmail = async (
  call: AskCall,
  { body }: { body: z.output<typeof GenerateInvitationEmail> },
) => {
  const files = await checkLinkedFiles(call.db, [...new Set(body.linkedFileIds ?? [])]);
  const { name: organizationName } = await loadOrganization(call.db);
  const { companyName, email, name, website } = body.recipient;
  const recipient = { companyName, name: name ?? '', website: website ?? '' };
  const sender = { organizationName, userName: call.actor.name };
  const [relationship, tone] = [body.relationship ?? 'REFERRAL', body.tone ?? 'PROFESSIONAL'] as const;
  const fileNames = files.map((file) => file.name);
  const template = writeInvitationEmail({
    recipient: { ...recipient, email },
    relationship,
    tone,
    sender,
    fileNames,
  });
  const draft = await call.gateway.draftMail(
    {
      ...{ purpose: 'PARTNER_INVITATION', recipient, sender, relationship, tone, files: fileNames },
      template: { subject: template.subject, text: template.body },
    },
    call.signal,
  );
  return draft
    ? { ...emailOf(draft.subject, draft.text), writtenBy: 'WRITER' as const }
    : { ...template, writtenBy: 'TEMPLATE' as const };
};
