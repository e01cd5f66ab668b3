import { fileKey } from '../../../adapters/storage/port.ts';
import type { FileToKeep } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';

/** A file of a ticket; its bytes are in the file storage. */
export type Attachment = {
  id: string;
  ticket_id: string;
  /** The comment that it came with, by mail. */
  comment_id: string | null;
  name: string;
  /** By its content. */
  content_type: string;
  /** In bytes. */
  size: number;
  created_by: string;
  creation_time: Date;
};

const mebibyte = 1024 * 1024;

export const attachmentBytesMax = 25 * mebibyte;
export const attachmentsOfTicketMax = 200;
/** All attachments of an organization together. */
export const storageFilesMax = 20_000;
export const storageBytesMax = 10 * 1024 * mebibyte;

/** Removes the bytes of what never became an attachment. */
export const attachmentRemovalKind = 'support.attachment.remove';

/** Where the bytes are (`adapters/storage/port.ts`). */
export const keyOfAttachment = (orgId: string, id: string): string =>
  fileKey(encodeId('org', orgId), 'support', id.replaceAll('-', ''), 'bin');

export const attachmentToKeep = (orgId: string, id: string): FileToKeep => ({
  id,
  key: keyOfAttachment(orgId, id),
  removalKind: attachmentRemovalKind,
});
