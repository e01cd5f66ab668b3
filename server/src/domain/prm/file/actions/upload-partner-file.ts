import type { z } from 'zod';
import type { ActCall, PartsCall } from '../../../../contract/call.ts';
import { createRowAdder, viewOf } from '../../../../contract/versioned-rows.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { acceptedExtensions, contentTypeOf } from '../../../../kit/content-type.ts';
import { badRequest, Refusal } from '../../../../kit/errors.ts';
import { isTextStream, type TextStream } from '../../../../kit/text-stream.ts';
import { allFilesBytesMax, fileBytesMax, filesMax, fileToKeep, type PartnerFile } from '../file.ts';
import type { NewPartnerFile } from '../schema.ts';
import { insertFile, lockFiles, measureFiles } from '../store.ts';
import { viewFile } from '../view.ts';

type Body = z.output<typeof NewPartnerFile>;

/** A file whose bytes are stored. */
export type KeptFile = Pick<PartnerFile, 'id' | 'name' | 'content_type' | 'size'>;

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

const readBytes = (content: string): Buffer => {
  const bytes = Buffer.from(content, 'base64');
  // What is not base64 is skipped by the decoder, so the length tells.
  const padding = content.endsWith('==') ? 2 : Number(content.endsWith('='));
  if (Math.ceil((bytes.length * 4) / 3) !== content.length - padding)
    refuse('content', 'base64', 'must be base64 (RFC 4648, section 4)');
  if (bytes.length > fileBytesMax) refuse('content', 'too_big', `must be at most ${fileBytesMax} bytes when decoded`);
  return bytes;
};

const checkRoom = async (db: OrgDb, size: number): Promise<void> => {
  const { count, bytes } = await measureFiles(db);
  if (count >= filesMax) {
    throw new Refusal('Conflict', `An organization has at most ${filesMax} files; delete one first.`, {
      limit: filesMax,
      used: count,
    });
  }
  if (bytes + size <= allFilesBytesMax) return;
  const message = `The files of an organization have at most ${allFilesBytesMax} bytes together; delete one first.`;
  throw new Refusal('Conflict', message, { limit: allFilesBytesMax, used: bytes });
};

/** Stores the bytes, before the transaction that makes them a file; without it nobody can find them. */
export const keepPartnerFile = async (call: PartsCall, { body }: { body: Body | TextStream }): Promise<KeptFile> => {
  if (isTextStream(body)) throw new Error('a file is never streamed');
  const bytes = readBytes(body.content);
  const name = body.name.normalize('NFC');
  const contentType =
    contentTypeOf(name, bytes) ??
    refuse('content', 'content_type', `must match the extension of the name, one of ${acceptedExtensions.join(', ')}`);
  await checkRoom(call.db, bytes.length);
  const id = call.newId();
  await call.keepFile(fileToKeep(call.orgId, id), bytes, contentType);
  return { id, name, content_type: contentType, size: bytes.length };
};

const addFile = viewOf(createRowAdder({ type: 'file', view: viewFile, insert: insertFile }));

/** Records a stored file; only its own organization sees it until it is shared. */
export const uploadPartnerFile = async (call: ActCall, { answer }: { answer: KeptFile }) => {
  await lockFiles(call.db);
  await checkRoom(call.db, answer.size);
  const file: PartnerFile = {
    ...answer,
    shared_with: null,
    relationship_id: null,
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  return addFile(call, file, 'partner_file.created');
};
