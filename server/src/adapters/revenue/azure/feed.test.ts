import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedProduct, seedSubscription } from '../../../../../simulators/azure/azure.test-support.ts';
import { takeMessages } from '../../../../../simulators/kit/bench.test-support.ts';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { linesOf, type Rows, readFeed, readRows } from '../read-feed.test-support.ts';
import { dayMs, openReader, refusal } from './feed-bench.test-support.ts';
import { orderedReports } from './ordered-reports.ts';

const isRevenue = ({ name }: { name: string }): boolean => name.startsWith('ISVRevenue/');
const isReport = ({ name }: { name: string }): boolean => name.startsWith('ISV');
const count = orderedReports.length;

test('reports are ordered once, and become parts when Microsoft has generated them', async (t) => {
  const { access, feed, newFeed, parts, ordered, waitFor, insights, everything } = await openReader(t);
  await feed.connect(access);
  assert.deepEqual(await ordered(), [], 'a connection orders nothing');
  assert.deepEqual(await parts(), [], 'what was ordered is not there yet');
  assert.equal((await ordered()).length, count);
  await newFeed().listParts(access, everything);
  assert.equal((await ordered()).length, count, 'another process finds them');
  await waitFor(/6 months/);
  const first = (await parts()).filter(isRevenue);
  assert.equal(first.length, 2);
  assert.deepEqual((await parts()).filter(isRevenue), first, 'a part keeps its name and version');
  await waitFor(/6 months/);
  const second = (await parts()).filter(isRevenue);
  assert.equal(second.length, 2, 'the latest of each report');
  assert.ok(second.some(({ name }) => first.every((one) => one.name !== name)));
  assert.ok((second[0]?.time ?? 0) <= (second[1]?.time ?? 0), 'oldest first');
  const late = { start: new Date('2028-01-01T00:00:00Z'), end: everything.end };
  assert.deepEqual(await feed.listParts(access, late), [], 'what was made before the window has nothing of it');
  const { body } = await insights('GET', '/ScheduledQueries?includeSystemQueries=false');
  assert.equal(body.Value.length, count);
});

test('responses are read in each letter case that Microsoft’s pages show', async (t) => {
  const { control, parts, ordered, waitFor } = await openReader(t);
  await control('POST', '/settings', { insightsCase: 'camel' });
  await parts();
  await parts();
  await control('POST', '/settings', { insightsCase: 'published' });
  assert.equal((await ordered()).length, count);
  await waitFor(/6 months/);
  assert.equal((await parts()).filter(isRevenue).length, 2);
});

test('an order whose response was lost is found; an ended one is replaced; a paused one stays', async (t) => {
  const { parts, ordered, fault, insights, clock } = await openReader(t);
  for (const operation of ['CreateReportQuery', 'CreateReport']) {
    await fault('timeout-after', { operation });
    assert.deepEqual(await refusal(parts()), ['UNKNOWN', 'ECONNRESET', true], operation);
  }
  await parts();
  assert.equal((await ordered()).length, count);
  const queries = (await insights('GET', '/ScheduledQueries?includeSystemQueries=false')).body.Value;
  assert.equal(queries.length, count);
  const [paused, ended] = (await insights('GET', '/ScheduledReport')).body.Value;
  await insights('PUT', `/ScheduledReport/pause/${paused.ReportId}`);
  await insights('PUT', `/ScheduledReport/${ended.ReportId}`, {
    ...{ ReportName: ended.ReportName, StartTime: ended.StartTime, RecurrenceInterval: ended.RecurrenceInterval },
    ...{ RecurrenceCount: 1, Format: 'csv', CallbackUrl: 'https://seller.example/made' },
  });
  await clock.advance(4 * dayMs);
  await parts();
  await parts();
  const names = (await ordered()).map(({ name }) => name);
  assert.deepEqual(
    names.toSorted(),
    [...orderedReports.map(({ name }) => name), ended.ReportName].toSorted(),
    'the paused one is there once',
  );
});

