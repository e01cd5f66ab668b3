import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReport } from '../../kit/bench.test-support.ts';
import {
  ask,
  type Bench,
  graphScope,
  openBench,
  revenueQuery,
  seedProduct,
  seedSubscription,
} from '../azure.test-support.ts';

const startsAt = '2026-09-01T12:00:00Z';
const hourMs = 3_600_000;
const root = '/azure/insights/v1/cmp';

const openSold = async (t: Parameters<typeof openBench>[0], seats = [3, 1]) => {
  const bench = await openBench(t, { startsAt });
  await seedProduct(bench);
  for (const quantity of seats) await seedSubscription(bench, { quantity });
  return bench;
};

const schedule = (bench: Bench, more: Record<string, unknown> = {}) =>
  bench.insights('POST', '/ScheduledReport', {
    ReportName: 'Revenue',
    QueryId: revenueQuery,
    StartTime: new Date(bench.clock.now() + hourMs).toISOString().replace(/\.\d+Z/, 'Z'),
    RecurrenceInterval: 24,
    RecurrenceCount: 2,
    ...more,
  });

const executions = (bench: Bench, id: string, query = '') =>
  bench.insights('GET', `/ScheduledReport/execution/${id}${query}`);

test('only a token for Partner Center is accepted, and only for data of its publisher', async (t) => {
  const bench = await openSold(t);
  const url = `${bench.url}${root}/ScheduledQueries`;
  assert.equal((await ask('GET', url, {})).status, 401);
  assert.equal((await ask('GET', url, { authorization: 'Bearer x.y.z' })).status, 401);
  const foreign = await bench.token(graphScope);
  assert.equal((await ask('GET', url, { authorization: `Bearer ${foreign}` })).status, 401);
  const created = await schedule(bench);
  const { reportId } = created.body.Value[0];
  const fabrikam = await bench.control('POST', '/account', { id: 'fabrikam' });
  const token = await bench.token('https://api.partnercenter.microsoft.com/.default', fabrikam);
  const other = { authorization: `Bearer ${token}` };
  assert.equal((await ask('DELETE', `${bench.url}${root}/ScheduledReport/${reportId}`, other)).status, 404);
  const listed = await ask('GET', `${bench.url}${root}/ScheduledReport`, other);
  assert.deepEqual(listed.body, { Value: [], TotalCount: 0, Message: 'Reports fetched successfully', StatusCode: 200 });
});

test('a report runs when it is due, again after its interval, and then no more', async (t) => {
  const bench = await openSold(t);
  const created = await schedule(bench);
  assert.deepEqual(Object.keys(created.body), ['Value', 'TotalCount', 'Message', 'StatusCode']);
  const { reportId, reportStatus } = created.body.Value[0];
  assert.equal(reportStatus, 'Active');
  assert.equal((await executions(bench, reportId)).status, 404, 'by default only completed ones are shown');
  const pending = await executions(bench, reportId, '?executionStatus=Pending');
  assert.deepEqual(
    [pending.body.value[0].executionStatus, pending.body.value[0].reportAccessSecureLink],
    ['Pending', null],
  );
  await bench.control('POST', '/settings', { reportDelayMs: 60_000 });
  await bench.clock.advance(hourMs);
  const running = await executions(bench, reportId, '?executionStatus=Running;Paused');
  assert.equal(running.body.value[0].executionStatus, 'Running');
  await bench.clock.advance(60_000);
  const first = (await executions(bench, reportId)).body;
  assert.deepEqual([first.totalCount, first.statusCode], [1, 200]);
  assert.equal(first.value[0].reportGeneratedTime?.slice(0, 16), '2026-09-01T13:01');
  await bench.clock.advance(10 * 24 * hourMs);
  const all = (await executions(bench, reportId, '?getLatestExecution=false')).body.value;
  assert.equal(all.length, 2);
  const { body } = await bench.insights('GET', `/ScheduledReport?reportId=${reportId}`);
  assert.equal(body.Value[0].ReportStatus, 'Inactive');
});

test('a paused report waits until it is resumed, and a deleted one is gone', async (t) => {
  const bench = await openSold(t);
  const { reportId } = (await schedule(bench)).body.Value[0];
  await bench.insights('PUT', `/ScheduledReport/pause/${reportId}`);
  await bench.clock.advance(30 * hourMs);
  const paused = await executions(bench, reportId, '?executionStatus=Paused');
  assert.equal(paused.body.value.length, 1);
  assert.equal((await executions(bench, reportId)).status, 404);
  const resumed = await bench.insights('PUT', `/ScheduledReport/resume/${reportId}`);
  assert.equal(resumed.body.Value[0].ReportStatus, 'Active');
  await bench.clock.advance(1000);
  assert.equal((await executions(bench, reportId)).body.value.length, 1);
  assert.equal((await bench.insights('DELETE', `/ScheduledReport/${reportId}`)).status, 200);
  assert.equal((await executions(bench, reportId)).status, 404);
});

