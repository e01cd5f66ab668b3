import type { Fields } from '../../../contract/fields.ts';

/** The order of daily usage: newest first. A day has one row of each entitlement and dimension. */
export const dailyUsageFields: Fields = {
  id: { type: 'id', prefix: 'ent', column: 'usage.entitlement_id', sortable: true, required: true },
  dimension: { type: 'text', column: 'usage.dimension', sortable: true, required: true },
  date: { type: 'time', column: 'usage.day', sortable: true, required: true },
};

export const dailyUsageOrder = 'date:desc,dimension:desc,id:desc';