test('a subscription is billed, collected and disbursed, and its payment is a payout', async (t) => {
  const bench = await openReader(t, { startsAt: '2026-09-01T12:00:00Z' });
  const { access, everything, feed, clock, parts, waitFor, control } = bench;
  await seedProduct(bench);
  const { id } = await seedSubscription(bench, { quantity: 10 });
  await parts();
  await waitFor(/6 months/);
  const rows: Rows = new Map();
  await readFeed(feed, { access, window: everything }, { into: rows });
  const figures = () => {
    const own = linesOf(feed, rows).filter(({ references }) => references.agreement === id);
    const [one] = foldLines(own);
    return [one?.billed, one?.fee, one?.collected, one?.disbursed, one?.outstanding];
  };
  assert.deepEqual(figures(), ['100', '3', '0', '0', '97']);
  await clock.advance(6 * dayMs);
  await waitFor(/6 months/);
  await readFeed(feed, { access, window: everything }, { into: rows });
  assert.deepEqual(figures(), ['100', '3', '97', '0', '0']);
  await clock.advance(Date.parse('2026-11-20T00:00:00Z') - clock.now());
  // The first listing requests the exports; the reports of the next day are read with them.
  await parts();
  await waitFor(/6 months/);
  await readFeed(feed, { access, window: everything }, { into: rows });
  assert.deepEqual(figures(), ['300', '9', '291', '194', '0']);
  const lines = linesOf(feed, rows);
  const { payouts } = await control('GET', '/payout');
  const paid = lines.filter(({ kind }) => kind === 'PAYOUT');
  assert.deepEqual(
    paid.map(({ recordId, amount, currency, references }) => [recordId, amount, currency, references.payout]),
    [[null, '194', 'USD', payouts[0].id]],
  );
  const named = lines.filter(({ recordId, references }) => recordId !== null && references.payout === payouts[0].id);
  assert.deepEqual(
    named.map(({ stage, amount }) => `${stage} ${amount}`).sort(),
    ['DISBURSED 0', 'DISBURSED 0', 'NOTED 97', 'NOTED 97'],
    'earnings name their payment, and how much of it they are',
  );
  const sent = lines.filter(({ stage, amount, kind }) => stage === 'DISBURSED' && kind === 'REVENUE' && amount !== '0');
  assert.ok(sent.every(({ time }) => time.toISOString() === '2026-11-15T00:00:00.000Z'));
});

test('a customer who pays many months later is collected through the full report', async (t) => {
  const bench = await openReader(t);
  const { access, everything, feed, clock, parts, waitFor, control } = bench;
  await seedProduct(bench);
  await control('POST', '/buyer', { id: 'late' });
  await control('PUT', '/buyer/late/payment', { payDays: 300 });
  const { id } = await seedSubscription(bench, { billingAccountId: 'late', planId: 'silver', quantity: 10 });
  await control('POST', `/subscription/${id}/auto-renew`, { autoRenew: false });
  await parts();
  const collected = async () => {
    await waitFor(/everything/);
    const rows = await readFeed(feed, { access, window: everything });
    return foldLines(linesOf(feed, rows))[0]?.collected;
  };
  assert.equal(await collected(), '0');
  await clock.advance(310 * dayMs);
  assert.equal(await collected(), '97');
});

