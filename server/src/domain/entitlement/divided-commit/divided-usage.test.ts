import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { isRefusal } from '../../../kit/errors.ts';
import { addHours } from '../../../kit/hours.ts';
import { type Metering, startMetering } from '../../metering/metering.test-support.ts';
import { addEntitlementCredit } from '../own-record/actions/add-entitlement-credit.ts';
import { deleteEntitlementTerm } from './actions/delete-entitlement-term.ts';
import { divideEntitlementCommit } from './actions/divide-entitlement-commit.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const dimensions = [
  { key: 'users', rate: 2 },
  { key: 'bad', rate: 1 },
];
const info = { dimensions };

const divide = (entitlementId: string, startDates: readonly Date[], commitAmount?: number) =>
  m.act(
    (call) =>
      divideEntitlementCommit(call, {
        params: { entitlementId },
        body: { startDates: [...startDates], ...(commitAmount === undefined ? {} : { commitAmount }) },
      }),
    ['entitlement.updated'],
  );
const remove = (entitlementId: string, entitlementTermId: string) =>
  m.act(
    (call) => deleteEntitlementTerm(call, { params: { entitlementId, entitlementTermId } }),
    ['entitlement.updated'],
  );
const credit = (entitlementId: string, creditAmountIncrement: number) =>
  m.act(
    (call) => addEntitlementCredit(call, { params: { entitlementId }, body: { creditAmountIncrement } }),
    ['entitlement.updated'],
  );

type Funds = { id: string; type: string; credit: string; used: string; commit: string; divided: string };
/** The terms in chronological order, the divided one first. */
const funds = (id: string): Promise<Funds[]> =>
  m.select<Funds>(sql`
    select id, type, trim_scale(credit_amount)::text as credit, trim_scale(used_credit_amount)::text as used,
      trim_scale(used_commit_amount)::text as commit, trim_scale(divided_amount)::text as divided
    from entitlement_term where entitlement_id = ${id} order by agreed_start nulls first, id`);
const shown = async (id: string): Promise<string[]> =>
  (await funds(id)).map((one) => `${one.type}: ${one.used} of ${one.credit}, commit ${one.commit}`);
const setCommit = (on: boolean) =>
  m.write(sql`
    update connection set settings = settings || ${JSON.stringify({ enableCommitWithAdditionalUsageMetering: on })}::jsonb
    where org_id = ${m.orgId}`);
const reasonOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
    return '';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const found: unknown = error.info;
    if (Array.isArray(found)) return `${error.code} ${found.map(({ path, code }) => `${path}:${code}`).join()}`;
    return `${error.code} ${(found as { reason?: string }).reason ?? ''}`;
  }
};

test('usage in an hour of a part is paid from its share, and the rest of the commit stays with the term', async () => {
  m.setNow('2027-01-10T10:05:00Z');
  const start = new Date('2027-01-10T09:30:00Z');
  const { id, license } = await m.anEntitlement({ info, start, commit: 50 });
  const noon = new Date('2027-01-10T11:00:00Z');
  assert.equal(await divide(id, [start, noon], 40), '');
  await m.report(id, { users: 8 });
  m.setNow('2027-01-10T11:10:00Z');
  await m.report(id, { users: 14.5 });
  m.setNow('2027-01-10T12:20:00Z');
  await m.runReport();
  assert.deepEqual(await shown(id), [
    'Signup: 0 of 0, commit 0',
    'DivideCommit: 16 of 20, commit 0',
    'DivideCommit: 20 of 20, commit 0',
  ]);
  assert.equal(m.marketplace.journal.get(`${license} users 2027-01-10T10:00:00.000Z`), undefined, 'the share paid all');
  assert.equal(m.marketplace.journal.get(`${license} users 2027-01-10T11:00:00.000Z`), '4', '14.5 less 10');
  await setCommit(true);
  m.setNow('2027-01-10T12:30:00Z');
  await m.report(id, { users: 7.5 });
  m.setNow('2027-01-10T13:20:00Z');
  await m.runReport();
  await setCommit(false);
  const [parent] = await shown(id);
  assert.equal(parent, 'Signup: 0 of 0, commit 10', 'only what was not divided');
  assert.equal(m.marketplace.journal.get(`${license} users 2027-01-10T12:00:00.000Z`), '3', '7.5 + 0.5 less 5');
  assert.deepEqual(await m.imbalances(), []);
});

