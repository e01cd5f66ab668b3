import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { MoneyLine } from '../../../adapters/revenue/port.ts';
import { type Metering, startMetering } from '../../metering/metering.test-support.ts';
import { ingestEvents, ingestRows } from './actions/ingest-rows.ts';
import { matchKind, matchRecords } from './actions/match-records.ts';
import { prepareRow, type TranslatedRow } from './actions/prepare-row.ts';

// What entitlements, buyers and products earned, against sums of what was last stated, whatever came first: files, restatements, refunds,
// or the entitlement that a sale is of. Amounts are whole hundredths here, so that nothing is computed as the service does.

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const connectionId = '0198a000-0000-7000-8000-00000000c0de';
const currencies = ['USD', 'JPY', 'KWD'] as const;

type Sale = { record: number; agreement: number; currency: (typeof currencies)[number]; billed: number; fee: number };
/** What happens to a sale, in any order: it is stated, restated, partly refunded, or withdrawn altogether. */
type Step =
  | { does: 'state'; sale: number; version: number; billed: number; refund: number; isDeleted: boolean }
  | { does: 'import'; agreement: number };

const saleOf: fc.Arbitrary<Omit<Sale, 'agreement'> & { ofAgreement: number }> = fc.record({
  record: fc.nat(5),
  ofAgreement: fc.nat(3),
  currency: fc.constantFrom(...currencies),
  billed: fc.integer({ min: 1, max: 999_999 }),
  fee: fc.integer({ min: 0, max: 999 }),
});
const stepOf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('state' as const),
      sale: fc.nat(9),
      version: fc.nat(4),
      billed: fc.integer({ min: 1, max: 999_999 }),
      refund: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })),
      isDeleted: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('import' as const), agreement: fc.nat(3) }) },
);

const hundredths = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
const units = (text: string): number => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -value : value;
};

type Owned = { gross: number; invoiced: number; collectable: number };
const add = (sums: Map<string, Owned>, key: string, one: Owned): void => {
  const held = sums.get(key) ?? { gross: 0, invoiced: 0, collectable: 0 };
  sums.set(key, {
    gross: held.gross + one.gross,
    invoiced: held.invoiced + one.invoiced,
    collectable: held.collectable + one.collectable,
  });
};
const shown = (sums: Map<string, Owned>) =>
  [...sums].filter(([, one]) => Object.values(one).some((amount) => amount !== 0)).sort();

let round = 0;

