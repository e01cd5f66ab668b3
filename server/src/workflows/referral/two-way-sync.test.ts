import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { freshDatabase } from '../../../test/fresh-database.ts';
import { type CrmBench, fieldsOf, openCrmBench, type Said } from '../../../test/workflows/crm-arrange.ts';
import { type Deployment, startDeployment } from '../../../test/workflows/deployment.ts';
import { finishRuns } from '../../../test/workflows/execute.ts';
import { accountOf, change, resync } from '../../../test/workflows/referral-arrange.ts';
import type { Database } from '../../db/database.ts';
import { startSync } from '../../domain/organization/connection/actions/record-sync.ts';
import { updateConnection } from '../../domain/organization/connection/actions/update-connection.ts';
import { openTest } from '../../engine/engine.test-support.ts';

// A deal that exists in a CRM, here and at Microsoft, with the simulators of both CRMs and of Microsoft.

let database: Database;
let deployment: Deployment;
let drop: () => Promise<void>;
before(async () => {
  const address = await freshDatabase();
  drop = address.drop;
  database = await openTest(address.url);
  deployment = await startDeployment(database);
});
after(async () => {
  await deployment.close();
  await database.close();
  await drop();
});

type Options = Parameters<typeof openCrmBench>[2];

const open = async (system: CrmBench['system'] = 'HUBSPOT', options: Options = {}): Promise<CrmBench> => {
  const bench = await openCrmBench(await deployment.addTenant(), system, options);
  await resync(bench.tenant);
  await bench.writes();
  return bench;
};

/** Runs the scheduled read of changes in the CRM. */
const readCrm = async ({ tenant, crmConnectionId: connectionId }: CrmBench): Promise<void> => {
  await tenant.act('due', (call) => startSync(call, { connectionId }));
  await finishRuns(tenant);
};

/** The same at Microsoft. */
const readPartner = async ({ tenant }: CrmBench): Promise<void> => {
  const connectionId = accountOf.get(tenant)?.connectionId ?? '';
  await tenant.act('due', (call) => startSync(call, { connectionId }));
  await finishRuns(tenant);
};

const everywhere = async (bench: CrmBench): Promise<Said[]> => {
  const { nextStep: _, ...inCrm } = await bench.inCrm();
  return [inCrm, await bench.here(), await bench.atPartner()];
};

const assertAgreed = async (bench: CrmBench, said: Partial<Said> = {}): Promise<void> => {
  const [inCrm, here, atPartner] = await everywhere(bench);
  assert.deepEqual([inCrm, atPartner], [here, here]);
  assert.deepEqual({ ...here, ...said }, here);
};

const shown = async (bench: CrmBench) => {
  const { sync_status: status, crm_errors: errors, status: deal } = await bench.referral();
  return { status, errors: errors as { path: string; code: string; message: string }[], deal };
};

for (const system of ['HUBSPOT', 'SALESFORCE'] as const) {
  test(`${system}: a change in the CRM reaches the partner, and one at the partner the CRM; only what differs is written`, async () => {
    const bench = await open(system);
    await assertAgreed(bench);
    await bench.editInCrm({ value: 60_000 });
    await readCrm(bench);
    await assertAgreed(bench, { value: 60_000 });
    assert.deepEqual((await bench.writes()).crm, [], 'what came from the CRM is not written to it');
    await bench.editAtPartner({ notes: 'Call me.' });
    await readPartner(bench);
    await assertAgreed(bench, { notes: 'Call me.' });
    const { crm, partner } = await bench.writes();
    assert.deepEqual(
      crm.map((fields) => Object.values(fields)),
      [['Call me.']],
    );
    assert.equal(partner, 0);
    await change(bench.tenant, { name: 'A better name' });
    await finishRuns(bench.tenant);
    await assertAgreed(bench, { name: 'A better name' });
    const here = await bench.writes();
    assert.deepEqual(
      here.crm.map((fields) => Object.values(fields)),
      [['A better name']],
    );
    assert.equal(here.partner, 1);
    const events = (await bench.events()).map(({ system: of, direction, changes }) => [
      of,
      direction,
      (changes as { path: string }[]).map(({ path }) => path).join(),
    ]);
    assert.deepEqual(events.slice(-6), [
      [system, 'INBOUND', 'details.dealValue'],
      ['AZURE', 'OUTBOUND', 'details.dealValue'],
      ['AZURE', 'INBOUND', 'details.notes'],
      [system, 'OUTBOUND', 'details.notes'],
      ['AZURE', 'OUTBOUND', 'name'],
      [system, 'OUTBOUND', 'name'],
    ]);
  });
}

