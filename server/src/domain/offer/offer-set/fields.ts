import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { partners } from '../../../contract/partner-codes.ts';
import { services } from '../../../contract/reference/enums.ts';
import { queryParams, textParam } from '../../../contract/shapes.ts';
import { offerSetStatuses } from './states.ts';

/** Fields that `q` and `s` can use on offer sets. */
export const offerSetFields: Fields = {
  id: { type: 'id', prefix: 'offerset', column: 'offer_set.id', sortable: true, required: true },
  name: { type: 'text', column: 'offer_set.name', sortable: true, required: true },
  status: { type: 'enum', column: 'offer_set.status', values: offerSetStatuses, required: true, filter: 'status' },
  partner: { type: 'enum', values: partners, column: 'offer_set.partner', required: true, filter: 'partner' },
  service: { type: 'enum', values: services, column: 'offer_set.service', required: true, filter: 'service' },
  external_id: { type: 'text', column: 'offer_set.external_id' },
  expire_time: { type: 'time', column: 'offer_set.expire_time', sortable: true },
  created_by: { type: 'text', column: 'offer_set.created_by', required: true },
  creation_time: {
    type: 'time',
    column: 'offer_set.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'offer_set.last_update_time', sortable: true, required: true },
};

export const OfferSetQueryParams = z.object({
  ...queryParams(() => offerSetFields),
  ...filterParams(offerSetFields),
  offerId: textParam(64).meta({ description: 'An offer in the set' }),
});
