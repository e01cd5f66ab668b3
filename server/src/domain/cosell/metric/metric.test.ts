import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { onPostgres } from '../../../../test/fresh-database.ts';
import { type ReferralStage, referralStages } from '../../../adapters/cosell/port.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { inOrganization } from '../../../db/two-organizations.ts';
import { type Big, big } from '../../../kit/decimal.ts';
import { newReferral } from '../referral/draft.ts';
import { statusColumns } from '../referral/partner-standing.ts';
import { type Referral, type ReferralPartner, referralPartners } from '../referral/referral.ts';
import { type ReferralStatus, referralStatuses } from '../referral/states.ts';
import { findReferral, insertReferral, updateReferralRow } from '../referral/store.ts';

// The figures of the metric, kept by the database with every change, against a recount of all referrals.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

let count = 0;
const anOrganization = (): Promise<TestOrganization> => {
  count += 1;
  return app.addOrganization(`metric-${count}`);
};

const start = Date.UTC(2026, 0, 1);
/** Minutes, so that some changes are around midnight. */
const timeOf = (minute: number): Date => new Date(start + minute * 60_000);

type Deal = Pick<Referral, 'partner' | 'status' | 'stage' | 'deal_value' | 'currency'>;

const aReferral = (deal: Deal, now: Date): Referral => {
  const call = {
    now,
    newId: () => app.app.environment.ids.next(),
    actor: { type: 'schedule', id: 'test', name: '' } as const,
  };
  const made = newReferral(call, { ...deal, direction: 'OUTBOUND', document: {}, unified: { name: 'deal' } });
  return { ...made, ...deal, closed_time: statusColumns({ ...made, status: 'DRAFT' }, deal.status, now).closed_time };
};

const insert = async (db: OrgDb, referral: Referral): Promise<Referral> => {
  assert.ok(await insertReferral(db, referral));
  return referral;
};

const change = async (db: OrgDb, id: string, deal: Partial<Deal>, now: Date): Promise<void> => {
  const old = (await findReferral(db, id)) ?? assert.fail();
  await updateReferralRow(db, { ...old, ...deal, ...statusColumns(old, deal.status ?? old.status, now) });
};

const remove = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('referral').where('referral.id', '=', id).execute();
};

type Figures = Record<string, string>;
const add = (figures: Map<string, Big>, key: readonly (string | null)[], by: Big | number): void => {
  const name = key.join(' ');
  figures.set(name, (figures.get(name) ?? big(0)).plus(by));
};
/** What is zero is not kept. */
const printed = (figures: Map<string, Big>): Figures =>
  Object.fromEntries(
    [...figures]
      .filter(([, value]) => !value.eq(0))
      .map(([name, value]): [string, string] => [name, value.toFixed()])
      .sort(),
  );

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

type Row = Deal & Pick<Referral, 'status_before' | 'creation_time' | 'closed_time'>;

const rowsOf = async ({ uuid }: TestOrganization): Promise<Row[]> =>
  (
    await app.database.pool.query(
      `select partner, status, status_before, stage, deal_value, currency, creation_time, closed_time from referral where org_id = $1`,
      [uuid],
    )
  ).rows as Row[];

const openSecondsOf = ({ creation_time: from, closed_time: to }: Row): number =>
  Math.max(0, Number(to) - Number(from)) / 1000;

/** How a deal was closed, which it stays when it is put away. */
const outcomeOf = ({ status, status_before: before }: Row): ReferralStatus | null =>
  status === 'ARCHIVED' ? before : status;
const isClosed = (row: Row): row is Row & { closed_time: Date } =>
  row.closed_time !== null && ['WON', 'LOST'].includes(outcomeOf(row) ?? '');