test('what owners earned is the sum of what was last stated, in whatever order sales, refunds and imports arrived', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(saleOf, { minLength: 10, maxLength: 10 }),
      fc.array(stepOf, { minLength: 1, maxLength: 25 }),
      async (given, steps) => {
        round += 1;
        await m.write(sql`delete from due where org_id = ${m.orgId}`);
        const agreementOf = (one: number): string => `agmt-${round}-${one}`;
        const owners = [];
        for (let index = 0; index < 4; index += 1) owners.push((await m.anEntitlement({ product: 1 })).id);
        // A record belongs to one agreement.
        const sales = given.map(({ ofAgreement: _, ...sale }) => ({ ...sale, agreement: sale.record % 4 }));
        const stated = new Map<number, Extract<Step, { does: 'state' }>>();
        const imported = new Set<number>();
        const hashes = new Set<string>();
        for (const [index, step] of steps.entries()) {
          if (step.does === 'import') {
            if (imported.has(step.agreement)) continue;
            imported.add(step.agreement);
            await m.write(sql`
              insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
              values (${m.orgId}, ${agreementOf(step.agreement)}, 'AWS', ${owners[step.agreement]}, ${agreementOf(step.agreement)}, 'ACTIVE', 1)`);
            const due = await m.select<{ entity_id: string }>(
              sql`select entity_id from due where org_id = ${m.orgId} and kind = ${matchKind}`,
            );
            for (const { entity_id: entityId } of due) await m.act((call) => matchRecords(call, { entityId }));
            await m.write(sql`delete from due where org_id = ${m.orgId}`);
            continue;
          }
          const sale = sales[step.sale] as Sale;
          // Two rows of one version would be a contradiction by the partner.
          const key = `${round}-${step.sale}-${step.version}`;
          if (hashes.has(key)) continue;
          hashes.add(key);
          const before = stated.get(step.sale);
          if (before === undefined || before.version < step.version) stated.set(step.sale, step);
          const line = (fields: Partial<MoneyLine>): MoneyLine => ({
            recordId: `${round}-r${sale.record}`,
            stage: 'BILLED',
            kind: 'REVENUE',
            nature: 'PLAIN',
            amount: hundredths(step.billed),
            currency: sale.currency,
            time: new Date(Date.UTC(2026, 9, 1 + (step.sale % 5))),
            references: { agreement: agreementOf(sale.agreement), product: 'prod-1' },
            ...fields,
          });
          const lines = [
            line({}),
            line({ kind: 'FEE', amount: hundredths(-sale.fee) }),
            ...(step.refund > 0 ? [line({ nature: 'RETURN', amount: hundredths(-step.refund) })] : []),
          ];
          const row: TranslatedRow = {
            row: {
              ...{ dataset: 'feed', key: `${round}-${step.sale}`, version: String(step.version) },
              ...{ isDeleted: step.isDeleted, columns: { key, stated: JSON.stringify(step) } },
            },
            lines,
          };
          const part = { channel: 'AWS' as const, connectionId, part: `part-${index}` };
          await m.act((call) => ingestRows(call, { ...part, rows: [prepareRow(row)] }), ingestEvents);
        }
        const byEntitlement = new Map<string, Owned>();
        const byCurrency = new Map<string, Owned>();
        for (const [index, { billed, refund, isDeleted }] of stated) {
          const { agreement, currency, fee } = sales[index] as Sale;
          if (isDeleted) continue;
          const invoiced = billed - refund;
          const one = { gross: billed, invoiced, collectable: invoiced - fee };
          add(byCurrency, currency, one);
          if (imported.has(agreement)) add(byEntitlement, `${owners[agreement]} ${currency}`, one);
        }
        type Kept = { name: string; gross: string; invoiced: string; collectable: string };
        const read = (rows: readonly Kept[]) =>
          new Map(
            rows.map(({ name, gross, invoiced, collectable }): [string, Owned] => [
              name,
              { gross: units(gross), invoiced: units(invoiced), collectable: units(collectable) },
            ]),
          );
        const kept = await m.select<Kept>(sql`
          select owner_id || ' ' || currency as name, gross::text, invoiced::text, collectable::text from revenue_owner_total
          where org_id = ${m.orgId} and owner_id in (${sql.join(owners)})`);
        assert.deepEqual(shown(read(kept)), shown(byEntitlement), 'entitlements');
        const recorded = await m.select<Kept>(sql`
          select currency as name, sum(billed + refunded)::text as gross, sum(billed)::text as invoiced, sum(collectable)::text as collectable
          from revenue_record where org_id = ${m.orgId} and record_id like ${`${round}-%`}
            and product_id is not null group by currency`);
        assert.deepEqual(shown(read(recorded)), shown(byCurrency), 'the product');
        const buyers = await m.select<Kept>(sql`
          select b.currency as name, coalesce(sum(b.gross), 0)::text as gross, coalesce(sum(b.invoiced), 0)::text as invoiced, coalesce(sum(b.collectable), 0)::text as collectable
          from revenue_owner_total b where b.org_id = ${m.orgId} and b.owner_id in (
            select buyer_id from entitlement where org_id = ${m.orgId} and id in (${sql.join(owners)})) group by b.currency`);
        const matched = await m.select<Kept>(sql`
          select currency as name, sum(billed + refunded)::text as gross, sum(billed)::text as invoiced, sum(collectable)::text as collectable
          from revenue_record where org_id = ${m.orgId} and buyer_id is not null group by currency`);
        assert.deepEqual(shown(read(buyers)), shown(read(matched)), 'the buyer');
      },
    ),
    { numRuns: 20, seed: 1 },
  );
});
