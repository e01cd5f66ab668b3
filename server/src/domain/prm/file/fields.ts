import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { sharings } from './file.ts';

/** Fields that `q` and `s` can use on files. */
export const partnerFileFields: Fields = {
  id: { type: 'id', prefix: 'file', column: 'partner_file.id', sortable: true, required: true },
  name: { type: 'text', column: 'partner_file.name', sortable: true, required: true },
  shared_with: { type: 'enum', values: sharings, column: 'partner_file.shared_with', filter: 'sharedWith' },
  partner_id: { type: 'id', prefix: 'relation', column: 'partner_file.relationship_id', filter: 'partnerId' },
  creation_time: { type: 'time', column: 'partner_file.creation_time', sortable: true, required: true },
};

export const PartnerFileListParams = z.object({
  ...queryParams(() => partnerFileFields),
  ...filterParams(partnerFileFields),
});

/** Fields on the files that a partner shares; whom else it shares them with is not shown. */
export const sharedFileFields: Fields = {
  id: partnerFileFields.id,
  name: { type: 'text', column: 'partner_file.name', sortable: true, required: true },
  creation_time: { type: 'time', column: 'partner_file.creation_time', sortable: true, required: true },
};

export const SharedFileListParams = z.object({
  ...queryParams(() => sharedFileFields),
  ...filterParams(sharedFileFields),
});
