import type { ReadCall } from '../../../contract/call.ts';
import { findAttachmentsOfComments, findLatestAttachments } from '../attachment/store.ts';
import { viewAttachment } from '../attachment/view.ts';
import { findLatestComments } from '../comment/store.ts';
import { viewComments } from '../comment/view.ts';
import { shownWithTicket, type Ticket } from './ticket.ts';
import { viewTicket } from './view.ts';

/** A ticket with its latest comments and attachments, oldest first. */
export const showTicket = async ({ db, orgId }: Pick<ReadCall, 'db' | 'orgId'>, ticket: Ticket) => {
  const comments = await findLatestComments(db, ticket.id, shownWithTicket);
  const attachments = await findLatestAttachments(db, ticket.id, shownWithTicket);
  const ofComments = await findAttachmentsOfComments(
    db,
    comments.map(({ id }) => id),
  );
  return {
    ...viewTicket(orgId, ticket),
    comments: viewComments(orgId, comments, ofComments),
    attachments: attachments.map((attachment) => viewAttachment(orgId, attachment)),
  };
};
