import type { Fields } from '../../../contract/fields.ts';

/** The order of the list of reports: newest first. */
export const reportFields: Fields = {
  id: { type: 'id', prefix: 'report', column: 'usage_report.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'usage_report.creation_time', sortable: true, required: true },
};
