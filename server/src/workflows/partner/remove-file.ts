import { keyOfFile } from '../../domain/prm/file/file.ts';
import { keyOfAttachment } from '../../domain/support/attachment/attachment.ts';
import type { Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';

/** Removing a file twice does no harm. */
const removeFile = async ({ documents }: WorkflowServices, run: WorkflowRun, key: string): Promise<string> => {
  await run.partner('remove', { retry: longRetry }, async () => {
    await documents.removeFile(key);
    return true;
  });
  return 'The file was removed from the storage.';
};

/** Removes the bytes of a deleted file. */
export const removeFileWorkflow = (services: WorkflowServices): Workflow<'partner-file.remove'> => ({
  name: 'partner-file.remove',
  run: (run, { fileId }) => removeFile(services, run, keyOfFile(run.orgId, fileId)),
});

/** Removes the bytes of a deleted attachment of a support ticket. */
export const removeAttachmentWorkflow = (services: WorkflowServices): Workflow<'support-attachment.remove'> => ({
  name: 'support-attachment.remove',
  run: (run, { attachmentId }) => removeFile(services, run, keyOfAttachment(run.orgId, attachmentId)),
});