test('an echo is not a change: many rounds of every synchronization write nothing, and create no new version', async () => {
  const bench = await open();
  await bench.editInCrm({ name: 'From the CRM' });
  await readCrm(bench);
  await bench.editAtPartner({ notes: 'From Microsoft' });
  await readPartner(bench);
  await bench.writes();
  const { version } = await bench.referral();
  for (let round = 0; round < 6; round += 1) {
    await readCrm(bench);
    await readPartner(bench);
  }
  assert.deepEqual(await bench.writes(), { crm: [], partner: 0 });
  assert.equal((await bench.referral()).version, version);
  for (let round = 0; round < 3; round += 1) await resync(bench.tenant);
  assert.deepEqual(await bench.writes(), { crm: [], partner: 0 });
  await assertAgreed(bench);
});

test('many changes at once: their runs take turns, show no conflict, and record what was written to the CRM', async () => {
  const bench = await open('SALESFORCE');
  const earlier = (await bench.events()).length;
  for (let count = 1; count <= 6; count += 1) await change(bench.tenant, { name: `Name ${count}` });
  await finishRuns(bench.tenant);
  await assertAgreed(bench, { name: 'Name 6' });
  const events = (await bench.events()).slice(earlier);
  assert.deepEqual(
    events.flatMap(({ conflicts: found }) => found),
    [],
  );
  const given = (await bench.writes()).crm.map((fields) => Object.values(fields).join());
  const recorded = events
    .filter(({ system, direction }) => system === 'SALESFORCE' && direction === 'OUTBOUND')
    .flatMap(({ changes }) => (changes as { path: string; after: unknown }[]).map(({ after: word }) => word));
  assert.deepEqual(recorded, given);
  assert.equal(given.at(-1), 'Name 6');
});

const conflicts = [
  { rule: 'CRM_WINS', last: 'partner', winner: 'crm' },
  { rule: 'PARTNER_WINS', last: 'crm', winner: 'partner' },
  { rule: 'NEWEST_WINS', last: 'crm', winner: 'crm' },
  { rule: 'NEWEST_WINS', last: 'partner', winner: 'partner' },
] as const;

