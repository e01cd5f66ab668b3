import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { deleteFileRow, lockFile } from '../store.ts';
import { viewFile } from '../view.ts';

/** Deletes a file; a run removes its bytes, so that links made before find nothing. */
export const deletePartnerFile = async (call: ActCall, { params }: { params: { fileId: string } }): Promise<''> => {
  const old = requireFound(await lockFile(call.db, params.fileId), 'partner file');
  call.checkVersion(old.version);
  await deleteFileRow(call.db, old.id);
  const entityId = encodeId('file', old.id);
  await call.start('partner-file.remove', { fileId: old.id }, { entityId });
  const version = old.version + 1;
  call.recordChange({
    type: 'file',
    before: viewFile(call.orgId, old),
    after: null,
    version,
    events: ['partner_file.deleted'],
  });
  return '';
};
