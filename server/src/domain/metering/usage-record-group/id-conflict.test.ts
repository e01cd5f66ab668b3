import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Fault } from '../../../kit/errors.ts';
import { parseJson } from '../../../kit/json.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';

type Refused = { code: string; info: Fault[] };

let m: Metering;
let owners: string[];
before(async () => {
  m = await startMetering();
  owners = [(await m.anEntitlement()).typeId, (await m.anEntitlement()).typeId];
});
after(() => m.close());

/** What can be sent under one id: usages that differ in one part each, and ways to write each. */
const usages: readonly (readonly [owner: number, ...writings: string[]])[] = [
  [
    0,
    '{"records":{"users":1,"gb":2.5}}',
    '{"records":{"gb":2.50,"users":1.0,"calls":0},"timestamp":"2026-11-10T09:59:00Z"}',
  ],
  [0, '{"records":{"users":1}}', '{"records":{"users":1},"usageAllocations":{"users":[{"quantity":1}]}}'],
  [0, '{"records":{"users":2}}', '{"records":{"users":2e0},"metaInfo":{"note":"again"}}'],
  [1, '{"records":{"users":1}}', '{"records":{"users":1},"usageAllocations":{}}'],
  [
    0,
    '{"records":{"users":2},"usageAllocations":{"users":[{"quantity":1,"tags":[{"key":"a","value":"1"},{"key":"b","value":"2"}]}]}}',
    '{"records":{"users":2},"usageAllocations":{"users":[{"quantity":0.5,"tags":[{"key":"b","value":"2"},{"key":"a","value":"1"}]},{"quantity":1},{"quantity":0.5,"tags":[{"key":"a","value":"1"},{"key":"b","value":"2"}]}]}}',
  ],
];

type Choice = { id: number; usage: number; writing: number };

const itemOf = (round: string, { id, usage, writing }: Choice): object => {
  const [owner, ...writings] = usages[usage] as (typeof usages)[number];
  const text = writings[writing] as string;
  return { id: `${round}-${id}`, entitlementID: owners[owner], ...(parseJson(text) as object) };
};

const choice = fc.record({ id: fc.nat(5), usage: fc.nat(usages.length - 1), writing: fc.nat(1) });
const batch = fc.uniqueArray(choice, { selector: ({ id }) => id, minLength: 1, maxLength: 6 });

/** The indexes that a refusal names; empty if the batch was accepted. */
const report = async (round: string, choices: Choice[]): Promise<number[]> => {
  try {
    const groups = await m.reportBatch(choices.map((one) => itemOf(round, one)));
    assert.deepEqual(
      groups.map((group) => group.id),
      choices.map(({ id }) => `${round}-${id}`),
    );
    return [];
  } catch (error) {
    const { code, info } = error as Refused;
    assert.equal(code, 'BadRequest', String(error));
    for (const fault of info) assert.match(`${fault.path} ${fault.code}`, /^\d+\.id id_conflict$/);
    return info.map(({ path }) => Number.parseInt(path, 10));
  }
};

const storedIds = async (round: string): Promise<string[]> =>
  (
    await m.select<{ id: string }>(
      sql`select id from usage_record_group where org_id = ${m.orgId} and id like ${`${round}-%`} order by id`,
    )
  ).map(({ id }) => id);

describe('a batch whose ids are already stored', () => {
  let rounds = 0;

  it('never counts as accepted when its content differs, whoever reports the same ids at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(batch, fc.array(batch, { minLength: 2, maxLength: 3 }), async (first, others) => {
        rounds += 1;
        const round = `p${rounds}`;
        const content = new Map<number, number>();
        assert.deepEqual(await report(round, first), []);
        for (const { id, usage } of first) content.set(id, usage);
        const early = new Map(content);
        const named = await Promise.all(others.map((one) => report(round, one)));
        for (const [index, one] of others.entries()) {
          if (named[index]?.length !== 0) continue;
          for (const { id, usage } of one) {
            assert.equal(content.get(id) ?? usage, usage, 'two contents were taken under one id');
            content.set(id, usage);
          }
        }
        assert.deepEqual(
          await storedIds(round),
          [...content.keys()].sort().map((id) => `${round}-${id}`),
        );
        const differing = (one: Choice[], known: Map<number, number>): number[] =>
          one.flatMap(({ id, usage }, index) => (known.has(id) && known.get(id) !== usage ? [index] : []));
        for (const [index, one] of others.entries()) {
          const inconsistent = named[index] ?? [];
          for (const bad of differing(one, early)) assert.ok(inconsistent.includes(bad), `item ${bad} is not named`);
          for (const bad of inconsistent)
            assert.ok(differing(one, content).includes(bad), `item ${bad} is named though equal`);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names every item and what differs, and stores none of the others', async () => {
    const same = { id: 0, usage: 0, writing: 0 };
    assert.deepEqual(await report('named', [same, { ...same, id: 1 }, { ...same, id: 2 }]), []);
    const items = [
      itemOf('named', { ...same, writing: 1 }),
      itemOf('named', { id: 1, usage: 3, writing: 0 }),
      itemOf('named', { id: 3, usage: 0, writing: 0 }),
      itemOf('named', { id: 2, usage: 4, writing: 0 }),
    ];
    await assert.rejects(m.reportBatch(items), ({ code, info }: Refused) => {
      assert.equal(code, 'BadRequest');
      assert.deepEqual(
        info.map(({ path, code: fault, message }) => [path, fault, /with different ([\w, ]+);/.exec(message)?.[1]]),
        [
          ['1.id', 'id_conflict', 'entitlementID, records'],
          ['3.id', 'id_conflict', 'records, usageAllocations'],
        ],
      );
      return true;
    });
    assert.deepEqual(await storedIds('named'), ['named-0', 'named-1', 'named-2']);
  });

  it('names every faulty item of a thousand, however many faults each of them has', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      id: `many-${index}`,
      entitlementID: owners[0],
      records: { users: -1, gb: -1, calls: -1 },
    }));
    await assert.rejects(m.reportBatch(items), ({ info }: Refused) => {
      assert.equal(new Set(info.map(({ path }) => path.split('.')[0])).size, 1000);
      return info.length === 1000;
    });
  });
});
