import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { partners } from '../../../contract/partner-codes.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { reasonCodes } from './cancellation.ts';
import { cancellationStatuses } from './states.ts';

const columnOf = (name: string): string => `entitlement_cancellation_request.${name}`;

/** Fields that `q` and `s` can use on requests to cancel. One index covers the requests of an entitlement. */
export const cancellationFields: Fields = {
  id: { type: 'id', prefix: 'cancelreq', column: columnOf('id'), sortable: true, required: true },
  status: { type: 'enum', values: cancellationStatuses, column: columnOf('status'), required: true },
  external_request_id: { type: 'text', column: columnOf('external_id') },
  status_message: { type: 'text', column: columnOf('status_message') },
  entitlement_id: { type: 'id', prefix: 'ent', column: columnOf('entitlement_id'), required: true },
  partner: { type: 'enum', values: partners, column: columnOf('partner'), required: true },
  creation_time: { type: 'time', column: columnOf('creation_time'), sortable: true, required: true },
  last_update_time: { type: 'time', column: columnOf('last_update_time'), sortable: true, required: true },
  // As a request shows its times; the two above are the names that every list has.
  created_at: { type: 'time', column: columnOf('creation_time'), sortable: true, required: true },
  last_updated_at: { type: 'time', column: columnOf('last_update_time'), sortable: true, required: true },
  'info.awsReasonCode': { type: 'enum', values: reasonCodes, column: columnOf('reason_code') },
};

export const CancellationQueryParams = z.object(queryParams(() => cancellationFields));