test('columns are found by name; a file that is cut off or has another header is a fault until the next one', async (t) => {
  const bench = await openReader(t);
  const { access, feed, fault, parts, waitFor, insights } = bench;
  await seedProduct(bench);
  await seedSubscription(bench, { quantity: 3 });
  await seedSubscription(bench, { quantity: 1 });
  await parts();
  await waitFor(/6 months/);
  const read = async () => {
    const part = (await parts()).filter(isRevenue).at(-1);
    assert.ok(part);
    return (await readRows(feed, access, part)).map(({ columns, ...row }) => ({ ...row, version: '', columns }));
  };
  // Only one report is generated from here on, so that the faults strike it.
  const { body } = await insights('GET', '/ScheduledReport');
  for (const { ReportId } of body.Value.slice(1)) await insights('PUT', `/ScheduledReport/pause/${ReportId}`);
  const plain = await read();
  assert.equal(plain.length, 2);
  const operation = 'ReportFile';
  const spoiled = async (name: string, more: object = {}) => {
    await fault(name, { operation, ...more });
    await waitFor(/6 months/);
  };
  await spoiled('report-column-order');
  assert.deepEqual(await read(), plain);
  await spoiled('report-new-column', { column: 'Mood' });
  const wider = await read();
  assert.equal(wider[0]?.columns.Mood, 'new');
  assert.deepEqual(wider.flatMap(feed.translate), plain.flatMap(feed.translate));
  await spoiled('report-wrong-header', { column: 'Revenue', header: 'Revenues' });
  assert.equal(await refusal(read()), 'MISSING_COLUMN');
  await spoiled('report-half');
  assert.equal(await refusal(read()), 'TRUNCATED');
  await waitFor(/6 months/);
  assert.equal((await read()).length, 2);
});

test('a failed read throws a partner error, and succeeds again afterwards', async (t) => {
  const bench = await openReader(t, { patienceMs: 1000 });
  const { access, feed, fault, parts, waitFor, control, clock } = bench;
  await seedProduct(bench);
  await seedSubscription(bench);
  await parts();
  await waitFor(/6 months/);
  const [part] = (await parts()).filter(isRevenue);
  assert.ok(part);
  const read = (given = part, of = access) => readRows(feed, of, given);
  const broken = [
    ['throttle', 'REFUSED', true],
    ['internal-error', 'UNKNOWN', true],
    ['timeout-before', 'UNKNOWN', true],
    ['timeout-after', 'UNKNOWN', true],
    ['half-answer', 'UNKNOWN', true],
    ['rubbish', 'UNKNOWN', true],
  ] as const;
  for (const operation of ['ListReports', 'ListExecutions', 'GetBlob']) {
    for (const [name, outcome, retryable] of broken) {
      await fault(name, { operation });
      const failed = (await refusal(operation === 'ListReports' ? parts() : read())) as [string, string, boolean];
      // Blob Storage reports a refusal in a header of its own.
      const expected = operation === 'GetBlob' ? 'UNKNOWN' : outcome;
      assert.deepEqual([failed[0], failed[2]], [expected, retryable], `${operation} ${name}`);
      assert.equal((await read()).length, 1);
    }
  }
  const secret = { ...access, credentials: { ...access.credentials, clientSecret: 'wrong' } };
  assert.deepEqual(await refusal(feed.connect(secret)), ['REFUSED', 'invalid_client', false]);
  const gone = { ...part, name: `${part.name.slice(0, -1)}x` };
  assert.equal(await refusal(read(gone)), 'CHANGED', 'the next listing names another');
  for (const name of ['ISVRevenue/r', 'ISVRevenue/../r/e', 'orders/1', 'https://elsewhere.example/report.csv'])
    assert.throws(() => feed.readPart(access, { ...part, name }, new AbortController().signal), isFeedFault, name);
  await assert.rejects(async () => {
    for await (const _ of feed.readPart(access, part, AbortSignal.abort(new Error('stopped'))));
  }, /stopped/);
  await control('POST', '/settings', { reportLinkMs: 3_600_000 });
  await waitFor(/6 months/);
  const [fresh] = (await parts()).filter(isRevenue).toReversed();
  await clock.advance(2 * 3_600_000);
  assert.equal(await refusal(read(fresh)), 'CHANGED', 'its link has expired');
  assert.ok(
    (await parts()).every(({ name }) => name !== fresh?.name),
    'it is a part no more',
  );
});