test('the link to a file is signed and expires', async (t) => {
  const bench = await openSold(t);
  await bench.control('POST', '/settings', { reportLinkMs: hourMs });
  const { reportId } = (await schedule(bench, { ExecuteNow: true, Format: 'TSV' })).body.Value[0];
  await bench.clock.advance(1000);
  const [execution] = (await executions(bench, reportId)).body.value;
  const link: string = execution.reportAccessSecureLink;
  const file = await fetch(link);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/tab-separated-values']);
  const text = await file.text();
  assert.equal(readReport(text, '\t').length, 2);
  const part = await fetch(link, { headers: { range: 'bytes=10-19' } });
  assert.deepEqual([part.status, await part.text()], [206, text.slice(10, 20)]);
  const forged = new URL(link);
  forged.searchParams.set('se', '2027-01-01T00:00:00Z');
  const refused = await fetch(forged);
  assert.deepEqual([refused.status, refused.headers.get('x-ms-error-code')], [403, 'AuthenticationFailed']);
  assert.equal((await fetch(link.split('?')[0] ?? '')).status, 403);
  await bench.clock.advance(hourMs);
  const late = await fetch(link);
  assert.equal(late.status, 403);
  assert.match(await late.text(), /Signed expiry time/);
});

test('a schedule that the documentation does not allow is refused', async (t) => {
  const bench = await openSold(t);
  const wrong = [
    { ReportName: '' },
    { QueryId: '00000000-0000-4000-8000-000000000000' },
    { StartTime: '2026-08-01T00:00:00Z' },
    { StartTime: 'tomorrow' },
    { RecurrenceInterval: 3 },
    { RecurrenceInterval: 91 },
    { RecurrenceCount: 0 },
    { Format: 'xlsx' },
    { QueryStartTime: '2026-08-01T00:00:00Z' },
  ];
  const statuses = await Promise.all(wrong.map(async (more) => (await schedule(bench, more)).status));
  assert.deepEqual(statuses, [400, 404, 400, 400, 400, 400, 400, 400, 400]);
});

test('queries select, filter, sort, limit and sum; a column that a dataset lacks is refused', async (t) => {
  const bench = await openSold(t, [3, 1, 2]);
  const rows = (query: string) => bench.report(query);
  assert.deepEqual(await rows('select revenue, Quantity from isvrevenue where Revenue > 10 order by Revenue ASC'), [
    { Revenue: '20.00', Quantity: '2' },
    { Revenue: '30.00', Quantity: '3' },
  ]);
  assert.deepEqual(await rows('SELECT SKU, Revenue FROM ISVRevenue TIMESPAN LAST_MONTH'), [
    { SKU: 'silver', Revenue: '60.00' },
  ]);
  assert.deepEqual(await rows("SELECT Quantity FROM ISVRevenue WHERE Quantity NOT IN (1, '2') LIMIT 5"), [
    { Quantity: '3' },
  ]);
  assert.deepEqual(await rows("SELECT DISTINCT OfferName FROM ISVOrder WHERE OfferName LIKE '%toso%'"), [
    { OfferName: 'Contoso API' },
  ]);
  assert.equal((await rows('SELECT LineItemId FROM ISVRevenue TIMESPAN YESTERDAY')).length, 0);
  const span = { QueryStartTime: '2026-09-01T00:00:00Z', QueryEndTime: '2026-10-01T00:00:00Z' };
  assert.equal((await bench.report(revenueQuery, span)).length, 3);
  const wrong = [
    'SELECT Nothing FROM ISVRevenue',
    'SELECT Revenue FROM ISVNothing',
    'SELECT Revenue FROM ISVRevenue TIMESPAN LAST_2_MONTHS',
    'SELECT Revenue FROM ISVRevenue WHERE Other = 1',
    'SELECT Revenue FROM ISVRevenue WHERE Revenue',
    'SELECT Revenue FROM ISVRevenue LIMIT 0',
    'SELECT Revenue FROM ISVRevenue; DROP',
    'DELETE FROM ISVRevenue',
  ];
  for (const Query of wrong) {
    const { status, body } = await bench.insights('POST', '/ScheduledQueries', { Name: 'x', Query });
    assert.deepEqual([status, body.statusCode, body.value], [400, 400, []], Query);
  }
});

