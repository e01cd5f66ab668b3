import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';

/** Fields that `q` and `s` can use on the attachments of a ticket. */
export const attachmentFields: Fields = {
  id: { type: 'id', prefix: 'attach', column: 'support_attachment.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'support_attachment.creation_time', sortable: true, required: true },
};

export const AttachmentListParams = z.object({
  ...queryParams(() => attachmentFields),
  ...filterParams(attachmentFields),
});