test('an unused share ends with its part', async () => {
  m.setNow('2027-01-11T10:05:00Z');
  const start = new Date('2027-01-11T10:00:00Z');
  const { id, license } = await m.anEntitlement({ info, start, commit: 40 });
  await divide(id, [start, addHours(start, 1)]);
  m.setNow('2027-01-11T11:05:00Z');
  await m.report(id, { users: 11 });
  m.setNow('2027-01-11T12:20:00Z');
  await m.runReport();
  assert.equal(m.marketplace.journal.get(`${license} users 2027-01-11T11:00:00.000Z`), '1');
  assert.deepEqual((await shown(id)).slice(1), ['DivideCommit: 0 of 20, commit 0', 'DivideCommit: 20 of 20, commit 0']);
});

test('refused usage that is submitted again gives back to the share and to the credit what each had paid', async () => {
  m.setNow('2027-01-12T10:05:00Z');
  const start = new Date('2027-01-12T10:00:00Z');
  const { id } = await m.anEntitlement({ info, start, commit: 4 });
  await divide(id, [start, addHours(start, 5)]);
  await credit(id, 1);
  const group = await m.report(id, { bad: 5 });
  m.setNow('2027-01-12T11:20:00Z');
  await m.runReport();
  assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
  assert.deepEqual((await shown(id)).slice(0, 2), ['Signup: 1 of 1, commit 0', 'DivideCommit: 2 of 2, commit 0']);
  await m.retry(group.id);
  assert.deepEqual((await shown(id)).slice(0, 2), ['Signup: 0 of 1, commit 0', 'DivideCommit: 0 of 2, commit 0']);
  assert.deepEqual(await m.imbalances(), []);
});

test('only a whole, unused commit is divided, and only unused parts are deleted', async () => {
  m.setNow('2027-01-13T10:05:00Z');
  const start = new Date('2027-01-13T10:00:00Z');
  const end = addHours(start, 48);
  const { id, termId } = await m.anEntitlement({ info, start, end, commit: 40 });
  const later = addHours(start, 1);
  assert.equal(await reasonOf(divide(id, [later])), 'BadRequest startDates.0:start');
  assert.equal(await reasonOf(divide(id, [start, later, later])), 'BadRequest startDates.2:order');
  assert.equal(await reasonOf(divide(id, [start, end])), 'BadRequest startDates.1:range');
  assert.equal(await reasonOf(divide(id, [start], 40.01)), 'BadRequest commitAmount:range');
  assert.equal(await reasonOf(divide(id, [start], 1.001)), 'BadRequest commitAmount:decimals');
  assert.equal(await reasonOf(remove(id, termId)), 'Conflict NOT_A_PART');
  await divide(id, [start, later], -1);
  assert.equal(await reasonOf(divide(id, [start])), 'Conflict DIVIDED');
  const [, first, second] = await funds(id);
  await m.report(id, { users: 1 });
  m.setNow('2027-01-13T11:20:00Z');
  await m.runReport();
  assert.equal(await reasonOf(remove(id, first?.id ?? '')), 'Conflict USED');
  await remove(id, second?.id ?? '');
  assert.deepEqual(await shown(id), ['Signup: 0 of 0, commit 0', 'DivideCommit: 2 of 40, commit 0']);
  m.setNow('2027-01-15T10:05:00Z');
  assert.equal(await reasonOf(divide(id, [start])), 'Conflict NO_TERM');
  const used = await m.anEntitlement({ info, commit: 40, credit: 10 });
  await m.report(used.id, { users: 1 });
  m.setNow('2027-01-15T11:20:00Z');
  await m.runReport();
  assert.equal(await reasonOf(divide(used.id, [new Date('2026-01-01T00:00:00Z')])), 'Conflict USED');
  const none = await m.anEntitlement({ info });
  assert.equal(await reasonOf(divide(none.id, [new Date('2026-01-01T00:00:00Z')])), 'Conflict NO_COMMIT');
  for (const status of ['SUSPENDED', 'PENDING_CANCEL', 'CANCELLED', 'PENDING_START']) {
    const other = await m.anEntitlement({ info, commit: 40, status });
    assert.equal(await reasonOf(divide(other.id, [new Date('2026-01-01T00:00:00Z')])), 'Conflict ', status);
  }
});

test('two divisions at once: one wins', async () => {
  m.setNow('2027-01-16T10:05:00Z');
  const { id } = await m.anEntitlement({ info, commit: 40 });
  const start = new Date('2026-01-01T00:00:00Z');
  const reasons = await Promise.all([reasonOf(divide(id, [start])), reasonOf(divide(id, [start, addHours(start, 1)]))]);
  assert.deepEqual(reasons.sort(), ['', 'Conflict DIVIDED']);
});

