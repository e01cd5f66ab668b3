import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { PartnerFile } from './file.ts';
import type { PartnerFile as FileReply, SharedPartnerFile } from './schema.ts';

/** A file as the partners that it is shared with see it. */
export const viewSharedFile = (file: PartnerFile): z.input<typeof SharedPartnerFile> => ({
  id: encodeId('file', file.id),
  name: file.name,
  contentType: file.content_type,
  size: file.size,
  creationTime: file.creation_time.toISOString(),
});

/** A file as its own organization sees it. */
export const viewFile = (orgId: string, file: PartnerFile): z.input<typeof FileReply> => ({
  ...viewSharedFile(file),
  organizationID: encodeId('org', orgId),
  ...(file.shared_with !== null && { sharedWith: file.shared_with }),
  ...(file.relationship_id !== null && { partnerId: encodeId('relation', file.relationship_id) }),
  lastUpdateTime: file.last_update_time.toISOString(),
});
