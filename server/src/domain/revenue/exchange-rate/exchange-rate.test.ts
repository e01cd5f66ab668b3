import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Reply, startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { faultsMax, isRefusal } from '../../../kit/errors.ts';
import { parseJson } from '../../../kit/json.ts';
import { runToEnd } from '../../../kit/yield-to-others.ts';
import { readRates } from '../metrics/rates.ts';
import { ratesInTime } from './exchange-rate.ts';
import { type GivenRates, readingDayRates } from './read-rates.ts';
import { ratesMax } from './schema.ts';

const readDayRates = (given: GivenRates, currency: string) => runToEnd(readingDayRates(given, currency));

const at = (text: string): Date => new Date(text);

const faultsOf = (text: string): string[] => {
  try {
    readDayRates(text, 'USD');
  } catch (error) {
    assert.ok(isRefusal(error));
    return (error.info as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`);
  }
  return [];
};

describe('the rate of a day', () => {
  const table = ratesInTime({ name: 'ECB', currency: 'USD' }, [
    { currency: 'EUR', day: '2026-03-31', rate: '1.08' },
    { currency: 'EUR', day: '2026-04-30', rate: '1.1' },
    { currency: 'JPY', day: '2026-04-01', rate: '0.0067' },
  ]);
  const rateAt = (currency: string, time: string): number => {
    const { scale, rateAt: read } = readRates(table);
    return Number(read(currency, at(time))) / Number(scale);
  };

  it('applies from the end of its day until the end of the next day with a rate', () => {
    assert.equal(rateAt('EUR', '2026-04-01T00:00:00Z'), 1.08);
    assert.equal(rateAt('EUR', '2026-04-30T23:59:59.999Z'), 1.08);
    assert.equal(rateAt('EUR', '2026-05-01T00:00:00Z'), 1.1);
    assert.equal(rateAt('EUR', '2030-01-01T00:00:00Z'), 1.1);
  });

  it('also applies on its own day if it is the first', () => {
    assert.equal(rateAt('EUR', '2026-03-31T00:00:00Z'), 1.08);
    assert.equal(rateAt('JPY', '2026-04-01T12:00:00Z'), 0.0067);
    assert.throws(() => rateAt('EUR', '2026-03-30T23:59:59Z'), /no rate from EUR to USD by 2026-03-30T23:59:59/);
  });
});

it('as many rates as a table may have are read in pieces, whether they are valid or not', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => new Date(index * 86_400_000).toISOString().slice(0, 10));
  const valid = days(ratesMax).map((date) => ({ date, currency: 'EUR', rate: 1.1 }));
  const csv = `date,currency,rate\n${valid.map(({ date }) => `${date},EUR,1.1`).join('\n')}`;
  for (const given of [csv, { rates: valid }]) {
    let pauses = 0;
    const work = readingDayRates(given, 'USD');
    for (;;) {
      const { done, value } = work.next();
      if (done) {
        assert.equal(value.length, ratesMax);
        break;
      }
      pauses += 1;
    }
    assert.ok(pauses >= ratesMax / 100, `${pauses} pauses`);
  }
  let read = 0;
  const bad = new Proxy(
    {},
    {
      ownKeys: () => {
        read += 1;
        return [];
      },
    },
  );
  const work = readingDayRates({ rates: Array.from({ length: ratesMax }, () => bad) }, 'USD');
  assert.throws(
    () => runToEnd(work),
    (error) => isRefusal(error) && (error.info as unknown[]).length === faultsMax,
  );
  assert.ok(read <= faultsMax, `${read} of ${ratesMax} bad rates were read for ${faultsMax} faults`);
});

describe('rates as CSV', () => {
  it('mean the same as in JSON, in any order', () => {
    const day = fc
      .integer({ min: 0, max: 4000 })
      .map((days) => new Date(days * 86_400_000 + 1e12).toISOString().slice(0, 10));
    const rate = fc
      .tuple(fc.nat({ max: 999_999 }), fc.nat({ max: 999_999_999 }))
      .filter(([whole, part]) => whole + part > 0)
      .map(([whole, part]) => `${whole}.${String(part).padStart(9, '0')}`);
    const one = fc.record({ date: day, currency: fc.constantFrom('EUR', 'JPY', 'KWD'), rate });
    const list = fc.uniqueArray(one, { selector: ({ date, currency }) => `${date} ${currency}`, maxLength: 30 });
    const eol = fc.constantFrom('\n', '\r\n');
    const order = fc.constantFrom(['date', 'currency', 'rate'], ['rate', 'date', 'currency']);
    fc.assert(
      fc.property(list, eol, order, fc.boolean(), (rates, end, columns, quoted) => {
        const cell = (text: string): string => (quoted ? `"${text}"` : text);
        const lines = [columns, ...rates.map((each) => columns.map((name) => each[name as keyof typeof each]))];
        const csv = `\uFEFF${lines.map((cells) => cells.map(cell).join(',')).join(end)}${end}`;
        const text = `{"rates":[${rates.map((each) => `{"date":"${each.date}","currency":"${each.currency}","rate":${each.rate}}`).join(',')}]}`;
        const json = parseJson(text) as Parameters<typeof readDayRates>[0];
        assert.deepEqual(readDayRates(csv, 'USD'), readDayRates(json, 'USD'));
        assert.equal(readDayRates(csv, 'USD').length, rates.length);
      }),
    );
  });

  it('are refused with every fault if they are not valid rates', () => {
    const lines = [
      'date,currency,rate',
      '2026-04-31,EUR,1.1',
      '2026-04-30,eur,1.1',
      '2026-04-30,EUR,1,1',
      '2026-04-30,EUR,"1,1"',
      '2026-04-30,EUR, 1.1',
      '2026-04-30,EUR,1e3',
      '2026-04-30,EUR,-1',
      '2026-04-30,EUR,0.0',
      '2026-04-30,USD,1',
      '2026-04-29,EUR,1.1',
      '2026-04-29,EUR,1.1',
      '30/04/2026,EUR,1.1',
      '2026-04-28,EUR,1.1234567891',
    ];
    assert.deepEqual(faultsOf(lines.join('\n')), [
      'line.2.date invalid',
      'line.3.currency invalid',
      'line.4 cells',
      'line.5.rate decimal',
      'line.6.rate decimal',
      'line.7.rate decimal',
      'line.8.rate decimal',
      'line.13.date invalid',
      'line.14.rate decimal',
      'line.9.rate positive',
      'line.10.currency same',
      'line.12 repeated',
    ]);
    assert.deepEqual(faultsOf(''), ['line.1.date required', 'line.1.currency required', 'line.1.rate required']);
    assert.deepEqual(faultsOf('date,currency,Rate\n'), ['line.1.Rate column', 'line.1.rate required']);
    assert.deepEqual(faultsOf('date,currency,rate,rate\n'), ['line.1.rate repeated']);
    assert.deepEqual(faultsOf('date,currency,"rate\n2026'), ['line.1 csv']);
    assert.deepEqual(faultsOf('date,currency,rate\n'), []);
  });
});

describe('rate tables', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let count = 0;
  before(async () => {
    app = await startApp({}, { idle: true });
  });
  after(() => app.close());
  beforeEach(async () => {
    count += 1;
    acme = await app.addOrganization(`rates${count}`);
  });

  const put = (query: string, body: unknown): Promise<Reply> =>
    acme.editor.call(
      'PUT',
      `/exchangeRate?${query}`,
      typeof body === 'string' ? { rawBody: body, contentType: 'text/csv' } : { body },
    );
  const get = async (query = '') =>
    (await acme.viewer.call('GET', `/exchangeRate?${query}`)).body as { data: object[] };
  const rates = [
    { date: '2026-04-01', currency: 'EUR', rate: 1.08 },
    { date: '2026-04-02', currency: 'EUR', rate: 1.09 },
    { date: '2026-04-02', currency: 'JPY', rate: 0.0067 },
  ];
  const csv = 'date,currency,rate\n2026-04-02,JPY,0.0067\n2026-04-01,EUR,1.08\n2026-04-02,EUR,1.090\n';

  it('are imported from CSV as from JSON, and replaced as a whole', async () => {
    assert.equal((await put('rateTable=json&currency=USD', { rates })).status, 200);
    assert.equal((await put('rateTable=csv&currency=USD', csv)).status, 200);
    const [json] = (await get('rateTable=json')).data as [{ rates: object[] }];
    const [fromCsv] = (await get('rateTable=csv')).data as [{ rates: object[] }];
    assert.deepEqual(json.rates, rates);
    assert.deepEqual(fromCsv.rates, rates);
    const reply = await put('rateTable=csv&currency=USD', { rates: rates.slice(1, 2) });
    const { lastUpdateTime: _time, ...shown } = reply.body as { lastUpdateTime: string };
    assert.deepEqual(shown, {
      ...{ name: 'csv', currency: 'USD', rateCount: 1, currencies: ['EUR'] },
      ...{ firstDate: '2026-04-02', lastDate: '2026-04-02' },
    });
    assert.deepEqual(
      (await get()).data.map((one) => [(one as { name: string }).name, (one as { rateCount: number }).rateCount]),
      [
        ['csv', 1],
        ['json', 3],
      ],
    );
  });

  it('leave a trace only if something changed, and are removed by an empty table', async () => {
    const trace = async (): Promise<unknown[]> => {
      const { rows } = await app.database.pool.query(
        `select (select count(*)::int from audit_event where org_id = $1 and entity_id = 'exchangeRate.t') as audits,
          (select count(*)::int from outbox where org_id = $1 and name = 'exchange_rate.updated') as events`,
        [acme.uuid],
      );
      return [rows[0].audits, rows[0].events];
    };
    const steps: [unknown, number][] = [
      [{ rates: [] }, 0],
      [{ rates }, 1],
      [csv, 1],
      [{ rates: rates.toReversed() }, 1],
      [{ rates: rates.slice(1) }, 2],
      ['date,currency,rate\n', 3],
      [{ rates: [] }, 3],
      [{ rates }, 4],
    ];
    for (const [body, expected] of steps) {
      assert.equal((await put('rateTable=t&currency=USD', body)).status, 200);
      assert.deepEqual(await trace(), [expected, expected]);
    }
    assert.equal((await put('rateTable=t&currency=USD', { rates: [] })).status, 200);
    assert.deepEqual((await get()).data, []);
    assert.equal((await acme.viewer.call('GET', '/exchangeRate?rateTable=t')).status, 404);
  });

  it('refuse input that is not a table', async () => {
    const wrong: [string, unknown, RegExp][] = [
      ['currency=USD', { rates }, /rateTable/],
      ['rateTable=t', { rates }, /currency/],
      ['rateTable=a b&currency=USD', { rates }, /rateTable: must be 1 to 64/],
      ['rateTable=t&currency=usd', { rates }, /currency: must be a currency code/],
      ['rateTable=t&currency=EUR', { rates }, /rates.0.currency: must not be EUR/],
      [
        'rateTable=t&currency=USD',
        { rates: [{ ...rates[0], more: 1 }] },
        /rates.0.more: is unknown here; there are date, /,
      ],
      ['rateTable=t&currency=USD', { rates: [{ ...rates[0], rate: '1.08' }] }, /rates.0.rate: must be a number/],
      ['rateTable=t&currency=USD', { rates: [{ ...rates[0], date: '2026-02-30' }] }, /rates.0.date: must be a day/],
      ['rateTable=t&currency=USD', { rates: [{ ...rates[0], rate: 0 }] }, /rates.0.rate: must be above 0/],
      ['rateTable=t&currency=USD&name=x', { rates }, /name/],
      ['rateTable=t&currency=USD', 'date;currency;rate\n', /line.1/],
    ];
    for (const [query, body, message] of wrong) {
      const reply = await put(query, body);
      assert.equal(reply.status, 400, `${query}: ${reply.text}`);
      assert.match(reply.text, message);
    }
    assert.deepEqual((await get()).data, []);
  });

  it('belong to one organization', async () => {
    assert.equal((await put('rateTable=t&currency=USD', { rates })).status, 200);
    assert.equal((await app.globex.viewer.call('GET', '/exchangeRate?rateTable=t')).status, 404);
    const [own] = (await get('rateTable=t')).data as [{ rates: object[] }];
    assert.equal(
      (
        await app.globex.editor.call('PUT', '/exchangeRate?rateTable=t&currency=USD', {
          body: { rates: rates.slice(2) },
        })
      ).status,
      200,
    );
    assert.deepEqual(((await get('rateTable=t')).data as [{ rates: object[] }])[0].rates, own.rates);
  });
});
