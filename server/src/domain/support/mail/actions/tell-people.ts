import type { ActCall } from '../../../../contract/call.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { foldCase } from '../../../../kit/fold-case.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { isMailAddress } from '../../../../kit/mail-address.ts';
import { writeMails } from '../../../notification/message/actions/write-mails.ts';
import { ticketEntity } from '../../../notification/message/message.ts';
import { type Author, addressesOf } from '../../ticket/author.ts';
import type { Ticket } from '../../ticket/ticket.ts';
import { composeTicketMail, type TicketNews } from '../compose-mail.ts';

/** Each address once. Whoever wrote a comment knows it. */
const recipientsOf = (addresses: readonly string[], news: TicketNews, { email }: Author): string[] => {
  const byKey = new Map<string, string>();
  for (const address of addresses) {
    if (isMailAddress(address, { wide: true }) && !byKey.has(foldCase(address))) byKey.set(foldCase(address), address);
  }
  if (news === 'ADD' && email !== null) byKey.delete(foldCase(email));
  return [...byKey.values()];
};

/** Writes a mail to each of the people of a ticket, in the transaction of what it tells. Emits message.created. */
export const tellPeople = async (
  call: ActCall,
  ticket: Ticket,
  { action, author, comment }: { action: TicketNews; author: Author; comment?: string },
): Promise<void> => {
  const recipients = recipientsOf(await addressesOf(call, ticket), action, author);
  if (recipients.length === 0) return;
  const id = encodeId('ticket', ticket.id);
  const organization = await findOrganizationName(call.db);
  const mail = composeTicketMail(action, { organization, id, ticket, author: author.name, comment });
  await writeMails(
    call,
    { action, entityType: ticketEntity, entityId: id },
    recipients.map((recipient) => ({ recipient, ...mail })),
  );
};
