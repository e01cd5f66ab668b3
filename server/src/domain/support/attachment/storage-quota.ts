import { Refusal } from '../../../kit/errors.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { attachmentsOfTicketMax, storageBytesMax, storageFilesMax } from './attachment.ts';
import type { Storage } from './store.ts';

const full = (message: string, limit: number, used: number): Refusal =>
  new Refusal('Conflict', `${message}; delete some first.`, { limit, used });

/** Why a ticket or its organization may not have that many attachments; null if it may. */
export const quotaRefusal = (
  { attachment_count: count }: Pick<Ticket, 'attachment_count'>,
  stored: Storage,
): Refusal | null => {
  if (count > attachmentsOfTicketMax)
    return full(`A ticket has at most ${attachmentsOfTicketMax} attachments`, attachmentsOfTicketMax, count - 1);
  if (stored.files > storageFilesMax)
    return full(`An organization has at most ${storageFilesMax} attachments`, storageFilesMax, stored.files - 1);
  if (stored.bytes > storageBytesMax)
    return full(
      `The attachments of an organization have at most ${storageBytesMax} bytes together`,
      storageBytesMax,
      stored.bytes,
    );
  return null;
};
