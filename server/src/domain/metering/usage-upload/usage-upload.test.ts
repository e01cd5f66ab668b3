import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { aDeal } from '../../../../test/examples/deal.ts';
import { until } from '../../../../test/until.ts';
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

const mebibyte = 1024 * 1024;
const megabytes = (count: number): string => '\r\n'.repeat((count * mebibyte) / 2);

type Sending = { query?: string; headers?: Record<string, string>; length?: number; token?: string };

/** Sends pieces of a file on demand, without Content-Length unless one is given. */
const begin = ({ query = '', headers = {}, length, token = app.acme.editor.token }: Sending = {}): ClientRequest =>
  request(`${app.url}/org/${app.acme.id}/usageRecordGroup/upload${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'text/csv',
      ...(length === undefined ? {} : { 'content-length': String(length) }),
      ...headers,
    },
  });

const answerOf = async (
  sent: ClientRequest,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Result }> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
};

const sendPieces = async (pieces: Iterable<string | Buffer>, sending?: Sending) => {
  const sent = begin(sending);
  const answer = answerOf(sent);
  await pipeline(Readable.from(pieces), sent);
  return answer;
};

/** Bytes in use after collecting garbage. */
const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const auditRows = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_event where org_id = ${app.acme.uuid} and action = 'uploadUsageRecordGroups'
  `.execute(app.database.read(app.acme.uuid).raw);
  return rows[0]?.count ?? 0;
};

const time = (): string => new Date(app.clock.now().getTime() - 2 * hour).toISOString();

