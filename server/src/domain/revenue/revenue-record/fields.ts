import type { Fields } from '../../../contract/fields.ts';

/** The order of the list of whole records: newest first, by the day of the first line. */
export const listFields: Fields = {
  id: { type: 'id', prefix: 'revenue', column: 'revenue_record.id', sortable: true, required: true },
  date: { type: 'time', column: 'revenue_record.first_day', sortable: true, required: true },
};

/** The order of daily records: newest first. A day has one of each record. */
export const dailyFields: Fields = {
  id: { type: 'id', prefix: 'revenue', column: 'revenue_day.revenue_id', sortable: true, required: true },
  date: { type: 'time', column: 'revenue_day.day', sortable: true, required: true },
};