test('credit that is added twice at once counts twice', async () => {
  m.setNow('2027-01-17T10:05:00Z');
  const { id } = await m.anEntitlement({ info });
  const [one, other] = await Promise.all([credit(id, 2), credit(id, 3.25)]);
  assert.deepEqual(await shown(id), ['Signup: 0 of 5.25, commit 0']);
  assert.ok([one.newCreditAmount, other.newCreditAmount].includes(5.25 as never));
});

test('divisions, credit, closings and retries at once wait for each other, and no unit is lost', async () => {
  m.setNow('2027-01-18T10:05:00Z');
  const start = new Date('2027-01-18T10:00:00Z');
  for (let round = 0; round < 6; round += 1) {
    const made = await Promise.all([1, 2, 3].map(() => m.anEntitlement({ info, start: m.now(), commit: 20 })));
    const groups = await Promise.all(made.map(({ id }) => m.report(id, { bad: 7 })));
    m.advance(75 * 60_000);
    await Promise.all([
      m.runReport(),
      ...made.map(({ id }) => reasonOf(divide(id, [addHours(start, 1.25 * round), addHours(start, 100)]))),
      ...made.map(({ id }) => credit(id, 3)),
    ]);
    await Promise.all([
      ...groups.map((group) => reasonOf(m.retry(group.id))),
      ...made.map(({ id }) => credit(id, 1)),
      ...made.map(async ({ id }) => {
        const part = (await funds(id)).at(-1);
        return part?.type === 'DivideCommit' ? reasonOf(remove(id, part.id)) : '';
      }),
    ]);
  }
  assert.deepEqual(await m.imbalances(), []);
});

test('divided or not, every unit is somewhere, and no money pays twice', async () => {
  let day = 0;
  const step = fc.oneof(
    fc.record({ does: fc.constant('report' as const), quantity: fc.integer({ min: 1, max: 60 }) }),
    fc.record({
      does: fc.constant('divide' as const),
      parts: fc.integer({ min: 1, max: 4 }),
      amount: fc.integer({ min: 0, max: 30 }),
    }),
    fc.record({ does: fc.constant('delete' as const), pick: fc.nat() }),
    fc.record({ does: fc.constant('credit' as const), amount: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ does: fc.constant('hour' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), fc.boolean(), async (steps, withCommit) => {
      day += 1;
      const start = new Date(Date.UTC(2027, 2, day, 0, 0, 0));
      m.setNow(addHours(start, 0.1));
      const { id } = await m.anEntitlement({ info, start, commit: 30 });
      await setCommit(withCommit);
      for (const one of [...steps, { does: 'hour' as const }]) {
        if (one.does === 'report') await m.report(id, { users: one.quantity / 4 });
        if (one.does === 'credit') await credit(id, one.amount);
        if (one.does === 'divide')
          await reasonOf(
            divide(
              id,
              Array.from({ length: one.parts }, (_, part) => addHours(start, 3 * part)),
              one.amount,
            ),
          );
        if (one.does === 'delete') {
          const parts = (await funds(id)).filter(({ type }) => type === 'DivideCommit');
          const part = parts[one.pick % Math.max(parts.length, 1)];
          if (part) await reasonOf(remove(id, part.id));
        }
        if (one.does === 'hour') {
          m.setNow(addHours(m.now(), 1));
          m.advance(20 * 60_000);
          await m.runReport();
          m.advance(-20 * 60_000);
        }
        const [parent, ...parts] = await funds(id);
        assert.equal(
          parts.reduce((sum, part) => sum + Number(part.credit), 0),
          Number(parent?.divided),
        );
        for (const term of await funds(id)) assert.ok(Number(term.used) <= Number(term.credit), 'no credit pays twice');
        assert.ok(Number(parent?.commit) <= (withCommit ? 30 - Number(parent?.divided) : 0), 'no commit pays twice');
        const [paid] = await m.select<{ credit: string; commit: string }>(sql`
          select coalesce(sum(credit_amount), 0) as credit, coalesce(sum(commit_amount), 0) as commit
          from usage_report_row where entitlement_id = ${id}`);
        const used = (await funds(id)).reduce((sum, term) => sum + Number(term.used), 0);
        assert.deepEqual([Number(paid?.credit), Number(paid?.commit)], [used, Number(parent?.commit)]);
      }
      assert.deepEqual(await m.imbalances(), []);
    }),
    { numRuns: 25 },
  );
  await setCommit(false);
});
