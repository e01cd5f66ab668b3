import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Fault } from '../../../kit/errors.ts';
import { parseJson } from '../../../kit/json.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';

let m: Metering;
let ent: Awaited<ReturnType<Metering['anEntitlement']>>;
before(async () => {
  m = await startMetering();
  ent = await m.anEntitlement();
});
after(() => m.close());

type Refused = { code: string; info: Fault[] };

/** The faults of a refusal, as `path code`. */
const faultsOf = async (work: Promise<unknown>): Promise<string[]> => {
  try {
    await work;
  } catch (error) {
    const refusal = error as Refused;
    assert.equal(refusal.code, 'BadRequest');
    return refusal.info.map((fault) => `${fault.path} ${fault.code}`);
  }
  return assert.fail('it was accepted');
};

const count = async (): Promise<number> =>
  (await m.select<{ n: number }>(sql`select count(*)::int as n from usage_record_group where org_id = ${m.orgId}`))[0]
    ?.n ?? 0;

describe('one group', () => {
  it('is returned as it was sent, digit for digit', async () => {
    const body = parseJson('{"users": 0.1, "gb": 1234567890.123456789}') as object;
    const group = await m.report(ent.id, body, {
      id: 'exact-1',
      usageAllocations: { gb: [{ quantity: 1, tags: [{ key: 'a', value: 'b' }] }] },
    });
    assert.equal(JSON.stringify(group.records), '{"users":0.1,"gb":1234567890.123456789}');
    assert.equal(group.id, 'exact-1');
    assert.equal(group.status, 'CREATED');
    assert.deepEqual(group.usageAllocations, { gb: [{ quantity: 1, tags: [{ key: 'a', value: 'b' }] }] });
    const [item] = await m.select<{ quantity: string }>(
      sql`select quantity from usage_record_item where group_id = 'exact-1' and dimension = 'gb'`,
    );
    assert.equal(item?.quantity, '1234567890.123456789');
  });

  it('is refused where a quantity exceeds what a marketplace accepts for one hour', async () => {
    await assert.rejects(m.report(ent.id, { users: 1, gb: 2_147_483_647.1 }), (error: Refused) => {
      assert.deepEqual(
        error.info.map(({ path, code }) => `${path}:${code}`),
        ['records.gb:too_large'],
      );
      return true;
    });
    assert.equal((await m.report(ent.id, { gb: 2_147_483_647 }, { id: 'largest' })).status, 'CREATED');
  });

  it('is stored once per id, for ever: 409 names the first, and whether this one differs', async () => {
    await m.report(ent.id, { users: 1 }, { ID: 'twice' });
    const conflicts = (work: Promise<unknown>, differs: boolean): Promise<void> =>
      assert.rejects(work, (error: { code: string; info: Record<string, unknown> }) => {
        assert.equal(error.code, 'Conflict');
        assert.deepEqual(Object.keys(error.info), ['id', 'status', 'creationTime', 'differs']);
        assert.deepEqual([error.info.id, error.info.status, error.info.differs], ['twice', 'CREATED', differs]);
        return true;
      });
    await conflicts(m.report(ent.id, { users: 1, gb: 0 }, { id: 'twice', timestamp: 'never' }), false);
    await conflicts(m.report(ent.id, { users: 2 }, { id: 'twice' }), true);
    await conflicts(m.report(ent.id, {}, { ID: 'twice', records: { users: -1 } }), true);
    const tagged = { users: [{ quantity: 1, tags: [{ key: 'a', value: 'b' }] }] };
    await conflicts(m.report(ent.id, { users: 1 }, { id: 'twice', usageAllocations: tagged }), true);
    const other = await m.anEntitlement({ status: 'DELETED' });
    await conflicts(m.report(other.id, { users: 1 }, { id: 'twice' }), true);
  });

  it('is stored once when ten callers send the same id at the same time', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => m.report(ent.id, { users: 1 }, { id: 'race' })),
    );
    assert.equal(tries.filter((one) => one.status === 'fulfilled').length, 1);
    const [row] = await m.select<{ n: number }>(
      sql`select count(*)::int as n from usage_record_item where group_id = 'race'`,
    );
    assert.equal(row?.n, 1);
  });

  it('leaves one audit row and one event', async () => {
    const before = await m.select(sql`select id from audit_event where org_id = ${m.orgId}`);
    const group = await m.report(ent.id, { users: 1 });
    assert.equal((await m.select(sql`select id from audit_event where org_id = ${m.orgId}`)).length, before.length + 1);
    assert.equal((await m.select(sql`select id from outbox where entity_id = ${group.id}`)).length, 1);
  });

  it('reports every fault at once', async () => {
    const faults = await faultsOf(
      m.report(
        ent.id,
        { users: -1, gb: 'x', calls: 0.1234567891 },
        { timestamp: '2026-11-10', metaInfo: [], billableRecords: [{ key: 'x' }] },
      ),
    );
    assert.deepEqual(faults.sort(), [
      'billableRecords exclusive',
      'metaInfo type',
      'records.calls decimal',
      'records.gb type',
      'records.users negative',
      'timestamp time',
    ]);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 0, gb: 0 })), ['records all_zero']);
    assert.deepEqual(await faultsOf(m.report(ent.id, {})), ['records all_zero']);
    assert.deepEqual(await faultsOf(m.report(ent.id, { nothing: 1, users: 1 })), ['records.nothing unknown_dimension']);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 1 }, { id: 'a', ID: 'b' })), ['id contradiction']);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 1 }, { id: 'has blank' })), ['id id']);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 1 }, { timestamp: '2026-11-10T10:11:00Z' })), [
      'timestamp future',
    ]);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 1 }, { timestamp: '2026-11-31T10:00:00Z' })), [
      'timestamp time',
    ]);
    assert.deepEqual(await faultsOf(m.report(ent.id, { users: 1 }, { timestamp: '2025-11-10T10:00:00Z' })), [
      'timestamp no_term',
    ]);
    await assert.rejects(
      m.report('0198a000-0000-7000-8000-00000000ffff', { users: 1 }),
      (error: { code: string }) => error.code === 'NotFound',
    );
  });

  it('checks allocations: what they name, how much, and which tags', async () => {
    const faults = (usageAllocations: unknown, records: object = { users: 2, 'Number of gb': 1.5 }) =>
      faultsOf(m.report(ent.id, records, { usageAllocations }));
    const tags = (...list: unknown[]) => list.map((key) => ({ key, value: 'v' }));
    assert.deepEqual(await faults([]), ['usageAllocations type']);
    assert.deepEqual(await faults({ users: {} }), ['usageAllocations.users type']);
    assert.deepEqual(
      await faults({
        users: [7, { quantity: -1 }, { tags: [] }, { quantity: 1, tags: {} }],
        gb: [
          { quantity: 1, tags: tags(...'abcdef') },
          { quantity: 1, tags: tags('a', 'a') },
          { quantity: 1, tags: [{ key: '', value: 'é' }, { key: 'k'.repeat(101), value: '' }, { key: 5 }] },
          { quantity: 1, tags: [{ key: 'a\\b', value: 'c/(d) +1' }] },
        ],
      }),
      [
        'usageAllocations.users.0 type',
        'usageAllocations.users.1.quantity negative',
        'usageAllocations.users.2.quantity type',
        'usageAllocations.users.3.tags type',
        'usageAllocations.gb.0.tags too_many',
        'usageAllocations.gb.1.tags repeated',
        'usageAllocations.gb.2.tags.0.key tag',
        'usageAllocations.gb.2.tags.0.value tag',
        'usageAllocations.gb.2.tags.1.key tag',
        'usageAllocations.gb.2.tags.1.value tag',
        'usageAllocations.gb.2.tags.2.key tag',
        'usageAllocations.gb.2.tags.2.value tag',
        'usageAllocations.gb.3.tags.0.key tag',
      ],
    );
    assert.deepEqual(await faults({ calls: [{ quantity: 1 }], nothing: [] }), [
      'usageAllocations.calls not_reported',
      'usageAllocations.nothing not_reported',
    ]);
    assert.deepEqual(await faults({ users: [{ quantity: 1.5 }, { quantity: 0.6 }] }), [
      'usageAllocations.users exceeds',
    ]);
    const gb = (quantity: number) => [{ quantity, tags: tags('a') }];
    assert.deepEqual(await faults({ gb: gb(1), 'Number of gb': gb(0.6) }), ['usageAllocations.gb exceeds']);
    const many = Array.from({ length: 2501 }, (_, index) => ({ quantity: 1, tags: tags(`k${index}`) }));
    assert.deepEqual(await faults({ users: many }, { users: 2501 }), ['usageAllocations.users too_many']);
    const skip = { metaInfo: { SkipValidation: true }, usageAllocations: { other: [{ quantity: 1 }] } };
    assert.deepEqual(await faultsOf(m.report(ent.id, { unknown: 1 }, skip)), ['usageAllocations.other not_reported']);
    await m.report(
      ent.id,
      { other: 1, unknown: 0 },
      { ...skip, usageAllocations: { other: [{ quantity: 1 }], unknown: [] } },
    );
  });

  it('sums allocations with the same tags, in whatever order the tags come, under the key or the name', async () => {
    const [a, b] = [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ];
    const group = await m.report(
      ent.id,
      { users: 10, gb: 1 },
      {
        usageAllocations: {
          users: [
            { quantity: 1, tags: [a, b] },
            { quantity: 0.5, tags: [b, a] },
            { quantity: 3 },
            { quantity: 0, tags: [a] },
          ],
          'Number of users': [{ quantity: 2.25, tags: [b] }],
          gb: [{ quantity: 1, tags: [] }],
        },
      },
    );
    assert.deepEqual(
      await m.select(
        sql`select dimension, allocations from usage_record_item where group_id = ${group.id} order by dimension`,
      ),
      [
        { dimension: 'gb', allocations: null },
        {
          dimension: 'users',
          allocations: [
            [
              [
                ['a', '1'],
                ['b', '2'],
              ],
              '1.5',
            ],
            [[['b', '2']], '2.25'],
          ],
        },
      ],
    );
  });

  it('accepts usage only in the statuses of the rule', async () => {
    for (const status of ['ACTIVE', 'PENDING_CANCEL', 'SUSPENDED', 'CANCELLED'])
      await m.report((await m.anEntitlement({ status })).id, { users: 1 });
    for (const status of ['PENDING_START', 'DELETED']) {
      assert.deepEqual(await faultsOf(m.report((await m.anEntitlement({ status })).id, { users: 1 })), [
        'entitlementID status',
      ]);
    }
    const ended = await m.anEntitlement({ status: 'CANCELLED', end: new Date('2026-11-09T09:30:00Z') });
    assert.deepEqual(await faultsOf(m.report(ended.id, { users: 1 }, { timestamp: '2026-11-09T09:10:00Z' })), [
      'timestamp closed',
    ]);
  });

  it('skips the check of dimensions, and nothing else, on request', async () => {
    await m.report(ent.id, { 'not yet known': 1 }, { metaInfo: { SkipValidation: true } });
    assert.deepEqual(await faultsOf(m.report(ent.id, { x: -1 }, { metaInfo: { SkipValidation: true } })), [
      'records.x negative',
    ]);
  });

  it('an hour in which the term begins belongs to it from its start', async () => {
    const late = await m.anEntitlement({ start: new Date('2026-11-10T09:20:00Z') });
    await m.report(late.id, { users: 1 }, { timestamp: '2026-11-10T09:00:00Z' });
    assert.deepEqual(await faultsOf(m.report(late.id, { users: 1 }, { timestamp: '2026-11-10T08:59:59Z' })), [
      'timestamp no_term',
    ]);
  });
});