const recount = (rows: readonly Row[]): Figures => {
  const figures = new Map<string, Big>();
  for (const row of rows) {
    const { partner, status, stage, currency, deal_value: value } = row;
    const key = [dayOf(row.creation_time), partner, status, stage, value === null ? '' : (currency ?? '')];
    add(figures, ['referrals', ...key], 1);
    add(figures, ['value', ...key], big(value ?? 0));
    if (!isClosed(row)) continue;
    const closed = [dayOf(row.closed_time), partner, outcomeOf(row)];
    add(figures, ['closed', ...closed], 1);
    add(figures, ['seconds', ...closed], openSecondsOf(row));
  }
  return printed(figures);
};

const kept = async ({ uuid }: TestOrganization): Promise<Figures> => {
  const figures = new Map<string, Big>();
  const { rows } = await app.database.pool.query(`select day::text as day, * from referral_total where org_id = $1`, [
    uuid,
  ]);
  for (const row of rows) {
    const key = [String(row.day), row.partner, row.status, row.stage, row.currency] as string[];
    assert.ok(Number(row.referrals) > 0, `${key.join(' ')} counts ${row.referrals}`);
    add(figures, ['referrals', ...key], big(row.referrals));
    add(figures, ['value', ...key], big(row.deal_value));
  }
  const closed = await app.database.pool.query(`select day::text as day, * from referral_closed where org_id = $1`, [
    uuid,
  ]);
  for (const row of closed.rows) {
    const key = [String(row.day), row.partner, row.status] as string[];
    assert.ok(Number(row.referrals) > 0, `${key.join(' ')} counts ${row.referrals}`);
    add(figures, ['closed', ...key], big(row.referrals));
    add(figures, ['seconds', ...key], big(row.open_seconds));
  }
  return printed(figures);
};

type Counted = { count: number; dealValue: { currency: string; amount: number }[] };
type Metric = {
  totals: Counted;
  byStatus: (Counted & { status: string })[];
  byStage: (Counted & { stage: string })[];
  byPartner: (Counted & { partner: string })[];
  winRate: number | null;
  averageDaysToClose: number | null;
  series: { date: string; created: number; won: number; lost: number }[];
};

const countedBy = (rows: readonly Row[], key?: 'status' | 'stage' | 'partner'): Figures => {
  const figures = new Map<string, Big>();
  for (const row of rows) {
    const group = key === undefined ? 'all' : row[key];
    add(figures, [group, 'count'], 1);
    if (row.deal_value !== null && row.currency) add(figures, [group, row.currency], big(row.deal_value));
  }
  return printed(figures);
};

const shownBy = (groups: readonly Counted[], nameOf: (group: never) => string): Figures => {
  const figures = new Map<string, Big>();
  for (const group of groups) {
    add(figures, [nameOf(group as never), 'count'], group.count);
    for (const { currency, amount } of group.dealValue) add(figures, [nameOf(group as never), currency], big(amount));
  }
  return printed(figures);
};

/** Compares the answer of the endpoint with what the rows add up to. */
const checkAnswer = async (
  organization: TestOrganization,
  all: readonly Row[],
  { from, to, partner }: { from: string; to: string; partner: ReferralPartner | '' },
): Promise<void> => {
  const path = `/cosell/metric?startDate=${from}&endDate=${to}&partner=${partner}`;
  const reply = await organization.editor.call('GET', path);
  assert.equal(reply.status, 200, reply.text);
  const shown = reply.body as Metric;
  const isIn = (time: Date): boolean => dayOf(time) >= from && dayOf(time) <= to;
  const rows = all.filter((row) => partner === '' || row.partner === partner);
  const created = rows.filter((row) => isIn(row.creation_time));
  const closed = rows.filter(isClosed).filter((row) => isIn(row.closed_time));
  const won = closed.filter((row) => outcomeOf(row) === 'WON');
  assert.deepEqual(
    shownBy([shown.totals], () => 'all'),
    countedBy(created),
  );
  assert.deepEqual(
    shownBy(shown.byStatus, ({ status }) => status),
    countedBy(created, 'status'),
  );
  assert.deepEqual(
    shownBy(shown.byStage, ({ stage }) => stage),
    countedBy(created, 'stage'),
  );
  assert.deepEqual(
    shownBy(shown.byPartner, ({ partner: one }) => one),
    countedBy(created, 'partner'),
  );
  const near = (given: number | null, exact: number, unit: number): void =>
    closed.length === 0
      ? assert.equal(given, null)
      : assert.ok(given !== null && given >= 0 && Math.abs(given - exact) <= unit / 2 + 1e-9, `${given} for ${exact}`);
  near(shown.winRate, won.length / closed.length, 1e-4);
  const seconds = closed.reduce((sum, row) => sum + openSecondsOf(row), 0);
  near(shown.averageDaysToClose, seconds / 86_400 / closed.length, 1e-2);
  const figures = new Map<string, Big>();
  for (const row of created) add(figures, [dayOf(row.creation_time), 'created'], 1);
  for (const row of closed) add(figures, [dayOf(row.closed_time), outcomeOf(row)], 1);
  const series = new Map<string, Big>();
  for (const { date, created: made, won: wins, lost } of shown.series) {
    for (const [name, value] of Object.entries({ created: made, WON: wins, LOST: lost }))
      add(series, [date, name], value);
  }
  assert.deepEqual(printed(series), printed(figures));
};

