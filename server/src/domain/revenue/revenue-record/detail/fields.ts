import type { Fields } from '../../../../contract/fields.ts';

/** The order of rows: newest first. Of a channel, dataset and key together name a row. */
export const detailFields: Fields = {
  id: { type: 'text', column: 'revenue_row.key', sortable: true, required: true },
  dataset: { type: 'text', column: 'revenue_row.dataset', sortable: true, required: true },
  date: { type: 'time', column: 'revenue_row.day', sortable: true, required: true },
};

export const detailOrder = 'date:desc,dataset:desc,id:desc';