describe('a batch', () => {
  const item = (more: object = {}) => ({ entitlementID: ent.typeId, records: { users: 1 }, ...more });

  it('returns one group for each item in order, and counts what was already stored', async () => {
    await m.reportBatch([item({ id: 'b1', records: { users: 7 } })]);
    assert.equal(m.headers.get('x-duplicate-count'), '0');
    const groups = await m.reportBatch([
      item({ id: 'b2' }),
      item({ id: 'b1', records: { users: 7 }, timestamp: 'never' }),
      item(),
      item({ ID: 'a0' }),
    ]);
    assert.deepEqual(
      groups.map((group) => group.id).map((id) => (id.startsWith('usage_') ? 'made' : id)),
      ['b2', 'b1', 'made', 'a0'],
    );
    assert.deepEqual(groups[1]?.records, { users: 7 });
    assert.equal(m.headers.get('x-duplicate-count'), '1');
  });

  it('gives each group the hour of its own time, whatever the group before it has', async () => {
    const start = m.now();
    const { typeId } = await m.anEntitlement({ start });
    m.advance(2 * 3_600_000);
    const [now, early] = [m.now().toISOString(), new Date(start.getTime() + 1000).toISOString()];
    const one = { entitlementID: typeId, records: { users: 1 } };
    const groups = await m.reportBatch([one, { ...one, timestamp: early }, { ...one, timestamp: now }, one]);
    const hours = groups.map(({ dimensionStates }) => dimensionStates.users?.hour);
    const hourIn = (time: string) => `${time.slice(0, 13)}:00:00.000Z`;
    assert.deepEqual(hours, [hourIn(now), hourIn(early), hourIn(now), hourIn(now)]);
    const before = new Date(start.getTime() - 3 * 3_600_000).toISOString();
    const faults = await faultsOf(m.reportBatch([one, { ...one, timestamp: before }, one]));
    assert.deepEqual(faults, ['1.timestamp no_term']);
  });

  it('gets the same response when it is sent again', async () => {
    const body = parseJson(`[
      { "id": "twice-1", "records": { "users": 1, "gb": 0.000000001 } },
      { "id": "twice-\\"2\\"", "records": { "gb": 2, "users": 0 } },
      { "id": "twice-3", "records": { "users": 3, "gb": 1234567890.123456789 } },
      { "id": "twice-4", "records": { "users": 4, "gb": 0.5 }, "metaInfo": { "note": "own" } },
      { "id": "twice-5", "records": { "gb": 5 } }
    ]`) as object[];
    const items = body.map((one) => ({ entitlementID: ent.typeId, ...one }));
    const groups = await m.reportBatch(items);
    assert.deepEqual(await m.reportBatch(items), groups);
    assert.equal(m.headers.get('x-duplicate-count'), '5');
  });

  it('stores nothing when one item is wrong, and names every faulty index', async () => {
    const before = await count();
    const faults = await faultsOf(
      m.reportBatch([
        item({ id: 'c1' }),
        item({ records: { users: -1 } }),
        item({ entitlementID: 'ent_x' }),
        7,
        item({ id: 'c1' }),
        {},
      ]),
    );
    assert.deepEqual(faults.sort(), [
      '1.records.users negative',
      '2.entitlementID not_found',
      '3 type',
      '4.id repeated',
      '5.entitlementID required',
      '5.records required',
    ]);
    assert.equal(await count(), before);
    await m.reportBatch([item({ id: 'c1' })]);
    assert.equal(m.headers.get('x-duplicate-count'), '0', 'the refused batch has not taken the id');
  });

  it('refuses an empty batch, one that is too long or not a list, and quantities that are all zero', async () => {
    assert.deepEqual(await faultsOf(m.reportBatch([])), [' empty']);
    assert.deepEqual(await faultsOf(m.reportBatch({})), [' type']);
    assert.deepEqual(await faultsOf(m.reportBatch(Array.from({ length: 1001 }, () => item()))), [' too_many']);
    assert.deepEqual(await faultsOf(m.reportBatch([item({ records: { users: 0 } }), item({ records: { gb: 0 } })])), [
      '0.records all_zero',
      '1.records all_zero',
    ]);
  });

  it('has one audit row and one event', async () => {
    const audits = () => m.select(sql`select id from audit_event where org_id = ${m.orgId}`);
    const before = (await audits()).length;
    await m.reportBatch(Array.from({ length: 50 }, (_, index) => item({ id: `d${index}` })));
    assert.equal((await audits()).length, before + 1);
    const [event] = await m.select<{ payload: object }>(sql`select payload from outbox where entity_id = 'd0'`);
    assert.deepEqual(event?.payload, { count: 50, firstId: 'd0', lastId: 'd49' });
    await m.reportBatch(Array.from({ length: 50 }, (_, index) => item({ id: `d${index}` })));
    assert.equal((await audits()).length, before + 1, 'nothing new, no trace');
  });

  it('an id that another organization uses is free here', async () => {
    const other = '0198a000-0000-7000-8000-000000000002';
    await m.database.write(other, (db) =>
      sql`insert into usage_record_group_id values (${other}, 'shared', '2026-11-01')`.execute(db.raw),
    );
    await m.reportBatch([item({ id: 'shared' })]);
    assert.equal(m.headers.get('x-duplicate-count'), '0');
  });
});
