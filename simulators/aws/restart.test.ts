import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { DescribeChangeSetCommand, StartChangeSetCommand } from '@aws-sdk/client-marketplace-catalog';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import { CreateOpportunityCommand, GetOpportunityCommand } from '@aws-sdk/client-partnercentral-selling';
import { eventually, makeDataDir, takeMessages } from '../kit/bench.test-support.ts';
import {
  buyer,
  clientsOf,
  openBench,
  type SeededAgreement,
  type SeededProduct,
  type Seller,
  seedAgreement,
  seedProduct,
} from './simulator.test-support.ts';

const script = `
  import { startAwsSimulator } from '${new URL('./server.ts', import.meta.url).href}';
  const simulator = await startAwsSimulator({ host: '127.0.0.1', port: 0, dataDir: process.argv[1] });
  console.log(simulator.url + ' ' + simulator.token);
`;

/** Starts the simulator in its own process. */
const startProcess = async (dataDir: string) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url = '', token = ''] = await new Promise<string[]>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim().split(' ')));
  });
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { url, headers: { authorization: `Bearer ${token}` }, kill };
};

test('what a killed simulator has confirmed is there after the restart', async (t) => {
  const dataDir = makeDataDir();
  const running = await startProcess(dataDir);
  t.after(running.kill);
  const post = async <T>(path: string, body: unknown = {}): Promise<T> => {
    const response = await fetch(`${running.url}/control${path}`, {
      method: 'POST',
      headers: running.headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const seller = await post<Seller>('/aws/account', { name: 'Acme' });
  const { publicOfferId } = await post<SeededProduct>('/aws/product', {
    sellerAccountId: seller.id,
    title: 'Acme',
    dimensions: [{ key: 'requests', price: '1' }],
  });
  const accepted = await post<SeededAgreement>(`/aws/offer/${publicOfferId}/accept`, { buyerAccountId: buyer });
  await post('/clock', { advance: 'PT20H' });
  const read = await fetch(`${running.url}/control/aws/agreement/${accepted.agreementId}`, {
    headers: running.headers,
  });
  const { licenseArn } = (await read.json()) as SeededAgreement;
  const { metering, selling } = clientsOf(running.url, seller);
  const acknowledged: (string | undefined)[] = [];
  let sending = true;
  t.after(() => {
    sending = false;
  });
  const senders = Array.from({ length: 4 }, async (_, sender) => {
    for (let call = 0; sending; call += 1) {
      const Timestamp = new Date(Date.now() + (20 - (call % 18)) * 3_600_000 - 60_000);
      const Dimension = 'requests';
      const record = { Timestamp, Dimension, Quantity: sender, CustomerAWSAccountId: buyer, LicenseArn: licenseArn };
      const answer = await metering.send(new BatchMeterUsageCommand({ UsageRecords: [record] })).catch(() => null);
      for (const result of answer?.Results ?? []) acknowledged.push(result.MeteringRecordId);
      // It may be throttled: a fast machine sends more than AWS takes.
      if (answer === null) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await eventually(async () => acknowledged.length >= 20);
  const { Id } = await selling.send(new CreateOpportunityCommand({ Catalog: 'AWS', ClientToken: 'a' }));
  await running.kill();
  sending = false;
  await Promise.all(senders);

  const bench = await openBench(t, { reopen: { dataDir, seller } });
  assert.ok(bench.clock.now() >= Date.now() + 20 * 3_600_000 - 1000, 'the clock has gone back');
  const { records } = await bench.get<{ records: { meteringRecordId: string }[] }>('/aws/journal/metering');
  const kept = new Set(records.map((record) => record.meteringRecordId));
  for (const id of acknowledged) assert.ok(kept.has(id ?? ''), `${id} was forgotten`);
  const opportunity = await bench.selling.send(new GetOpportunityCommand({ Catalog: 'AWS', Identifier: Id }));
  assert.equal(opportunity.LifeCycle?.ReviewStatus, 'Pending Submission');
});

test('an incomplete line at the end of the journal is dropped, and the state is as before', async (t) => {
  const bench = await openBench(t);
  const { publicOfferId } = await seedProduct(bench);
  await seedAgreement(bench, publicOfferId);
  const before = bench.snapshot();
  await bench.close();
  appendFileSync(join(bench.dataDir, 'simulators', 'aws', 'journal.jsonl'), '{"at":1,"drawn":99,"ops":[["put","acc');
  const reopened = await openBench(t, { reopen: bench });
  assert.deepEqual(reopened.snapshot(), before);
});

test('a running change set continues after a restart', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  await bench.post('/aws/settings', { changeSetDelayMs: 3_600_000 });
  const { ChangeSetId } = await bench.catalog.send(
    new StartChangeSetCommand({
      Catalog: 'AWSMarketplace',
      ChangeSet: [
        {
          ChangeType: 'UpdateInformation',
          Entity: { Type: 'SaaSProduct@1.0', Identifier: productId },
          DetailsDocument: { Sku: 'A' },
        },
      ],
    }),
  );
  await bench.close();
  const reopened = await openBench(t, { reopen: bench });
  const read = () => reopened.catalog.send(new DescribeChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSetId }));
  assert.equal((await read()).Status, 'PREPARING');
  await reopened.post('/clock', { advance: 'PT1H' });
  assert.equal((await read()).Status, 'SUCCEEDED');
});

test('the same calls at the same times give the same ids', async (t) => {
  const ids = [];
  for (let run = 0; run < 2; run += 1) {
    const bench = await openBench(t);
    const product = await seedProduct(bench);
    ids.push([bench.seller.accessKeyId, product.productId, product.productCode, product.publicOfferId]);
    await bench.close();
  }
  assert.deepEqual(ids[0], ids[1]);
});

test('events that release 0.1.0 had not yet delivered are delivered', async (t) => {
  const received: unknown[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    received.push([headers['x-api-key'], JSON.parse(text)]);
    return { status: 200 };
  });
  const dataDir = makeDataDir();
  const journal = join(dataDir, 'simulators/aws/journal.jsonl');
  const account = { id: '123456789012', kind: 'seller', name: 'Acme', accessKeyId: 'AKIA0', secretAccessKey: 's' };
  const id = '292283da-4205-463b-ab0f-db7b264f0226';
  const time = '2026-11-20T06:00:00Z';
  const envelope = {
    version: '0',
    id,
    'detail-type': 'Change Set Succeeded',
    source: 'aws.marketplacecatalog',
    account: account.id,
    time,
    region: 'us-east-1',
    resources: [`arn:aws:aws-marketplace:us-east-1:${account.id}:AWSMarketplace/ChangeSet/abc`],
    detail: { requestId: id, Catalog: 'AWSMarketplace', ChangeSetId: 'abc', StartTime: time, EndTime: time },
  };
  const left = { attempts: 1, nextWall: 0, deliveredWall: null, lastStatus: 500, lastError: null };
  const ops = [
    ['put', 'accounts', { ...account, createdAt: 0, eventTarget: { url, headers: { 'x-api-key': 'k' } } }],
    ['put', 'events', { id, accountId: account.id, createdWall: 0, envelope }],
    ['put', 'deliveries', { id: `${id}#2`, eventId: id, status: 'PENDING', ...left }],
    ['put', 'outgoing', { id: `${id}#2` }],
  ];
  mkdirSync(dirname(journal), { recursive: true });
  writeFileSync(journal, `{"seed":"aws"}\n${JSON.stringify({ at: 1, drawn: 0, ops })}\n`);
  const seller: Seller = account;
  const bench = await openBench(t, { reopen: { dataDir, seller } });
  await eventually(async () => received.length === 1);
  assert.deepEqual(received, [['k', envelope]]);
  const { messages } = await eventually(async () => {
    const sent = await bench.get<{ count: number; messages: unknown[] }>('/aws/message?status=DELIVERED');
    return sent.count === 1 && sent;
  });
  const delivery = { id: `${id}#2`, type: 'Change Set Succeeded', accountId: account.id, attempts: 2, lastStatus: 200 };
  assert.partialDeepStrictEqual(messages, [delivery]);
});
