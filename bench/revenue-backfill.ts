/**
 * Measures how fast billing events become raw rows, lines, records, days, totals and events: the CSV is read, every row is
 * checked and translated, and batches of 1000 are stored by the act that a sync uses. The floor is a bare COPY of the same
 * file into a table with a primary key. They take turns, file by file, on one PostgreSQL.
 *
 *   node bench/revenue-backfill.ts --files 20 --invoices 1500
 */
import { chmodSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { awsDatasets } from '../server/src/adapters/revenue/aws/datasets.ts';
import { readFeedRows } from '../server/src/adapters/revenue/aws/read-rows.ts';
import { translateBillingEvent } from '../server/src/adapters/revenue/aws/translate-billing-event.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { startMetering } from '../server/src/domain/metering/metering.test-support.ts';
import { ingestEvents, ingestRows } from '../server/src/domain/revenue/record/actions/ingest-rows.ts';
import { billingEventFeed } from '../simulators/aws/feeds/columns.ts';
import { startPostgres } from '../tools/postgres.ts';

const { values: options } = parseArgs({
  options: { files: { type: 'string', default: '20' }, invoices: { type: 'string', default: '1500' } },
});
const files = Number(options.files);
const invoices = Number(options.invoices);
const dataset = awsDatasets.find((one) => one.dataset === 'billing_event');
if (!dataset) throw new Error('there is no feed of billing events');

const columns = [...billingEventFeed.columns, 'offer_id'];

const dayMs = 86_400_000;
const firstDay = Date.parse('2024-11-01T00:00:00Z');
const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The rows of an invoice: what was billed, AWS' fee, the tax that it remits, and their payout. */
const rowsOf = (file: number, index: number): Record<string, string>[] => {
  const invoice = `${file}${String(index).padStart(6, '0')}`;
  const time = firstDay + file * 30 * dayMs + (index % 28) * dayMs;
  const payout = `payout-${file}`;
  const amount = `${100 + ((file * 7919 + index * 104_729) % 90_000)}.${10 + (index % 90)}`;
  const fee = (Number(amount) * -0.03).toFixed(2);
  const common = {
    valid_from: iso(time),
    insert_date: iso(time + dayMs),
    update_date: iso(time + dayMs),
    from_account_id: '111122223333',
    to_account_id: '999988887777',
    end_user_account_id: '111122223333',
    product_id: `prod-${index % 2}`,
    currency: 'USD',
    invoice_id: invoice,
    transaction_reference_id: invoice,
    buyer_transaction_reference_id: invoice,
    broker_id: 'AWS_INC',
    offer_id: `offer-${index % 500}`,
    agreement_id: `agmt-${index % 2000}`,
    usage_period_start_date: iso(time - 30 * dayMs),
    usage_period_end_date: iso(time),
    payment_due_date: iso(time + 30 * dayMs),
    invoice_date: iso(time),
  };
  const event = (id: string, more: Record<string, string>): Record<string, string> => ({
    ...common,
    billing_event_id: `${invoice}-${id}`,
    ...more,
  });
  const paid = { action: 'DISBURSED', balance_impacting: '0', disbursement_billing_event_id: payout };
  return [
    event('sale', { action: 'INVOICED', transaction_type: 'SELLER_REV_SHARE', amount, balance_impacting: '1' }),
    event('fee', { action: 'INVOICED', transaction_type: 'AWS_REV_SHARE', amount: fee, balance_impacting: '1' }),
    event('tax', { action: 'INVOICED', transaction_type: 'AWS_TAX_SHARE', amount: '8.25', balance_impacting: '0' }),
    event('sale-paid', { ...paid, transaction_type: 'SELLER_REV_SHARE', amount: `-${amount}` }),
    event('fee-paid', { ...paid, transaction_type: 'AWS_REV_SHARE', amount: fee.slice(1) }),
  ];
};

const textOf = (rows: readonly Record<string, string>[]): string =>
  `${columns.join(',')}\n${rows.map((row) => columns.map((name) => row[name] ?? '').join(',')).join('\n')}\n`;

const folder = mkdtempSync(join(tmpdir(), 'mos-revenue-'));
// The database server reads the files as another user.
chmodSync(folder, 0o755);
const cluster = await startPostgres();
if (!cluster) throw new Error('no PostgreSQL server is installed');
const database = await openDatabase({
  databaseUrl: await cluster.createDatabase('bench'),
  dataDir: folder,
  strictReads: false,
  poolSize: 4,
  migrate: true,
});
const service = await startMetering(database);
await cluster.createDatabase('floor');
const client = new pg.Client({ connectionString: cluster.superuserUrl('floor') });
await client.connect();
await client.query(
  `create table floor_row (${columns.map((name) => `${name} text`).join(', ')}, primary key (billing_event_id))`,
);

const store = async (path: string): Promise<void> => {
  let storing: Promise<unknown> = Promise.resolve();
  for await (const batch of readFeedRows(createReadStream(path), dataset, path)) {
    const rows = batch.map((row) => ({ row, lines: translateBillingEvent(row) }));
    await storing;
    const given = { channel: 'AWS', connectionId: service.orgId, part: path, rows } as const;
    storing = service.act((call) => ingestRows(call, given), ingestEvents);
  }
  await storing;
};

const spent = { service: 0, floor: 0, cpu: 0 };
let rowCount = 0;
const perFile: string[] = [];
for (let file = 0; file < files; file += 1) {
  const rows = Array.from({ length: invoices }, (_, index) => rowsOf(file, index)).flat();
  const path = join(folder, `billing-${file}.csv`);
  writeFileSync(path, textOf(rows), { mode: 0o644 });
  rowCount += rows.length;
  const cpuBegan = process.cpuUsage();
  const began = performance.now();
  await store(path);
  const ms = performance.now() - began;
  spent.service += ms;
  perFile.push(Math.round((rows.length * 1000) / ms).toString());
  const cpu = process.cpuUsage(cpuBegan);
  spent.cpu += (cpu.user + cpu.system) / 1000;
  const floorBegan = performance.now();
  await client.query(`copy floor_row from '${path}' with (format csv, header)`);
  spent.floor += performance.now() - floorBegan;
}
const perSecond = (ms: number): string => Math.round((rowCount * 1000) / ms).toLocaleString('en-US');
console.log(`${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, node ${process.version}; ${rowCount} rows\n`);
console.log('| what | service rows/s | floor rows/s | share | processor time of this process |');
console.log('|---|---|---|---|---|');
const share = (spent.floor / spent.service).toFixed(2);
const perRow = `${((spent.cpu * 1000) / rowCount).toFixed(0)} µs a row`;
console.log(`| billing events | ${perSecond(spent.service)} | ${perSecond(spent.floor)} | ${share} | ${perRow} |`);
console.log(`\nby file: ${perFile.join(', ')} rows/s`);
console.log(`memory at the end: ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`);
await client.end();
await service.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
