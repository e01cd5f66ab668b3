import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReadCall } from '../../../contract/call.ts';
import { Big, big } from '../../../kit/decimal.ts';
import { type Fault, isRefusal } from '../../../kit/errors.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { validateUsageBatch } from '../usage-record-group/validate-usage.ts';
import { updateUsageMeteringConfigInfo } from './actions/update-usage-metering-config-info.ts';
import { getUsageMeteringConfigInfo } from './reads.ts';
import { UsageMeteringConfigChange } from './schema.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type Entry = Record<string, unknown>;

const change = (...entries: Entry[]) =>
  m.act(
    (call) =>
      updateUsageMeteringConfigInfo(call, {
        body: UsageMeteringConfigChange.parse({ partnerUsageMeteringConfigs: entries }),
      }),
    ['usage_metering_config.updated', 'connection.updated'],
  );
const ofAws = async () => {
  const { partnerUsageMeteringConfigs } = await getUsageMeteringConfigInfo({ db: m.database.read(m.orgId) });
  const found = partnerUsageMeteringConfigs.find(({ partner }) => partner === 'AWS');
  assert.ok(found);
  return found;
};

const faultsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (reason: unknown) => reason,
  );
  assert.ok(isRefusal(error), String(error));
  return (error.info as Fault[]).map(({ path, code }) => `${path} ${code}`);
};

const mapTo = (mapping: Record<string, Entry[]>) =>
  change({ partner: 'AWS', enableDimensionMapping: true, dimensionMapping: null, dimensionMappingV2: mapping });

