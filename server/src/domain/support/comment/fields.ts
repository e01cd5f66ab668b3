import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { visibilities } from './comment.ts';

/** Fields that `q` and `s` can use on the comments of a ticket. */
export const commentFields: Fields = {
  id: { type: 'id', prefix: 'comment', column: 'support_comment.id', sortable: true, required: true },
  visibility: {
    type: 'enum',
    values: visibilities,
    column: 'support_comment.visibility',
    required: true,
    filter: 'visibility',
  },
  creation_time: { type: 'time', column: 'support_comment.creation_time', sortable: true, required: true },
};

export const CommentListParams = z.object({ ...queryParams(() => commentFields), ...filterParams(commentFields) });
