import { documentOf } from '../written/document.ts';
import {
  anyObject,
  anyOf,
  bool,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  type Shape,
  someText,
  text,
  url,
  uuid,
  wholeFrom,
} from '../written/shapes.ts';

/**
 * The analytics API of the commercial marketplace. Sources: "Programmatic access paradigm" (queries, reports,
 * executions), "Get all datasets API", "Get report queries API", "Delete report queries API", "Try report queries API",
 * "Get report API", "Update report API", "Delete report API", "Pause report executions API", "Resume report executions
 * API". Pages write members in camel case, in Pascal case, or in both; each answer may be in any of them as a whole.
 */

type Members = Readonly<Record<string, Shape>>;

const pascal = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, shape]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, shape]),
  );

/** The time that the pages prescribe. */
const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ ?$');
const query = {
  ...{ queryId: uuid, name: someText, description: text, query: someText },
  ...{ type: oneOf('userDefined', 'system'), user: text, createdTime: time },
};
const report = {
  ...{ reportId: uuid, reportName: someText, description: text, queryId: uuid, query: someText, user: text },
  ...{ createdTime: time, modifiedTime: orNull(time), startTime: time },
  ...{ reportStatus: oneOf('Active', 'Paused', 'Inactive'), recurrenceInterval: wholeFrom(0) },
  ...{ recurrenceCount: wholeFrom(0), callbackUrl: orNull(url), format: oneOf('csv', 'tsv') },
};
const execution = {
  ...{ executionId: uuid, reportId: uuid, recurrenceInterval: wholeFrom(0), recurrenceCount: wholeFrom(0) },
  ...{ callbackUrl: orNull(url), format: oneOf('csv', 'tsv') },
  ...{ executionStatus: oneOf('Pending', 'Running', 'Paused', 'Completed'), reportAccessSecureLink: orNull(someText) },
  ...{ reportExpiryTime: orNull(time), reportGeneratedTime: orNull(time) },
};
const dataset = {
  ...{ datasetName: someText, selectableColumns: listOf(someText, 1), availableMetrics: listOf(someText) },
  ...{ availableDateRanges: listOf(someText, 1) },
};

/** An answer with items of these members, in each letter case that a page has. */
const answerOf = (members: Members, more: Members = {}): Shape => {
  const outer = (value: Shape): Members => ({
    value: listOf(value),
    totalCount: wholeFrom(0),
    message: orNull(text),
    statusCode: oneOf(200),
  });
  const camel = object(members, more);
  return anyOf(
    object(outer(camel)),
    object(pascal(outer(camel))),
    object(pascal(outer(object(pascal(members), pascal(more))))),
  );
};

/** The pages name the statuses, and no body of refusals. */
const refusals = Object.fromEntries([400, 401, 403, 404].map((status) => [status, anyObject]));
const changes = { modifiedTime: orNull(time) };
const callback = { callbackMethod: orNull(oneOf('GET', 'POST')) };
const reports = { 200: answerOf(report, callback), ...refusals };
const queries = { 200: answerOf(query, changes), ...refusals };
const format = matching('^(?:csv|tsv|CSV|TSV)$');
const schedule = {
  ...{ Description: text, StartTime: time, RecurrenceInterval: wholeFrom(4, 90), RecurrenceCount: wholeFrom(1) },
  ...{ Format: format, CallbackUrl: url, CallbackMethod: oneOf('GET', 'POST'), EndTime: time },
};

/** Below `/insights/v1/cmp`. */
export const insights = documentOf({
  'GET /ScheduledDataset': {
    query: { optional: { datasetName: text } },
    answers: { 200: answerOf(dataset, { minimumRecurrenceInterval: wholeFrom(0) }), ...refusals },
  },
  'GET /ScheduledQueries': {
    query: {
      optional: { queryId: text, queryName: text, includeSystemQueries: bool, includeOnlySystemQueries: bool },
    },
    answers: queries,
  },
  'POST /ScheduledQueries': {
    body: object({ Name: someText, Query: someText }, { Description: text }),
    answers: queries,
  },
  'DELETE /ScheduledQueries/{queryId}': { answers: queries },
  'GET /ScheduledQueries/testQueryResult': {
    query: { optional: { exportQuery: text, queryId: text } },
    answers: {
      200: object({
        value: listOf(anyObject),
        totalCount: wholeFrom(0),
        message: orNull(text),
        statusCode: oneOf(200),
      }),
      ...refusals,
    },
  },
  'GET /ScheduledReport': {
    query: { optional: { reportId: text, reportName: text, queryId: text } },
    answers: reports,
  },
  'POST /ScheduledReport': {
    body: object(
      { ReportName: someText, QueryId: uuid },
      { ...schedule, ExecuteNow: bool, QueryStartTime: time, QueryEndTime: time },
    ),
    answers: reports,
  },
  'PUT /ScheduledReport/{reportId}': { body: object({ ReportName: someText }, schedule), answers: reports },
  'PUT /ScheduledReport/pause/{reportId}': { answers: reports },
  'PUT /ScheduledReport/resume/{reportId}': { answers: reports },
  'DELETE /ScheduledReport/{reportId}': { answers: reports },
  'GET /ScheduledReport/execution/{reportIds}': {
    query: {
      optional: {
        executionId: text,
        executionStatus: matching('^(?:(?:Pending|Running|Paused|Completed);?)+$'),
        getLatestExecution: bool,
      },
    },
    answers: { 200: answerOf(execution, callback), ...refusals },
  },
});

const exported = object(
  {
    requestId: uuid,
    requestDateTime: text,
    requestPath: text,
    requestQueryString: text,
    blobLocation: orNull(text),
    status: oneOf('Queued', 'Processing', 'Failed', 'Completed'),
  },
  { processingStartDateTime: text },
);
const requests = object(
  { value: listOf(exported, 1) },
  { nextLink: orNull(text), totalCount: wholeFrom(0), message: orNull(text), statusCode: wholeFrom(200) },
);
const asked = { query: { optional: { $filter: text, fileFormat: text, fileformat: text } } };

/**
 * The payout export API, below `/v1.0/payouts`. Sources: "Create earnings export request", "Get earnings export request
 * by ID", "Get payment export request by ID"; the sample microsoft/Partner-Center-Payout-APIs.
 */
export const payouts = documentOf(
  Object.fromEntries(
    ['transactionhistory', 'payments'].flatMap((kind) => [
      [`POST /${kind}`, { ...asked, answers: { 202: requests, ...refusals } }],
      [`GET /${kind}/{requestId}`, { answers: { 200: requests, ...refusals } }],
      [`DELETE /${kind}/{requestId}`, { answers: { 204: null, ...refusals } }],
    ]),
  ),
);
