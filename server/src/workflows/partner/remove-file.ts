import { keyOfFile } from '../../domain/prm/file/file.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { patient, type WorkflowServices } from '../services.ts';

/** Removes the bytes of a deleted file. Removing them twice does no harm. */
export const removeFileWorkflow = (services: WorkflowServices): Workflow<'partner-file.remove'> => ({
  name: 'partner-file.remove',
  run: async (run, { fileId }) => {
    await run.partner('remove', { retry: patient }, async () => {
      await services.documents.removeFile(keyOfFile(run.orgId, fileId));
      return true;
    });
    return 'The file was removed from the storage.';
  },
});
