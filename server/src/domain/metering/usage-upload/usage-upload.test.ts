import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { aDeal } from '../../../../test/examples/deal.ts';
import { readCsv } from '../../../kit/csv.ts';
import { hour } from '../metering.test-support.ts';

let app: TestApp;
let entitlementId: string;
before(async () => {
  app = await startApp({}, { idle: true });
  ({ entitlementId } = await aDeal(app, app.acme));
});
after(() => app.close());

type Result = {
  lines: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  rejectedLines: string;
  isWhole: boolean;
};

const upload = (text: string | Buffer, { query = '', contentType = 'text/csv; charset=utf-8' as string | null } = {}) =>
  app.acme.editor.call('POST', `/usageRecordGroup/upload${query}`, {
    rawBody: typeof text === 'string' ? Buffer.from(text) : text,
    contentType,
  });

const send = async (lines: readonly string[], options?: Parameters<typeof upload>[1]): Promise<Result> => {
  const reply = await upload(lines.join('\r\n'), options);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Result;
};

const counted = ({ lines, accepted, duplicates, rejected }: Result) => [lines, accepted, duplicates, rejected];

const countGroups = async (like: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from usage_record_group where org_id = ${app.acme.uuid} and id like ${like}
  `.execute(app.database.read(app.acme.uuid).raw);
  return rows[0]?.count ?? 0;
};

const time = (): string => new Date(app.clock.now().getTime() - 2 * hour).toISOString();

describe('a CSV file of usage', () => {
  it('is rehearsed, accepted, and harmless when it is sent again; bad lines come back with line and reason', async () => {
    const lines = [
      'id,entitlementID,timestamp,dimension,quantity,records.calls',
      `a1,${entitlementId},${time()},gb,0.123456789,`,
      `a2,${entitlementId},,gb,1,2`,
      `=a3,${entitlementId},,nonsense,1,`,
      '"a4","unfinished"x,,gb,1,',
      `a5,${entitlementId},,gb,minus one,`,
      `,${entitlementId},,gb,1,`,
      `a6,${entitlementId},,gb`,
      `a1,${entitlementId},${time()},gb,0.123456789,`,
      `a1,${entitlementId},${time()},gb,5,`,
      `a7,ent_unknown,,gb,1,`,
    ];
    const rehearsed = await send(lines, { query: '?dryRun=true' });
    assert.deepEqual(counted(rehearsed), [10, 2, 1, 7]);
    assert.equal(await countGroups('a%'), 0);

    const result = await send(lines);
    assert.deepEqual(counted(result), counted(rehearsed));
    assert.equal(await countGroups('a%'), 2);
    const [header, ...rejected] = [...readCsv(result.rejectedLines)].map((one) => ('cells' in one ? one.cells : []));
    assert.deepEqual(header, ['line', 'reason', ...(lines[0] ?? '').split(',')]);
    assert.deepEqual(
      rejected
        .map(([line, reason]) => [Number(line), reason?.split(/[:;,]/)[0]])
        .sort(([a], [b]) => Number(a) - Number(b)),
      [
        [4, 'records.nonsense'],
        [5, 'there is text behind a closing quote'],
        [6, 'records.gb'],
        [7, 'id'],
        [8, 'has 4 cells'],
        [10, 'id'],
        [11, 'entitlementID'],
      ],
    );
    assert.ok(
      rejected.some(([, , id]) => id === "'=a3"),
      'a cell that would be a formula is defused',
    );

    const again = await send(lines);
    assert.deepEqual(counted(again), [10, 0, 3, 7]);
    assert.equal(await countGroups('a%'), 2);
    const { rows } = await sql<{ quantity: string }>`
      select quantity from usage_record_item where org_id = ${app.acme.uuid} and group_id = 'a1'
    `.execute(app.database.read(app.acme.uuid).raw);
    assert.deepEqual(rows, [{ quantity: '0.123456789' }]);
  });

  it('is accepted in batches, as text/csv or as a JSON string, with one audit row', async () => {
    const lines = (from: number, to: number) => [
      'id,entitlementID,records.gb',
      ...Array.from({ length: to - from }, (_, index) => `b${from + index},${entitlementId},1`),
    ];
    assert.deepEqual(counted(await send(lines(0, 2_100))), [2_100, 2_100, 0, 0]);
    const reply = await app.acme.editor.call('POST', '/usageRecordGroup/upload', {
      body: lines(2_050, 2_200).join('\n'),
    });
    assert.deepEqual(counted(reply.body as Result), [150, 100, 50, 0]);
    assert.equal(await countGroups('b%'), 2_200);
  });

  it('returns rejected lines up to a size, and counts all', async () => {
    const long = 'x'.repeat(200);
    const lines = ['id,entitlementID,records.gb', ...Array.from({ length: 8_000 }, (_, n) => `c${n},${long},1`)];
    const result = await send(lines);
    assert.deepEqual([...counted(result), result.isWhole], [8_000, 0, 0, 8_000, false]);
    assert.ok(result.rejectedLines.length <= 1024 * 1024);
  });

  it('is refused for a header that cannot be used, too many lines, or bytes that are no text', async () => {
    const codes = async (text: string | Buffer): Promise<string[]> => {
      const reply = await upload(text);
      assert.equal(reply.status, 400, reply.text);
      return (reply.body as { info: { code: string }[] }).info.map(({ code }) => code);
    };
    assert.deepEqual(await codes('id,entitlementID,colour,id,dimension\n'), ['unknown', 'repeated', 'required']);
    assert.deepEqual(await codes('timestamp\n'), ['required', 'required', 'required']);
    assert.deepEqual(await codes('"id\n'), ['csv']);
    assert.deepEqual(await codes('\n\n'), ['required']);
    assert.deepEqual(await codes(Buffer.from([0x69, 0xff])), ['utf8']);
    assert.deepEqual(await codes('id\u0000'), ['nul']);
    const many = Array.from({ length: 20_001 }, (_, n) => `d${n},x`).join('\n');
    assert.deepEqual(await codes(`id,entitlementID,records.gb\n${many}`), ['too_many']);
    assert.equal(await countGroups('d%'), 0);
  });

  it('is taken by no other endpoint', async () => {
    const reply = await app.acme.editor.call('POST', '/batchCreateUsageRecordGroups', {
      rawBody: Buffer.from('id'),
      contentType: 'text/csv',
    });
    assert.equal(reply.status, 415);
  });
});