test('datasets and system queries are listed; custom queries can be tested and deleted', async (t) => {
  const bench = await openSold(t);
  const { body: listed } = await bench.insights('GET', '/ScheduledDataset?datasetName=ISVRevenue');
  assert.ok(listed.Value[0].AvailableMetrics.includes('Revenue'));
  const { body: system } = await bench.insights('GET', '/ScheduledQueries?includeOnlySystemQueries=true');
  assert.deepEqual(
    system.Value.map((one: { QueryId: string }) => one.QueryId.slice(0, 8)),
    ['b9df4929', 'fd0f299c', 'bd1b0cc1', 'f0c4927f', 'bf54dde4'],
  );
  const Query = 'SELECT LineItemId, Revenue FROM ISVRevenue';
  const { body: made } = await bench.insights('POST', '/ScheduledQueries', { Name: 'Mine', Query });
  const { queryId } = made.value[0];
  const tried = await bench.insights('GET', `/ScheduledQueries/testQueryResult?queryId=${queryId}`);
  assert.equal(tried.body.value.length, 2);
  assert.equal((await bench.insights('DELETE', `/ScheduledQueries/${queryId}`)).status, 200);
  assert.equal((await bench.insights('DELETE', `/ScheduledQueries/${queryId}`)).status, 404);
  assert.equal((await schedule(bench, { QueryId: queryId })).status, 404);
  await bench.control('POST', '/settings', { insightsCase: 'camel' });
  assert.ok((await schedule(bench)).body.value[0].reportId);
});

test('system queries have the documented columns, and describe a sale as the fulfilment API does', async (t) => {
  const bench = await openSold(t, [3]);
  const [order] = await bench.report('bd1b0cc1-ce45-4578-beba-6fe5a69fd421');
  const [revenue] = await bench.report(revenueQuery);
  const [customer] = await bench.report('b9df4929-073f-4795-b0cb-a2c81b11e28d');
  assert.equal(Object.keys(revenue ?? {}).length, 41);
  assert.deepEqual(Object.keys(revenue ?? {}).slice(0, 3), ['AssetId', 'SalesChannel', 'BillingAccountId']);
  assert.deepEqual(
    [order?.OrderId, order?.PurchaseRecordId, order?.PurchaseRecordLineItemId, order?.estimatedcharges],
    [revenue?.AssetId, revenue?.PurchaseRecordId, revenue?.LineItemId, revenue?.Revenue],
  );
  assert.equal(customer?.BillingAccountId, revenue?.BillingAccountId);
});

test('each fault damages one file', async (t) => {
  const bench = await openSold(t);
  const fault = (name: string, more = {}) =>
    bench.control('POST', '/fault', { name, operation: 'ReportFile', ...more });
  const query = 'SELECT LineItemId, SKU, Revenue FROM ISVRevenue';
  const right = await bench.reportText(query);
  await fault('report-column-order');
  assert.match(await bench.reportText(query), /^Revenue,SKU,LineItemId\r\n30\.00,silver,/);
  await fault('report-new-column', { column: 'Mood' });
  assert.match(await bench.reportText(query), /^LineItemId,Mood,SKU,Revenue\r\n/);
  await fault('report-wrong-header', { column: 'Revenue', header: 'Revenues' });
  assert.match(await bench.reportText(query), /^LineItemId,SKU,Revenues\r\n/);
  await fault('report-late-row');
  assert.equal(readReport(await bench.reportText(query)).length, 1);
  await fault('report-restated-row', { value: '7.00' });
  assert.deepEqual(
    readReport(await bench.reportText(query)).map(({ Revenue }) => Revenue),
    ['7.00', '10.00'],
  );
  await fault('report-half');
  const half = await bench.reportText(query);
  assert.ok(half.length < right.length && right.startsWith(half) && !half.endsWith('\n'));
  assert.equal(await bench.reportText(query), right, 'the next file is right again');
});

test('a line may be split by status, with a row for each', async (t) => {
  const bench = await openSold(t, [3]);
  await bench.control('POST', '/settings', { correctionLines: 'same' });
  await bench.clock.advance(6 * 24 * hourMs);
  const [charge] = (await bench.control('GET', '/charge')).charges;
  await bench.clock.advance(Date.parse('2026-11-20T00:00:00Z') - bench.clock.now());
  await bench.control('POST', `/charge/${charge.id}/refund`, { amount: '10.00' });
  const query = 'SELECT PurchaseRecordId, LineItemId, PayoutStatus, Revenue FROM ISVRevenue ORDER BY LineItemId ASC';
  const rows = (await bench.report(query)).filter(({ LineItemId }) => LineItemId === charge.id);
  assert.deepEqual(rows.map(({ PayoutStatus, Revenue }) => [PayoutStatus, Revenue]).sort(), [
    ['Sent', '30.00'],
    ['Unprocessed', '-10.00'],
  ]);
});
