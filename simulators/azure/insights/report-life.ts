import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { writeReport } from '../../kit/report-file.ts';
import { type AzureChange, type AzureReader, type Report, type ReportExecution, readSettings } from '../state.ts';
import { putBlob } from './blob.ts';
import { parseQuery } from './parse-query.ts';
import { runQuery } from './run-query.ts';

const hourMs = 3_600_000;

/** The executions of a report, oldest first. */
export const executionsOf = (reader: AzureReader, reportId: string): ReportExecution[] =>
  reader.list('reportExecutions').filter((row) => row.reportId === reportId);

/** Where the file of an execution is stored. */
export const blobPathOf = (execution: ReportExecution, { format }: Report): string =>
  `reports/${execution.id}.${format}`;

/** Schedules the next execution of a report, which is pending until then. */
export const planExecution = (transaction: AzureChange, report: Report, dueAt: number): void => {
  const id = transaction.ids.uuid();
  const { publisherId } = report;
  transaction.put('reportExecutions', {
    id,
    publisherId,
    reportId: report.id,
    status: 'Pending',
    dueAt,
    generatedAt: null,
  });
  transaction.put('reports', { ...report, executions: report.executions + 1 });
  scheduleDue(transaction, { kind: 'report-run', at: Math.max(dueAt, transaction.at), refId: id });
};

/** When due, a pending execution runs. */
export const runReport = (transaction: AzureChange, { refId }: DueItem): void => {
  const execution = transaction.get('reportExecutions', refId);
  if (execution?.status !== 'Pending') return;
  transaction.put('reportExecutions', { ...execution, status: 'Running' });
  scheduleDue(transaction, {
    kind: 'report-done',
    at: transaction.at + readSettings(transaction).reportDelayMs,
    refId,
  });
};

/** When due, an execution has written its file, and the next one is planned. */
export const completeReport = (transaction: AzureChange, { refId }: DueItem): void => {
  const execution = transaction.get('reportExecutions', refId);
  const report = execution && transaction.get('reports', execution.reportId);
  if (!report || execution.status !== 'Running') return;
  const { publisherId, queryStart, queryEnd, recurrenceInterval, recurrenceCount, endAt } = report;
  const span = queryStart === null && queryEnd === null ? undefined : { from: queryStart, until: queryEnd };
  const table = runQuery(transaction, publisherId, parseQuery(report.query), transaction.at, span);
  const text = writeReport(transaction, table, {
    separator: report.format === 'csv' ? ',' : '\t',
    place: { operation: 'ReportFile', accountId: publisherId },
    money: 'Revenue',
  });
  putBlob(transaction, blobPathOf(execution, report), text);
  transaction.put('reportExecutions', { ...execution, status: 'Completed', generatedAt: transaction.at });
  const next = recurrenceInterval === null ? null : execution.dueAt + recurrenceInterval * hourMs;
  const isLast = next === null || report.executions >= (recurrenceCount ?? Number.POSITIVE_INFINITY);
  if (isLast || (endAt !== null && next > endAt)) transaction.put('reports', { ...report, status: 'Inactive' });
  else planExecution(transaction, report, next);
};

/** Pauses a report; a pending execution waits. */
export const pauseReport = (transaction: AzureChange, report: Report): Report => {
  for (const row of executionsOf(transaction, report.id)) {
    if (row.status === 'Pending') transaction.put('reportExecutions', { ...row, status: 'Paused' });
  }
  return changeReport(transaction, { ...report, status: 'Paused' });
};

/** Resumes a report; an execution whose time has passed runs now. */
export const resumeReport = (transaction: AzureChange, report: Report): Report => {
  for (const row of executionsOf(transaction, report.id)) {
    if (row.status === 'Paused') awaitExecution(transaction, { ...row, status: 'Pending' });
  }
  return changeReport(transaction, { ...report, status: 'Active' });
};

/** Moves the pending execution of a report to another time. */
export const moveExecution = (transaction: AzureChange, report: Report, dueAt: number): void => {
  for (const row of executionsOf(transaction, report.id)) {
    if (row.status === 'Pending') awaitExecution(transaction, { ...row, dueAt });
  }
};

const awaitExecution = (transaction: AzureChange, execution: ReportExecution): void => {
  transaction.put('reportExecutions', execution);
  unscheduleDue(transaction, execution.id, ['report-run']);
  const at = Math.max(execution.dueAt, transaction.at);
  scheduleDue(transaction, { kind: 'report-run', at, refId: execution.id });
};

/** Stores a report that was changed. */
export const changeReport = (transaction: AzureChange, report: Report): Report => {
  const changed: Report = { ...report, modifiedAt: transaction.at };
  transaction.put('reports', changed);
  return changed;
};

/** Deletes a report with its executions. */
export const deleteReport = (transaction: AzureChange, report: Report): void => {
  for (const row of executionsOf(transaction, report.id)) {
    unscheduleDue(transaction, row.id, ['report-run', 'report-done']);
    transaction.remove('reportExecutions', row.id);
  }
  transaction.remove('reports', report.id);
};