for (const { rule, last, winner } of conflicts) {
  test(`a conflict follows the rule: ${rule}, changed last by ${last}`, async () => {
    const bench = await open('HUBSPOT', { rule });
    const values = { crm: 61_000, partner: 62_000 };
    const edits = [
      { by: 'crm', edit: () => bench.editInCrm({ value: values.crm }) },
      { by: 'partner', edit: () => bench.editAtPartner({ value: values.partner }) },
    ].sort((left) => (left.by === last ? 1 : -1));
    for (const { edit } of edits) {
      await edit();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await resync(bench.tenant);
    await assertAgreed(bench, { value: values[winner] });
    const lost = winner === 'crm' ? values.partner : values.crm;
    const found = (await bench.events()).flatMap(({ conflicts: shownThere }) => shownThere as object[]);
    assert.deepEqual(found, [{ path: 'details.dealValue', before: lost, after: values[winner] }]);
  });
}

test('a conflict between the CRM and a change here follows the rule, too', async () => {
  for (const [rule, value] of [
    ['CRM_WINS', 61_000],
    ['PARTNER_WINS', 63_000],
  ] as const) {
    const bench = await open('HUBSPOT', { rule });
    await bench.editInCrm({ value: 61_000 });
    await change(bench.tenant, { dealValue: 63_000 });
    await finishRuns(bench.tenant);
    await assertAgreed(bench, { value });
    const [event] = (await bench.events()).filter((one) => (one.conflicts as object[]).length > 0);
    assert.equal(event?.system, 'HUBSPOT');
  }
});

test('a value that the partner would refuse is in sync.errors with its path; the rest is sent, and nothing invalid', async () => {
  const bench = await open();
  await bench.editInCrm({ close: '2020-01-01', value: 64_000 });
  await readCrm(bench);
  await assertAgreed(bench, { value: 64_000 });
  const { status, errors } = await shown(bench);
  assert.deepEqual([status, errors.map(({ path }) => path)], ['FAILED', ['details.closingDateTime']]);
  const failures = (await bench.events()).filter(({ error }) => error !== null).length;
  await readCrm(bench);
  assert.equal((await bench.events()).filter(({ error }) => error !== null).length, failures, 'shown once');
  await bench.editInCrm({ close: '2030-01-01' });
  await readCrm(bench);
  assert.deepEqual([(await shown(bench)).status, (await shown(bench)).errors], ['IN_SYNC', []]);
});

test('a field that the CRM refuses is in sync.errors with its path, and does not delay the others', async () => {
  const bench = await open();
  const fields = [
    ...fieldsOf('HUBSPOT').filter(({ target }) => target !== 'details.notes'),
    { target: 'details.notes', source: 'deal.dealstage', direction: 'TO_CRM' as const },
  ];
  await bench.setMapping({ fields });
  await change(bench.tenant, { name: 'Another name' });
  await finishRuns(bench.tenant);
  const { status, errors } = await shown(bench);
  assert.deepEqual([status, errors.map(({ path }) => path)], ['FAILED', ['details.notes']]);
  assert.equal((await bench.inCrm()).name, 'Another name');
  await bench.setMapping({});
  await resync(bench.tenant);
  assert.equal((await shown(bench)).status, 'IN_SYNC');
});

test('a status of the partner is written to the CRM in the run that the change starts', async () => {
  const bench = await open();
  const before = (await bench.inCrm()).nextStep;
  await bench.acceptAtPartner();
  await readPartner(bench);
  const { partner_view: view } = await bench.referral();
  const word = (view as { words: { status: string } }).words.status;
  assert.equal((await bench.inCrm()).nextStep, word);
  assert.notEqual(word, before);
  await assertAgreed(bench);
});

test('a paused field and a changed mapping take effect at the next synchronization', async () => {
  const bench = await open();
  const paused = fieldsOf('HUBSPOT').map((field) => ({ ...field, isPaused: field.target === 'name' }));
  await bench.setMapping({ fields: paused });
  await bench.editInCrm({ name: 'Not yet', value: 65_000 });
  await readCrm(bench);
  const here = await bench.here();
  assert.deepEqual([here.name === 'Not yet', here.value], [false, 65_000]);
  await bench.setMapping({});
  await resync(bench.tenant);
  await assertAgreed(bench, { name: 'Not yet' });
});

test('one direction does half: INBOUND writes nothing to partner or CRM, OUTBOUND reads nothing in', async () => {
  const bench = await open();
  await bench.editInCrm({ value: 66_000 });
  await bench.editAtPartner({ notes: 'Partner note' });
  await resync(bench.tenant, 'INBOUND');
  const here = await bench.here();
  assert.deepEqual([here.value, here.notes], [66_000, 'Partner note']);
  assert.deepEqual(await bench.writes(), { crm: [], partner: 0 });
  await bench.editInCrm({ name: 'Not taken' });
  await resync(bench.tenant, 'OUTBOUND');
  assert.equal((await bench.here()).name, here.name);
  assert.deepEqual([(await bench.atPartner()).value, (await bench.inCrm()).notes], [66_000, 'Partner note']);
  assert.equal((await bench.inCrm()).name, 'Not taken');
  await resync(bench.tenant);
  await assertAgreed(bench, { name: 'Not taken' });
});

test('a deal deleted in the CRM is shown as such, and the referral stays', async () => {
  const bench = await open();
  const { control } = await deployment.hubspot();
  await control('POST', `/record/${bench.recordId}/archive`, {});
  await resync(bench.tenant);
  const { status, errors } = await shown(bench);
  assert.deepEqual([status, errors.map(({ code }) => code)], ['FAILED', ['RecordNotFound']]);
  assert.match(errors[0]?.message ?? '', /no longer has the record/);
  await bench.editAtPartner({ notes: 'Still here' });
  await readPartner(bench);
  assert.equal((await bench.here()).notes, 'Still here', 'the partner half works');
});

test('a CRM that refuses access is explained in a sentence; the partner side works, and the schedule catches up on the rest', async () => {
  const bench = await open();
  const { crmConnectionId: integrationId, tenant } = bench;
  const give = (accessToken: string) =>
    tenant.act('update', (call) =>
      updateConnection(
        { ...call, checkVersion: () => {} },
        { params: { integrationId }, body: { credentials: { accessToken } } as never, answer: [] },
      ),
    );
  await give('pat-na1-revoked');
  await bench.editInCrm({ value: 67_000 });
  await change(tenant, { name: 'Changed meanwhile' });
  await finishRuns(tenant);
  const { status, errors } = await shown(bench);
  assert.deepEqual([status, errors.map(({ path }) => path)], ['FAILED', ['crm']]);
  assert.match(errors[0]?.message ?? '', /does not recognize the access token/);
  assert.equal((await bench.atPartner()).name, 'Changed meanwhile');
  const { access } = await deployment.hubspot();
  await give(access.credentials.accessToken ?? '');
  await readCrm(bench);
  await assertAgreed(bench, { name: 'Changed meanwhile', value: 67_000 });
  assert.equal((await shown(bench)).status, 'IN_SYNC');
});

test('a failing deal delays no other one', async () => {
  const bench = await open();
  const other = await bench.addDeal();
  await bench.editInCrm({ close: '2020-01-01' });
  await other.editInCrm({ value: 68_000 });
  await readCrm(bench);
  assert.equal((await other.atPartner()).value, 68_000);
});

type Edit = { at: 'crm' | 'here' | 'partner'; member: keyof Said; index: number };
const edits = fc.array(
  fc.record({
    at: fc.constantFrom<Edit['at']>('crm', 'here', 'partner'),
    member: fc.constantFrom<Edit['member']>('name', 'value', 'notes'),
    index: fc.nat(3),
  }),
  { minLength: 1, maxLength: 6 },
);
const steps = fc.array(fc.record({ edits, sync: fc.constantFrom('crm', 'partner', 'all', 'none') }), {
  minLength: 1,
  maxLength: 3,
});

test('after any edits in the CRM, here and at the partner all three agree, and nothing more is written', async () => {
  const bench = await open('HUBSPOT', { rule: 'NEWEST_WINS' });
  const rules = fc.constantFrom('NEWEST_WINS' as const, 'CRM_WINS' as const, 'PARTNER_WINS' as const);
  await fc.assert(
    fc.asyncProperty(rules, steps, async (rule, rounds) => {
      await bench.setMapping({ rule });
      for (const round of rounds) {
        for (const { at, member, index } of round.edits) {
          const value = member === 'value' ? 70_000 + index : `${member} ${index}`;
          const said = { [member]: value } as Partial<Said>;
          if (at === 'crm') await bench.editInCrm(said);
          else if (at === 'partner') await bench.editAtPartner(said);
          else await change(bench.tenant, await bench.patchOf(said));
        }
        if (round.sync === 'crm') await readCrm(bench);
        else if (round.sync === 'partner') await readPartner(bench);
        else if (round.sync === 'all') await resync(bench.tenant);
      }
      await finishRuns(bench.tenant);
      for (let round = 0; round < 2; round += 1) {
        await readCrm(bench);
        await readPartner(bench);
      }
      await bench.writes();
      await assertAgreed(bench);
      await readCrm(bench);
      await readPartner(bench);
      await resync(bench.tenant);
      assert.deepEqual(await bench.writes(), { crm: [], partner: 0 });
      await assertAgreed(bench);
    }),
    { numRuns: 12 },
  );
});
