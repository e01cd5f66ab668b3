import { strikeFault } from '../../kit/faults.ts';
import type { AdyenChange } from '../state.ts';
import { csvOf, type Table } from './report.ts';

/** The faults of reports. All but `late-report` change the file of one download, its operation is `downloadReport`. */
export const reportFaults: Record<string, string> = {
  'late-report': 'generates the report of the next batch `delayMs` (default two days of business time) later',
  'half-report': 'sends half of the report as if it were whole',
  'report-order': 'sends the columns of the report in another order',
  'report-column': 'sends the report with a column that is not published',
  'report-header': 'sends the report with other names of columns',
};

const withHeader = (table: Table, header: (name: string) => string): string =>
  csvOf({ ...table, header: table.header.map(header) });

const changes: Record<string, (table: Table) => string> = {
  'half-report': (table) => {
    const whole = csvOf(table);
    return whole.slice(0, Math.floor(whole.length / 2));
  },
  'report-order': ({ header, rows }) =>
    csvOf({ header: header.toReversed(), rows: rows.map((row) => row.toReversed()) }),
  'report-column': ({ header, rows }) =>
    csvOf({
      header: header.toSpliced(8, 0, 'Split Settlement'),
      rows: rows.map((row) => row.toSpliced(8, 0, 'n/a')),
    }),
  'report-header': (table) => withHeader(table, (name) => name.replace(' (NC)', '').replace('Psp ', 'PSP ')),
};

/** The file of a report, and the fault that changed it, if one did. */
export const faultyReport = (tx: AdyenChange, accountId: string, table: Table): { text: string; fault?: string } => {
  for (const [fault, spoil] of Object.entries(changes)) {
    if (strikeFault(tx, fault, { operation: 'downloadReport', accountId })) return { text: spoil(table), fault };
  }
  return { text: csvOf(table) };
};
