import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { createRowChanger, viewOf } from '../../../../contract/versioned-rows.ts';
import { badRequest, requireFound } from '../../../../kit/errors.ts';
import { findRelationship } from '../../relationship/store.ts';
import type { PartnerFile } from '../file.ts';
import type { SharePartnerFile } from '../schema.ts';
import { lockFile, updateFileRow } from '../store.ts';
import { viewFile } from '../view.ts';

type Body = z.output<typeof SharePartnerFile>;
type Shared = Pick<PartnerFile, 'shared_with' | 'relationship_id'>;

const changeFile = viewOf(createRowChanger({ type: 'file', view: viewFile, update: updateFileRow }));

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

const readSharing = async (call: ActCall, { sharedWith, partnerId }: Body): Promise<Shared> => {
  if (sharedWith === undefined) return refuse('sharedWith', 'required', 'must be ALL_PARTNERS or PARTNER');
  if (sharedWith === 'ALL_PARTNERS') {
    if (partnerId) return refuse('partnerId', 'conflict', 'is only for sharedWith PARTNER');
    return { shared_with: sharedWith, relationship_id: null };
  }
  if (!partnerId) return refuse('partnerId', 'required', 'is required with sharedWith PARTNER');
  const partner = await findRelationship(call.db, partnerId);
  if (!partner) return refuse('partnerId', 'not_found', 'must be a partner of this organization');
  return { shared_with: sharedWith, relationship_id: partner.id };
};

const change = async (call: ActCall, old: PartnerFile, wanted: Shared, event: 'shared' | 'unshared') => {
  if (old.shared_with === wanted.shared_with && old.relationship_id === wanted.relationship_id) {
    call.setVersion(old.version);
    return viewFile(call.orgId, old);
  }
  return changeFile(call, old, wanted, `partner_file.${event}`);
};

/** Shares a file with all partners, those to come included, or with one; replaces an earlier sharing. */
export const sharePartnerFile = async (call: ActCall, { params, body }: { params: { fileId: string }; body: Body }) => {
  const old = requireFound(await lockFile(call.db, params.fileId), 'partner file');
  call.checkVersion(old.version);
  return change(call, old, await readSharing(call, body), 'shared');
};

/** From now on only the organization itself sees the file. Links that were made before last until they expire. */
export const unsharePartnerFile = async (call: ActCall, { params }: { params: { fileId: string } }) => {
  const old = requireFound(await lockFile(call.db, params.fileId), 'partner file');
  call.checkVersion(old.version);
  return change(call, old, { shared_with: null, relationship_id: null }, 'unshared');
};