test('a link that expires before its download is requested again; a permanent refusal is an error', async (t) => {
  const bench = await openReader(t);
  const { access, parts, waitFor, control, clock } = bench;
  await seedProduct(bench);
  await seedSubscription(bench);
  await control('POST', '/settings', { reportLinkMs: 3_600_000 });
  await parts();
  await waitFor(/6 months/);
  const [part] = (await parts()).filter(isRevenue).toReversed();
  assert.ok(part);
  /** A feed whose downloads go to the link as each of these changes it, as long as there are any. */
  const sending = (...turns: ((link: string) => Promise<string>)[]) =>
    bench.newFeed([], (outgoing) => ({
      ...outgoing,
      open: async (link, options) => outgoing.open((await turns.shift()?.(link)) ?? link, options),
    }));
  const refused = async (link: string) => link.replace(/sig=./, 'sig=_');
  const plain = await readRows(bench.feed, access, part);
  assert.ok(plain.length > 0);
  assert.deepEqual(await readRows(sending(refused), access, part), plain, 'the second link is good');
  const expected = ['REFUSED', 'AuthenticationFailed', false];
  assert.deepEqual(await refusal(readRows(sending(refused, refused), access, part)), expected);
  const slow = async (link: string) => {
    await clock.advance(2 * 3_600_000);
    return link;
  };
  assert.equal(
    await refusal(readRows(sending(slow), access, part)),
    'CHANGED',
    'the link is asked for again, and has expired',
  );
  await waitFor(/6 months/);
  const [next] = (await parts()).filter(isRevenue).toReversed();
  assert.ok(next && next.name !== part.name, 'the next listing names the latest execution');
  assert.ok((await readRows(bench.feed, access, next)).length > 0);
});

test('exports are requested once a day, and nothing else depends on them', async (t) => {
  const bench = await openReader(t);
  const { parts, waitFor, clock, fault } = bench;
  const requests = () => (bench.snapshot().payoutExports ?? []).length;
  await parts();
  await parts();
  assert.equal(requests(), 2, 'payments and earnings');
  await waitFor(/6 months/);
  const first = (await parts()).filter((one) => !isReport(one));
  assert.deepEqual(first.map(({ name }) => name.split('/')[0]).sort(), ['payments', 'transactionhistory']);
  await clock.advance(dayMs);
  assert.deepEqual(
    (await parts()).filter((one) => !isReport(one)),
    first,
    'the new ones are not ready',
  );
  await parts();
  assert.equal(requests(), 4);
  await clock.advance(60_000);
  const second = (await parts()).filter((one) => !isReport(one));
  assert.equal(second.length, 4);
  const earlier = { start: new Date('2025-01-01T00:00:00Z'), end: new Date('2029-01-01T00:00:00Z') };
  await parts(earlier);
  assert.equal(requests(), 6, 'a window that begins earlier needs others');
  for (const operation of ['GetPayoutExport', 'CreatePayoutExport']) {
    for (const name of ['throttle', 'internal-error', 'half-answer']) {
      await bench.control('DELETE', '/fault');
      await fault(name, { operation, count: null });
      assert.ok((await parts()).some(isRevenue), `money does not wait for ${operation}, ${name}`);
    }
  }
  await bench.control('DELETE', '/fault');
  assert.equal(requests(), 6, 'what could not be seen for a while is not requested anew');
});

test('a dataset that cannot be read at the moment delays no other', async (t) => {
  const bench = await openReader(t);
  const { access, everything, url, clock } = bench;
  let status = 503;
  const front = await takeMessages(t, async ({ method, path, headers: { authorization = '' }, text }) => {
    if (text.includes('ISVUsage') || text.includes('ISVOrderV2')) return { status };
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = method === 'GET' ? { method, headers } : { method, headers, body: text };
    const answer = await fetch(`${url}/azure/insights/v1/cmp${path}`, sent);
    return { status: answer.status, body: await answer.text() };
  });
  const feed = bench.newFeed([new URL(front).origin]);
  const slow = { ...access, endpoints: { insights: front } };
  for (status of [503, 429]) assert.deepEqual(await feed.listParts(slow, everything), []);
  await clock.advance(dayMs);
  assert.ok((await feed.listParts(slow, everything)).some(isRevenue));
});