describe('the metering settings', () => {
  it('start with the defaults, show what the account has, and keep what is left out', async () => {
    const { partnerUsageMeteringConfigs: all } = await getUsageMeteringConfigInfo({ db: m.database.read(m.orgId) });
    assert.deepEqual(
      all.map(({ partner, mode }) => [partner, mode]),
      [
        ['AWS', 'LIVE'],
        ['AZURE', undefined],
        ['GCP', undefined],
      ],
    );
    await change({ partner: 'AWS', settleMinutes: 45, reportFrom: '2026-01-01T00:00:00Z' }, { partner: 'GCP' });
    await change({ partner: 'AWS', latePolicy: 'HOLD', dimensionMapping: { seats: { dimensionKey: 'users' } } });
    const aws = await ofAws();
    assert.deepEqual(
      [aws.settleMinutes, aws.latePolicy, aws.mode, aws.reportFrom, aws.enableDimensionMapping],
      [45, 'HOLD', 'LIVE', '2026-01-01T00:00:00.000Z', false],
    );
    assert.deepEqual(aws.dimensionMapping, { seats: { dimensionKey: 'users' } });
    await change({ partner: 'AWS', settleMinutes: null, latePolicy: null, reportFrom: null, dimensionMapping: null });
    const reset = await ofAws();
    assert.deepEqual(
      [reset.settleMinutes, reset.latePolicy, reset.reportFrom, reset.dimensionMapping],
      [15, 'ROLL_FORWARD', undefined, {}],
    );
  });

  it('name every fault and change nothing', async () => {
    const before = await ofAws();
    const faults = await faultsOf(
      change(
        {
          partner: 'AWS',
          settleMinutes: 99,
          enableBillableDimension: true,
          enableCommitWithAdditionalUsageAtListPrice: true,
          enableCommitWithAdditionalUsageMetering: false,
          dimensionMapping: { a: { dimensionKey: 'users', convertionMultiplier: 0 } },
          dimensionMappingV2: { a: [{ dimensionKey: 'users' }, { dimensionKey: 'users' }] },
        },
        { partner: 'AWS' },
        { partner: 'GCP', settleMinutes: 5, mode: 'LIVE' },
      ),
    );
    const at = 'partnerUsageMeteringConfigs';
    assert.deepEqual(faults, [
      `${at}.0.enableBillableDimension not_supported`,
      `${at}.0.dimensionMapping.a.convertionMultiplier range`,
      `${at}.0.dimensionMappingV2.a.1.dimensionKey repeated`,
      `${at}.0.dimensionMappingV2.a contradiction`,
      `${at}.0.enableCommitWithAdditionalUsageAtListPrice required`,
      `${at}.1.partner repeated`,
      `${at}.2.settleMinutes not_connected`,
      `${at}.2.mode not_connected`,
    ]);
    assert.deepEqual(await ofAws(), before);
    await assert.rejects(change({ partner: 'AWS', mode: 'SHADOW' }), { code: 'Conflict' });
  });

  it('take effect: settling time and late policy at the next closing', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await m.report(id, { users: 1 });
    await change({ partner: 'AWS', settleMinutes: 60, latePolicy: 'HOLD' });
    m.setNow('2026-11-10T11:30:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.size, 0);
    m.setNow('2026-11-10T12:01:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-11-10T10:00:00.000Z`), '1');
    const late = await m.report(id, { users: 1 }, { timestamp: '2026-11-10T10:30:00Z' });
    await m.runReport();
    assert.equal(await m.statusOf(late.id), 'CREATED');
    await change({ partner: 'AWS', settleMinutes: null, latePolicy: null });
  });
});

describe('dimension mapping', () => {
  it('maps one source key to several targets by quantity and by amount, keeps the originals, and submits the targets', async () => {
    m.setNow('2026-12-01T10:05:00Z');
    const info = {
      dimensions: [
        { key: 'users', rate: 0.5 },
        { key: 'gb', rate: 0.2 },
        { key: 'calls', rate: 3 },
      ],
    };
    const { id, typeId, license } = await m.anEntitlement({ info });
    await mapTo({
      seats: [
        { dimensionKey: 'users', convertionMultiplier: 2 },
        { dimensionKey: 'gb', mappingMode: 'QUANTITY', convertionMultiplier: 0.5 },
      ],
      calls: [{ dimensionKey: 'users', mappingMode: 'AMOUNT', convertionMultiplier: 99 }],
    });
    const body = { records: { seats: 3, calls: 1.5, gb: 1 }, id: 'mapped' };
    const group = await m.report(id, body.records, { id: body.id });
    // 3 × 2 + 1.5 × 3 ÷ 0.5, 3 × 0.5 + 1.
    assert.deepEqual(group.records, { users: 15, gb: 2.5 });
    assert.deepEqual(group.metaInfo.originRecords, body.records);
    // The same again, in a batch: a duplicate, whatever the mapping is now.
    await change({ partner: 'AWS', enableDimensionMapping: false });
    await m.reportBatch([{ ...body, entitlementID: typeId }]);
    assert.equal(m.headers.get('x-duplicate-count'), '1');
    await m.reportBatch([group]);
    assert.equal(m.headers.get('x-duplicate-count'), '1', 'as it is shown');
    await assert.rejects(m.reportBatch([{ ...body, records: { users: 15, gb: 2.5 }, entitlementID: typeId }]), {
      code: 'BadRequest',
    });
    await assert.rejects(m.report(id, { seats: 1 }), { code: 'BadRequest' });
    m.setNow('2026-12-01T11:16:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${license} users 2026-12-01T10:00:00.000Z`), '15');
    assert.equal(m.marketplace.journal.get(`${license} gb 2026-12-01T10:00:00.000Z`), '2');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('carries the tagged parts along', async () => {
    m.setNow('2026-12-02T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await mapTo({ seats: [{ dimensionKey: 'users', convertionMultiplier: 2 }] });
    const tags = [{ key: 'team', value: 'a' }];
    await m.report(
      id,
      { seats: 3 },
      {
        usageAllocations: {
          seats: [
            { quantity: 1, tags },
            { quantity: 0.5, tags: [] },
          ],
        },
      },
    );
    m.setNow('2026-12-02T11:16:00Z');
    await m.runReport();
    const allocated = m.marketplace.allocated.get(`${license} users 2026-12-02T10:00:00.000Z`);
    assert.deepEqual(
      allocated?.map((one) => [Object.values(one.tags).length > 0, Number(one.quantity)]).sort(),
      [
        [false, 4],
        [true, 2],
      ].sort(),
    );
  });

  it('refuses a target that the entitlement lacks, an unknown price, and shares above or below the whole, each by name', async () => {
    m.setNow('2026-12-03T10:05:00Z');
    const { id, typeId } = await m.anEntitlement();
    await mapTo({
      elsewhere: [{ dimensionKey: 'nowhere' }],
      priceless: [{ dimensionKey: 'users', mappingMode: 'AMOUNT' }],
      much: [{ dimensionKey: 'gb', convertionMultiplier: 2147483648 }],
      little: [{ dimensionKey: 'calls', convertionMultiplier: 0.000000001 }],
    });
    assert.deepEqual(await faultsOf(m.report(id, { elsewhere: 1, priceless: 1 })), [
      'records.elsewhere unknown_dimension',
      'records.priceless no_price',
    ]);
    assert.deepEqual(await faultsOf(m.report(id, { much: 1 })), ['records.gb too_large']);
    assert.deepEqual(await faultsOf(m.report(id, { little: 0.4 })), ['records all_zero']);
    const call = { db: m.database.read(m.orgId), orgId: m.orgId, now: m.now() } as unknown as ReadCall;
    const bad = [
      { entitlementID: typeId, records: { users: 1 } },
      { entitlementID: typeId, records: { much: 1 } },
    ];
    assert.deepEqual(await faultsOf(validateUsageBatch(call, { body: bad })), ['1.records.gb too_large']);
    assert.equal(await validateUsageBatch(call, { body: bad.slice(0, 1) }), '');
  });

  it('accepts for each target the exact sum of its sources', async () => {
    m.setNow('2026-12-04T10:05:00Z');
    const { typeId } = await m.anEntitlement();
    const decimal = fc.integer({ min: 1_000_000, max: 3_000_000 }).map((n) => n / 1_000_000);
    const factor = fc.integer({ min: 1_000, max: 2_000_000_000 }).map((n) => n / 1_000_000_000);
    const targets = fc.uniqueArray(
      fc.record({ dimensionKey: fc.constantFrom('users', 'gb'), convertionMultiplier: factor }),
      {
        selector: (one) => one.dimensionKey,
        minLength: 1,
        maxLength: 2,
      },
    );
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('s1', 's2', 'users'), targets, { minKeys: 1 }),
        fc.array(fc.dictionary(fc.constantFrom('s1', 's2', 'users', 'gb'), decimal, { minKeys: 1 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (mapping, reports) => {
          await mapTo(mapping);
          round += 1;
          const known = reports.map((records) =>
            Object.fromEntries(
              Object.entries(records).filter(([key]) => mapping[key] || ['users', 'gb'].includes(key)),
            ),
          );
          const bodies = known
            .filter((records) => Object.keys(records).length > 0)
            .map((records, index) => ({ id: `p${round}-${index}`, entitlementID: typeId, records }));
          if (bodies.length === 0) return;
          const groups = await m.reportBatch(bodies);
          for (const [index, { records }] of bodies.entries()) {
            const expected = new Map<string, Big>();
            for (const [key, quantity] of Object.entries(records)) {
              for (const target of mapping[key] ?? [{ dimensionKey: key, convertionMultiplier: 1 }]) {
                const units = big(quantity).times(big(target.convertionMultiplier)).round(9, Big.roundHalfEven);
                expected.set(target.dimensionKey, (expected.get(target.dimensionKey) ?? big(0)).plus(units));
              }
            }
            const group = groups[index];
            assert.ok(group);
            for (const [dimension, units] of expected) {
              assert.ok(units.eq(String(group.dimensionStates[dimension]?.quantity ?? 0)));
            }
            const isMapped = Object.keys(records).some((key) => mapping[key]);
            assert.deepEqual(group.metaInfo.originRecords, isMapped ? records : undefined);
          }
        },
      ),
      { numRuns: 25 },
    );
    m.advance(2 * hour);
    await m.runReport();
    assert.deepEqual(await m.imbalances(), []);
  });
});