describe('a CSV file of usage', () => {
  it('is validated in a dry run, accepted, and harmless when sent again; faulty lines are returned with line and reason', async () => {
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
        [5, 'text follows a closing quote'],
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

  it('accepts rejected lines as they were returned, under the ids that they had', async () => {
    const lines = [
      'id,entitlementID,timestamp,records.gb',
      `-r1,${entitlementId},,"1,000"`,
      `'=r2,${entitlementId},,`,
      `+r3,${entitlementId},,1.2E+12`,
      `@r4,${entitlementId},,-5`,
      `r5,${entitlementId},,7`,
    ];
    const first = await send(lines);
    assert.deepEqual(counted(first), [5, 1, 0, 4]);
    assert.match(first.rejectedLines, /records\.gb: is ""1,000""; write digits and at most one point, such as 1000\.5/);
    assert.match(first.rejectedLines, /records\.gb: is ""1\.2E\+12""; write digits/);
    const again = await send([first.rejectedLines]);
    assert.deepEqual([counted(again), again.rejectedLines.length > 0], [[4, 0, 0, 4], true]);
    const [header = [], ...rows] = [...readCsv(again.rejectedLines)].map((one) => ('cells' in one ? one.cells : []));
    const corrected = rows.map((cells) => [...cells.slice(0, -1), '1000']);
    const fixed = await send(
      [header, ...corrected].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
    );
    assert.deepEqual(counted(fixed), [4, 4, 0, 0], fixed.rejectedLines);
    const whole = lines.map((line, index) => (index === 0 ? line : line.replace(/,,.*$/, ',,1000')));
    whole[5] = lines[5] as string;
    assert.deepEqual(counted(await send(whole)), [5, 0, 5, 0], 'the corrected file has nothing new');
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

  it('returns rejected lines up to a size limit, and counts all', async () => {
    const long = 'x'.repeat(200);
    const lines = ['id,entitlementID,records.gb', ...Array.from({ length: 8_000 }, (_, n) => `c${n},${long},1`)];
    const result = await send(lines);
    assert.deepEqual([...counted(result), result.isWhole], [8_000, 0, 0, 8_000, false]);
    assert.ok(result.rejectedLines.length <= 1024 * 1024);
  });

  it('is refused for an unusable header, or bytes that are not text', async () => {
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
  });

  it('is accepted by no other endpoint', async () => {
    const reply = await app.acme.editor.call('POST', '/batchCreateUsageRecordGroups', {
      rawBody: Buffer.from('id'),
      contentType: 'text/csv',
    });
    assert.equal(reply.status, 415);
  });
});

describe('a CSV file that is too large for one transaction', () => {
  const header = 'id,entitlementID,records.gb\r\n';
  const lines = (name: string, from: number, to: number): string =>
    Array.from({ length: to - from }, (_, n) => `${name}${from + n},${entitlementId},0.5\r\n`).join('');

  it('is validated in a dry run, accepted 1000 lines at a time as it arrives, and harmless when sent again', async () => {
    const pieces = [
      header,
      lines('e', 0, 1_500),
      megabytes(6),
      `e1600,${entitlementId},-1\r\n`,
      lines('e', 1_400, 2_100),
    ];
    const before = await auditRows();
    const rehearsed = await sendPieces(pieces, { query: '?dryRun=true' });
    assert.equal(rehearsed.status, 200, JSON.stringify(rehearsed.body));
    assert.deepEqual(counted(rehearsed.body).slice(0, 1), [2_201]);
    assert.deepEqual([await countGroups('e%'), await auditRows()], [0, before]);

    const length = Buffer.byteLength(pieces.join(''));
    const { status, body } = await sendPieces(pieces, { length });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([...counted(body), body.isWhole], [2_201, 2_100, 100, 1, true]);
    assert.match(body.rejectedLines, /^line,reason,id,entitlementID,records\.gb\r\n3147230,.*records\.gb.*e1600/);
    assert.deepEqual([await countGroups('e%'), (await auditRows()) - before], [2_100, 3]);

    assert.deepEqual(counted((await sendPieces(pieces)).body), [2_201, 0, 2_200, 1]);
    assert.equal(await countGroups('e%'), 2_100);
  });

  it('can also be one of many short lines, however it is sent', async () => {
    const short = `${header}${'x\n'.repeat(20_001)}${lines('f', 0, 3)}`;
    for (const sent of [await upload(short), await upload(short)])
      assert.equal((sent.body as Result).rejected, 20_001, sent.text);
    assert.equal(await countGroups('f%'), 3);
  });

  it('keeps what was accepted before the connection broke, and the rest comes with the next attempt', async () => {
    const cut = begin();
    cut.on('error', () => {});
    cut.write(header + lines('g', 0, 1_200) + megabytes(6));
    await until('the first batch is stored', async () => (await countGroups('g%')) === 1_000, 20_000);
    cut.destroy();
    const { body } = await sendPieces([header, lines('g', 0, 1_200), megabytes(6)]);
    assert.deepEqual(counted(body), [1_200, 200, 1_000, 0]);

    const refused = await sendPieces([
      header,
      lines('h', 0, 1_200),
      megabytes(6),
      Buffer.from([0xff]),
      lines('h', 1_200, 1_300),
    ]);
    assert.equal(refused.status, 400);
    assert.match((refused.body as unknown as { message: string }).message, /must be UTF-8.*Send the whole file again/);
    assert.equal(await countGroups('h%'), 1_000);
  });

  it('stops for a person who is removed while the file arrives', async () => {
    const { owner, addPerson } = app.acme;
    const person = await addPerson('EDITOR');
    const before = (await owner.call('GET', '/user')).body as { id: string; role: string }[];
    const sent = begin({ token: person.token });
    const answer = answerOf(sent);
    sent.write(header + lines('p', 0, 1_000) + megabytes(6) + lines('p', 1_000, 1_001) + megabytes(1));
    await until('the first batch is stored', async () => (await countGroups('p%')) === 1_000, 20_000);
    const user = before.findLast(({ role }) => role === 'EDITOR');
    assert.equal((await owner.call('DELETE', `/user/${user?.id}`)).status, 200);
    await setTimeout(600);
    sent.end(lines('p', 1_001, 2_500));
    assert.deepEqual([(await answer).status, await countGroups('p%')], [404, 1_000]);
  });

  it('that turns out to be small is one transaction, as with Content-Length', async () => {
    const before = await auditRows();
    assert.deepEqual(counted((await sendPieces([header, lines('i', 0, 1_100)])).body), [1_100, 1_100, 0, 0]);
    assert.equal((await auditRows()) - before, 1);
    const refused = await sendPieces([header, lines('j', 0, 1_100), Buffer.from([0xff])]);
    assert.deepEqual([refused.status, await countGroups('j%')], [400, 0]);
  });

  it('has one effect and one response under one Idempotency-Key, which no other file can use', async () => {
    const headers = { 'idempotency-key': 'large-file' };
    const pieces = [header, lines('k', 0, 10), megabytes(6)];
    const first = await sendPieces(pieces, { headers });
    const again = await sendPieces(pieces, { headers });
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal((await sendPieces([...pieces, '\n'], { headers })).status, 422);
    assert.equal((await sendPieces([header, lines('m', 0, 10), megabytes(6)], { headers })).status, 422);
    assert.equal(await countGroups('m%'), 0, 'nothing of the other file is stored');
  });

  it('is held in memory in pieces, whatever its size', async () => {
    const bad = `${'x'.repeat(1_000)}\n`.repeat(1_000);
    let most = 0;
    const pieces = function* () {
      yield header;
      for (let count = 0; count < 100; count += 1) {
        yield bad;
        if (count % 10 === 9) most = Math.max(most, heldBytes());
      }
    };
    const before = heldBytes();
    const { body } = await sendPieces(pieces());
    assert.deepEqual([body.lines, body.rejected, body.isWhole], [100_000, 100_000, false]);
    assert.ok(most - before < 40 * mebibyte, `${Math.round((most - before) / mebibyte)} MiB more`);
  });

  it('is refused when it is announced as too large, or while two others of the organization are being sent', async () => {
    const tooLarge = begin({ length: 256 * mebibyte + 1 });
    const refusal = answerOf(tooLarge);
    tooLarge.flushHeaders();
    assert.equal((await refusal).status, 413);
    tooLarge.destroy();
    const open = [begin(), begin()];
    for (const one of open) {
      one.on('error', () => {});
      one.write(header);
    }
    await until('the third is refused', async () => (await sendPieces([header])).status === 429, 10_000);
    for (const one of open) one.destroy();
    await until('there is room again', async () => (await sendPieces([header])).status === 200, 10_000);
  });
});