test('a column that Microsoft has removed is left out, and the money is read without it', async (t) => {
  const bench = await openReader(t, { startsAt: '2026-09-01T12:00:00Z' });
  const { access, everything, url, clock } = bench;
  await seedProduct(bench);
  await seedSubscription(bench, { quantity: 10 });
  const front = await takeMessages(t, async ({ method, path, headers: { authorization = '' }, text }) => {
    if (/\bExchangeRateUSD\b/.test(text))
      return { status: 400, body: JSON.stringify({ statusCode: 400, message: 'Invalid column ExchangeRateUSD' }) };
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = method === 'GET' ? { method, headers } : { method, headers, body: text };
    const answer = await fetch(`${url}/azure/insights/v1/cmp${path}`, sent);
    return { status: answer.status, body: await answer.text() };
  });
  const feed = bench.newFeed([new URL(front).origin]);
  const older = { ...access, endpoints: { insights: front } };
  await feed.listParts(older, everything);
  assert.equal((await bench.ordered()).length, count);
  await bench.waitFor(/6 months/);
  await clock.advance(dayMs);
  await feed.listParts(older, everything);
  assert.equal((await bench.ordered()).length, count, 'what was ordered is found');
  const rows: Rows = new Map();
  await readFeed(feed, { access: older, window: everything }, { into: rows });
  const lines = linesOf(feed, rows).filter(({ stage, kind }) => stage === 'BILLED' && kind === 'REVENUE');
  assert.deepEqual(
    lines.map(({ amount, currency }) => [amount, currency]),
    [['100', 'USD']],
  );
});

test('earnings of months before the window name a payment that is sent late', async (t) => {
  const bench = await openReader(t);
  const { access, feed, clock, control } = bench;
  await seedProduct(bench);
  await control('POST', '/buyer', { id: 'late' });
  await control('PUT', '/buyer/late/payment', { payDays: 75 });
  const { id } = await seedSubscription(bench, { billingAccountId: 'late', planId: 'silver', quantity: 10 });
  await control('POST', `/subscription/${id}/auto-renew`, { autoRenew: false });
  await clock.advance(140 * dayMs);
  const window = { start: new Date(clock.now() - 92 * dayMs), end: new Date(clock.now() + dayMs) };
  await feed.listParts(access, window);
  await clock.advance(60_000);
  const rows = await readFeed(feed, { access, window });
  const lines = linesOf(feed, rows);
  const [payout] = lines.filter(({ kind }) => kind === 'PAYOUT');
  const noted = lines.filter(({ stage, references }) => stage === 'NOTED' && references.payout !== undefined);
  assert.deepEqual(
    noted.map(({ amount, references }) => [amount, references.payout]),
    [['97', payout?.references.payout]],
  );
});

test('an export is a part even if it is listed days later, but not once its link may have expired', async (t) => {
  const { parts, clock } = await openReader(t);
  await parts();
  await clock.advance(5 * dayMs);
  const late = (await parts()).filter((one) => !isReport(one));
  assert.deepEqual(late.map(({ name }) => name.split('/')[0]).sort(), ['payments', 'transactionhistory']);
  await clock.advance(7 * dayMs);
  assert.deepEqual(
    (await parts()).filter((one) => !isReport(one)),
    [],
  );
});

test('without permission to export payments the reports are still read', async (t) => {
  const { access, newFeed, waitFor, everything } = await openReader(t);
  const refused: string[] = [];
  const payouts = await takeMessages(t, ({ headers }) => {
    refused.push(String(headers.authorization));
    return { status: 403 };
  });
  const feed = newFeed([new URL(payouts).origin]);
  const closed = { ...access, endpoints: { payouts } };
  await feed.listParts(closed, everything);
  assert.ok(refused.length > 0 && refused.every((token) => /^Bearer \S+$/.test(token)));
  await waitFor(/6 months/);
  assert.ok((await feed.listParts(closed, everything)).every(isReport));
  assert.equal((await feed.listParts(closed, everything)).length, count);
});