const statuses = fc.constantFrom<ReferralStatus>('WON', 'LOST', 'ARCHIVED', ...referralStatuses);
const values = fc.option(
  fc.constantFrom('0', '0.1', '12.34', '10000000000.01').map((value) => value as NonNullable<Deal['deal_value']>),
  { nil: null },
);
const deals = fc.record({
  partner: fc.constantFrom<ReferralPartner>(...referralPartners),
  status: statuses,
  stage: fc.constantFrom<ReferralStage>(...referralStages),
  deal_value: values,
  currency: fc.constantFrom('USD', 'EUR', null),
});
const edits = fc.record(
  {
    status: statuses,
    stage: fc.constantFrom<ReferralStage>(...referralStages),
    deal_value: values,
    currency: fc.constantFrom('USD', 'EUR', null),
  },
  { requiredKeys: [] },
);
const places = fc.nat(20);
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('create' as const), deal: deals, closedEarlier: fc.nat(3000) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), place: places, edit: edits }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), place: places }) },
);
/** What one transaction does, at a minute. */
const transactions = fc.record({
  minute: fc.nat(4 * 24 * 60),
  isUndone: fc.nat(9).map((digit) => digit === 0),
  work: fc.array(steps, { minLength: 1, maxLength: 4 }),
});

type Transaction = typeof transactions extends fc.Arbitrary<infer Value> ? Value : never;

const undone = new Error('undone');

/** Runs the steps of one transaction; `ids`: the referrals that there are, which it changes. */
const run = async (
  { uuid }: TestOrganization,
  ids: string[],
  { minute, isUndone, work }: Transaction,
): Promise<void> => {
  const now = timeOf(minute);
  const left = await app.database
    .write(uuid, async (db) => {
      const there = [...ids];
      for (const step of work) {
        if (step.kind === 'create') {
          const made = aReferral(step.deal, now);
          // One that a partner closed before it was read for the first time.
          const closed = made.closed_time && timeOf(minute - step.closedEarlier);
          there.push((await insert(db, { ...made, closed_time: closed })).id);
          continue;
        }
        const id = there[step.place % Math.max(1, there.length)];
        if (id === undefined) continue;
        if (step.kind === 'change') await change(db, id, step.edit, now);
        else {
          await remove(db, id);
          there.splice(there.indexOf(id), 1);
        }
      }
      if (isUndone) throw undone;
      return there;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
      return ids;
    });
  ids.splice(0, ids.length, ...left);
};

