import type { HttpAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { type ApiCall, type ApiRoutes, textOf } from '../api/call.ts';
import {
  type AzureChange,
  type AzureReader,
  type Json,
  type Report,
  type ReportExecution,
  readSettings,
} from '../state.ts';
import { linkOf } from './blob.ts';
import { apiTime } from './dataset.ts';
import { envelope, insightsRefusal } from './envelope.ts';
import { caseOf, findQuery } from './query-routes.ts';
import {
  blobPathOf,
  changeReport,
  deleteReport,
  executionsOf,
  moveExecution,
  pauseReport,
  planExecution,
  resumeReport,
} from './report-life.ts';

const dayMs = 86_400_000;
/** Hours ("Create report API": at least 4, at most 90). */
const interval = { least: 4, most: 90 };
const shownDays = 90;

/** Reports and their executions ("Create report API", "Get report executions API", and so on). */
export const reportRoutes: ApiRoutes = {
  'POST /ScheduledReport': { name: 'CreateReport', run: (call) => createReport(call) },

  'GET /ScheduledReport': {
    name: 'ListReports',
    run: ({ simulation, publisher, query }) => {
      const ids = listOf(query.reportid);
      const found = simulation.store
        .list('reports')
        .filter((row) => row.publisherId === publisher.id && (ids?.includes(row.id) ?? true))
        .filter((row) => (query.reportname ?? row.name) === row.name && (query.queryid ?? row.queryId) === row.queryId);
      return envelope(found.map(reportView), 'Reports fetched successfully', caseOf(simulation.store, 'pascal'));
    },
  },

  'PUT /ScheduledReport/:id': {
    name: 'UpdateReport',
    run: (call) =>
      act(call, 'Report updated successfully', (transaction, report) => {
        if (report.recurrenceInterval === null)
          throw insightsRefusal(400, 'A report that is executed once cannot change.');
        const changed = { ...report, ...readSchedule(call, report) };
        if (changed.startAt !== report.startAt) moveExecution(transaction, report, changed.startAt);
        return changeReport(transaction, changed);
      }),
  },
  'PUT /ScheduledReport/pause/:id': {
    name: 'PauseReport',
    run: (call) => act(call, 'Report paused successfully', pauseReport),
  },
  'PUT /ScheduledReport/resume/:id': {
    name: 'ResumeReport',
    run: (call) => act(call, 'Report resumed successfully', resumeReport),
  },
  'DELETE /ScheduledReport/:id': {
    name: 'DeleteReport',
    run: (call) =>
      act(call, 'Report deleted successfully', (transaction, report) => {
        deleteReport(transaction, report);
        return report;
      }),
  },

  // By default only completed executions are shown, of these the latest: before the first there is a 404.
  'GET /ScheduledReport/execution/:ids': {
    name: 'ListExecutions',
    run: ({ simulation, publisher, params, query, origin }) => {
      const { store, clock } = simulation;
      const statuses = listOf(query.executionstatus ?? 'Completed')?.map((one) => one.toLowerCase()) ?? [];
      const executionIds = listOf(query.executionid);
      const isLatest = query.getlatestexecution?.toLowerCase() !== 'false';
      const found = (listOf(params.ids) ?? []).flatMap((id) => {
        const report = store.get('reports', id);
        if (report?.publisherId !== publisher.id) return [];
        const rows = executionsOf(store, id)
          .filter((row) => statuses.includes(row.status.toLowerCase()) && (executionIds?.includes(row.id) ?? true))
          .filter((row) => isLatest || row.dueAt >= clock.now() - shownDays * dayMs);
        return (isLatest ? rows.slice(-1) : rows).map((row) => executionView(store, report, row, origin));
      });
      if (found.length === 0) throw insightsRefusal(404, 'No executions were found.');
      return envelope(found, 'Executions fetched successfully', 'camel');
    },
  },
};

/** Values separated by semicolons; null without any. */
const listOf = (text: string | undefined): string[] | null =>
  text === undefined || text === '' ? null : text.split(';').map((one) => one.trim());

type Schedule = Pick<
  Report,
  | 'name'
  | 'description'
  | 'startAt'
  | 'recurrenceInterval'
  | 'recurrenceCount'
  | 'format'
  | 'callbackUrl'
  | 'callbackMethod'
  | 'endAt'
>;

/** A member of the body in either case. */
const member = (body: Json, name: string): unknown => body[name] ?? body[`${name[0]?.toLowerCase()}${name.slice(1)}`];

const timeOf = (value: unknown, name: string): number | null => {
  if (value === undefined || value === null || value === '') return null;
  const text = String(value).trim();
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw insightsRefusal(400, `${name} is not a time of the form yyyy-MM-ddTHH:mm:ssZ.`);
  return time;
};

const wholeOf = (value: unknown, name: string): number | null => {
  if (value === undefined || value === null) return null;
  if (!Number.isInteger(value) || Number(value) < 1)
    throw insightsRefusal(400, `${name} is not a positive whole number.`);
  return Number(value);
};

/** The schedule in a body; missing members keep their values. */
const readSchedule = ({ body, simulation }: ApiCall, old: Report | null): Schedule => {
  const now = simulation.clock.now();
  const name = textOf(member(body, 'ReportName')) ?? old?.name ?? null;
  const format = String(member(body, 'Format') ?? old?.format ?? 'csv').toLowerCase();
  const isOnce = member(body, 'ExecuteNow') === true;
  const startAt = isOnce ? now : (timeOf(member(body, 'StartTime'), 'StartTime') ?? old?.startAt ?? null);
  const recurrence = isOnce
    ? null
    : (wholeOf(member(body, 'RecurrenceInterval'), 'RecurrenceInterval') ?? old?.recurrenceInterval ?? null);
  if (name === null) throw insightsRefusal(400, 'ReportName is required.');
  if (format !== 'csv' && format !== 'tsv') throw insightsRefusal(400, 'Format is CSV or TSV.');
  if (startAt === null) throw insightsRefusal(400, 'StartTime is required.');
  if (!isOnce && startAt <= now && startAt !== old?.startAt) throw insightsRefusal(400, 'StartTime is in the past.');
  if (!isOnce && (recurrence === null || recurrence < interval.least || recurrence > interval.most))
    throw insightsRefusal(400, `RecurrenceInterval is from ${interval.least} to ${interval.most} hours.`);
  return {
    name,
    description: textOf(member(body, 'Description')) ?? old?.description ?? '',
    startAt,
    recurrenceInterval: recurrence,
    recurrenceCount: isOnce
      ? 1
      : (wholeOf(member(body, 'RecurrenceCount'), 'RecurrenceCount') ?? old?.recurrenceCount ?? null),
    format,
    callbackUrl: textOf(member(body, 'CallbackUrl')) ?? old?.callbackUrl ?? null,
    callbackMethod: textOf(member(body, 'CallbackMethod')) ?? old?.callbackMethod ?? null,
    endAt: timeOf(member(body, 'EndTime'), 'EndTime') ?? old?.endAt ?? null,
  };
};

const createReport = (call: ApiCall): HttpAnswer => {
  const { simulation, publisher, body } = call;
  const schedule = readSchedule(call, null);
  const query = findQuery(simulation.store, publisher.id, String(member(body, 'QueryId') ?? '').trim());
  if (!query) throw insightsRefusal(404, 'The query was not found.');
  const isOnce = schedule.recurrenceInterval === null;
  const [queryStart, queryEnd] = [member(body, 'QueryStartTime'), member(body, 'QueryEndTime')];
  if (!isOnce && (queryStart ?? queryEnd) !== undefined)
    throw insightsRefusal(400, 'QueryStartTime and QueryEndTime need ExecuteNow.');
  const created = change(simulation, (transaction) => {
    const report: Report = {
      id: transaction.ids.uuid(),
      publisherId: publisher.id,
      ...schedule,
      queryId: query.id,
      query: query.query,
      queryStart: timeOf(queryStart, 'QueryStartTime'),
      queryEnd: timeOf(queryEnd, 'QueryEndTime'),
      status: 'Active',
      executions: 0,
      createdAt: transaction.at,
      modifiedAt: null,
    };
    planExecution(
      transaction,
      report,
      isOnce ? transaction.at + readSettings(transaction).reportDelayMs : report.startAt,
    );
    return report;
  });
  return envelope([reportView(created)], 'Report created successfully', caseOf(simulation.store, 'mixed'));
};

const act = (
  { simulation, publisher, params: { id = '' } }: ApiCall,
  message: string,
  run: (transaction: AzureChange, report: Report) => Report,
): HttpAnswer => {
  const changed = change(simulation, (transaction) => {
    const report = transaction.get('reports', id);
    if (report?.publisherId !== publisher.id) throw insightsRefusal(404, 'The report was not found.');
    return run(transaction, report);
  });
  return envelope([reportView(changed)], message, caseOf(simulation.store, 'pascal'));
};

const reportView = (report: Report): Json => ({
  reportId: report.id,
  reportName: report.name,
  description: report.description,
  queryId: report.queryId,
  query: report.query,
  user: report.publisherId,
  createdTime: apiTime(report.createdAt),
  modifiedTime: report.modifiedAt === null ? null : apiTime(report.modifiedAt),
  startTime: apiTime(report.startAt),
  reportStatus: report.status,
  recurrenceInterval: report.recurrenceInterval ?? 0,
  recurrenceCount: report.recurrenceCount ?? 0,
  callbackUrl: report.callbackUrl,
  callbackMethod: report.callbackMethod,
  format: report.format,
});

const executionView = (reader: AzureReader, report: Report, execution: ReportExecution, origin: string): Json => {
  const blob = reader.get('blobs', blobPathOf(execution, report));
  return {
    executionId: execution.id,
    reportId: report.id,
    recurrenceInterval: report.recurrenceInterval ?? 0,
    recurrenceCount: report.recurrenceCount ?? 0,
    callbackUrl: report.callbackUrl,
    callbackMethod: report.callbackMethod,
    format: report.format,
    executionStatus: execution.status,
    reportAccessSecureLink: blob ? linkOf(reader, blob, origin) : null,
    reportExpiryTime: blob ? apiTime(blob.expiresAt) : null,
    reportGeneratedTime: execution.generatedAt === null ? null : apiTime(execution.generatedAt),
  };
};