test('the usage of a day is what Microsoft counted for it', async (t) => {
  const bench = await openReader(t, { startsAt: '2026-09-01T12:00:00Z' });
  const { access, everything, feed, clock, parts, waitFor, api, control } = bench;
  await seedProduct(bench);
  const { id } = await seedSubscription(bench, { planId: 'metered' });
  await seedSubscription(bench, { quantity: 3 });
  const meter = async (quantity: number) => {
    const effectiveStartTime = new Date(clock.now()).toISOString();
    const event = { resourceId: id, quantity, dimension: 'requests', planId: 'metered', effectiveStartTime };
    assert.equal((await api('POST', '/usageEvent', event)).status, 200);
  };
  await meter(2.5);
  await clock.advance(3_600_000);
  await meter(4);
  await clock.advance(dayMs);
  await meter(10);
  await parts();
  await waitFor(/usage of 6/);
  const rows: Rows = new Map();
  const shown = async () => {
    await readFeed(feed, { access, window: everything }, { into: rows });
    return [...rows.values()].flatMap((row) => feed.readUsage?.(row) ?? []);
  };
  const usage = { agreement: id, dimension: 'requests', telling: 0 };
  const [first, second] = [
    { ...usage, day: '2026-09-01', quantity: '6.5', charge: { amount: '0.65', currency: 'USD' } },
    { ...usage, day: '2026-09-02', quantity: '10', charge: { amount: '1', currency: 'USD' } },
  ];
  assert.deepEqual(await shown(), [first, second]);
  // Usage that Partner Center rejects later is 0 in the next report, and is billed as 0.
  const day = '2026-09-02';
  await control('POST', '/usage/verdict', { subscriptionId: id, dimension: 'requests', day, reconStatus: 'Rejected' });
  await clock.advance(Date.parse('2026-10-04T00:00:00Z') - clock.now());
  await waitFor(/usage of 6/);
  assert.deepEqual(await shown(), [first, { ...second, quantity: '0', charge: { amount: '0', currency: 'USD' } }]);
  const { charges } = await control('GET', '/charge');
  const billed = charges.find((one: { dimension: string | null }) => one.dimension === 'requests');
  assert.equal(billed.amount, '0.65');
  const [row] = [...rows.values()].filter(({ dataset }) => dataset === 'ISVUsage');
  assert.equal(row?.columns.UsageReference, `${billed.purchaseRecordId}${billed.id}`);
  const prices = {
    ...row,
    columns: {
      ...row?.columns,
      'MeteredUsage #2': '1',
      'EstimatedExtendedChargeCC #2': '3',
      'CustomerCurrencyCC #2': 'USD',
    },
  };
  const split = feed.readUsage?.(prices as FeedRow);
  assert.deepEqual([split?.quantity, split?.charge?.amount], ['7.5', '3.65'], 'two rows of a day are added up');
  assert.equal(feed.readUsage?.({ ...prices, columns: { ...row?.columns, ReferenceId: null } } as FeedRow), null);
});

test('a dataset beside the money that Microsoft refuses has no parts, and delays nothing', async (t) => {
  const bench = await openReader(t);
  const { access, everything, url, clock } = bench;
  const refused: string[] = [];
  // A proxy in front of the simulator that accepts no usage query.
  const front = await takeMessages(t, async ({ method, path, headers: { authorization = '' }, text }) => {
    if (text.includes('ISVUsage')) {
      refused.push(path);
      return { status: 400, body: JSON.stringify({ statusCode: 400, message: 'Invalid query' }) };
    }
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = method === 'GET' ? { method, headers } : { method, headers, body: text };
    const answer = await fetch(`${url}/azure/insights/v1/cmp${path}`, sent);
    return { status: answer.status, body: await answer.text() };
  });
  const feed = bench.newFeed([new URL(front).origin]);
  const restricted = { ...access, endpoints: { insights: front } };
  assert.deepEqual(await feed.listParts(restricted, everything), []);
  assert.ok(refused.length > 0);
  assert.ok((await bench.ordered()).some(({ name }) => /last 6 months/.test(name)));
  assert.ok(!(await bench.ordered()).some(({ name }) => /usage/.test(name)));
  await clock.advance(dayMs);
  assert.ok((await feed.listParts(restricted, everything)).some(isRevenue));
});