describe('the metric', () => {
  it('adds up to what the referrals do, whatever happens to them', async () => {
    const ranges = fc.record({
      from: fc.constantFrom('2026-01-01', '2026-01-02', '2025-12-01'),
      to: fc.constantFrom('2026-01-02', '2026-01-03', '2026-12-31'),
      partner: fc.constantFrom<ReferralPartner | ''>('', ...referralPartners),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(transactions, { minLength: 1, maxLength: 25 }), ranges, async (all, range) => {
        const organization = await anOrganization();
        const ids: string[] = [];
        for (const one of all) await run(organization, ids, one);
        const rows = await rowsOf(organization);
        assert.equal(rows.length, ids.length);
        assert.deepEqual(await kept(organization), recount(rows));
        await checkAnswer(organization, rows, range);
        await checkAnswer(organization, rows, { from: '2025-12-01', to: '2026-12-31', partner: '' });
      }),
      { numRuns: 30 },
    );
  });

  it('counts what a transaction did in both organizations', async () => {
    const [ours, theirs] = [await anOrganization(), await anOrganization()];
    const deal = { partner: 'DIRECT', status: 'DRAFT', stage: 'PROSPECT', deal_value: null, currency: null } as const;
    await app.database.write(ours.uuid, async (db) => {
      await insert(db, aReferral(deal, timeOf(0)));
      await inOrganization(db, theirs.uuid, (there) => insert(there, aReferral(deal, timeOf(0))));
      await insert(db, aReferral(deal, timeOf(0)));
    });
    for (const [organization, total] of [
      [ours, 2],
      [theirs, 1],
    ] as const) {
      assert.equal(Object.values(await kept(organization))[0], String(total));
    }
  });

  // The embedded database has a single session.
  if (onPostgres)
    it('does not block other transactions while one that moved other referrals is open', async () => {
      const organization = await anOrganization();
      const { uuid } = organization;
      const deal = {
        partner: 'AWS',
        status: 'SUBMITTED',
        stage: 'PROSPECT',
        deal_value: null,
        currency: null,
      } as const;
      const add = (): Promise<Referral> => app.database.write(uuid, (db) => insert(db, aReferral(deal, timeOf(0))));
      const [first, second] = [await add(), await add()];
      const [moved, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const open = app.database.write(uuid, async (db) => {
        await change(db, first.id, { status: 'IN_REVIEW' }, timeOf(1));
        moved.resolve();
        await done.promise;
      });
      await moved.promise;
      const other = app.database.write(uuid, (db) => change(db, second.id, { status: 'IN_REVIEW' }, timeOf(1)));
      const isDone = await Promise.race([other.then(() => true), sleep(3000, false)]);
      done.resolve();
      await Promise.all([open, other]);
      assert.ok(isDone, 'the second one waited for the first');
      assert.deepEqual(await kept(organization), recount(await rowsOf(organization)));
    });

  it('loses no count when many referrals move at once, in any order', async () => {
    const organization = await anOrganization();
    const { uuid } = organization;
    const ways = ['SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'WON', 'LOST'] as const;
    const owners = 6;
    const each = 12;
    await Promise.all(
      Array.from({ length: owners }, async (_, owner) => {
        const made = Array.from({ length: each }, (_, at) =>
          aReferral(
            {
              partner: 'AWS',
              status: ways[(at + owner) % 5] ?? 'WON',
              stage: 'PROSPECT',
              deal_value: null,
              currency: null,
            },
            timeOf(at * 60),
          ),
        );
        await app.database.write(uuid, async (db) => {
          for (const referral of made) await insert(db, referral);
        });
        for (let round = 1; round <= 8; round += 1) {
          // Half of them go through the statuses backwards, so that their rows of the totals are in opposite orders.
          const order = owner % 2 === 0 ? made : made.toReversed();
          const by = owner % 2 === 0 ? round : 5 * round - round;
          await app.database.write(uuid, async (db) => {
            for (const [at, { id }] of order.entries()) {
              await change(db, id, { status: ways[(at + by) % 5] ?? 'WON' }, timeOf(round * 600 + at));
            }
          });
        }
      }),
    );
    const rows = await rowsOf(organization);
    assert.equal(rows.length, owners * each);
    assert.deepEqual(await kept(organization), recount(rows));
  });
});
