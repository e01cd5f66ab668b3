import { fileKey } from '../../../adapters/storage/port.ts';
import type { FileToKeep } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';

export const sharings = ['ALL_PARTNERS', 'PARTNER'] as const;
export type Sharing = (typeof sharings)[number];

/** A file that an organization has uploaded for its partners. */
export type PartnerFile = {
  id: string;
  name: string;
  content_type: string;
  /** In bytes. */
  size: number;
  /** Null while only the organization itself sees it. */
  shared_with: Sharing | null;
  /** The partner, if it is shared with one. */
  relationship_id: string | null;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

const mebibyte = 1024 * 1024;

/** Largest file, in bytes: a body of this size, as base64, blocks other requests for a few hundredths of a second. */
export const fileBytesMax = 5 * mebibyte;
/** Files of an organization, and their bytes together. */
export const filesMax = 500;
export const allFilesBytesMax = 2048 * mebibyte;

/** Removes the bytes of what never became a file. */
export const fileRemovalKind = 'prm.file.remove';

/** Where the bytes are (`adapters/storage/port.ts`). */
export const keyOfFile = (orgId: string, id: string): string =>
  fileKey(encodeId('org', orgId), 'partner', id.replaceAll('-', ''), 'bin');

export const fileToKeep = (orgId: string, id: string): FileToKeep => ({
  id,
  key: keyOfFile(orgId, id),
  removalKind: fileRemovalKind,
});
