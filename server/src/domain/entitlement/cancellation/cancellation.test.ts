import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anAgreementRead, openWorld, type World } from '../../../../test/factories/commerce.ts';
import type { AgreementRead, CancellationRead } from '../../../adapters/marketplace/port.ts';
import { removeDue } from '../../../engine/due-store.ts';
import { endOperation } from '../../../engine/operation-store.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { dueHandlers } from '../../../workflows/schedules.ts';
import { applyAgreement } from '../actions/apply-agreement.ts';
import type { Entitlement } from '../entitlement.ts';
import { applyCancellations } from './actions/apply-cancellations.ts';
import { cancelEntitlement } from './actions/cancel-entitlement.ts';
import { recordCancelRefused } from './actions/record-cancel.ts';
import { recordRequestRefused } from './actions/record-request.ts';
import { scheduleEntitlementCancellation, unscheduleEntitlementCancellation } from './actions/schedule-cancellation.ts';
import { withdrawEntitlementCancellationRequest } from './actions/withdraw-cancellation-request.ts';
import type { CancellationRequest } from './cancellation.ts';
import { recheckKind } from './cancellation.ts';
import { CancellationQueryParams } from './fields.ts';
import { listEntitlementCancellationRequests } from './reads.ts';
import { CancelEntitlement, CancellationSchedule } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
const start = new Date('2026-11-20T10:00:00Z');
beforeEach(() => {
  world.orgId = randomUUID();
  world.clock.set(start);
  world.started.length = 0;
});

const day = 86_400_000;
const end = new Date('2027-11-20T00:00:00Z');
type Partner = 'AWS' | 'AZURE' | 'GCP';
const agreementId = 'agmt-1';

const apply = (partner: Partner, fields: Partial<AgreementRead> = {}) =>
  world.act((call) =>
    applyAgreement(
      call,
      { id: randomUUID(), partner, accountId: '111122223333' },
      anAgreementRead({
        externalId: agreementId,
        initialAgreementId: null,
        offerExternalId: null,
        startTime: new Date('2026-11-19T00:00:00Z'),
        endTime: end,
        hasTerms: partner !== 'AWS',
        ...fields,
      }),
    ),
  );
const azure = { allowedCustomerOperations: ['Read', 'Update', 'Delete'], planId: 'silver', quantity: 5 };
const made = async (partner: Partner, fields: Partial<AgreementRead> = {}): Promise<string> =>
  (await apply(partner, partner === 'AZURE' ? { document: azure, ...fields } : fields)).entitlementId;

const rows = async (table: string) =>
  (
    await world.database.pool.query(`select * from ${table} where org_id = $1 order by creation_time, id`, [
      world.orgId,
    ])
  ).rows;
const entitlement = async (): Promise<Entitlement> => (await rows('entitlement'))[0];
const requests = (): Promise<CancellationRequest[]> => rows('entitlement_cancellation_request');
const dueOf = async (kind: string): Promise<Date[]> =>
  (
    await world.database.pool.query('select due_time from due where org_id = $1 and kind = $2', [world.orgId, kind])
  ).rows.map((row: { due_time: Date }) => row.due_time);
/** Runs what is due now. */
const runDue = async (): Promise<void> => {
  const { rows: found } = await world.database.pool.query(
    'select kind, entity_id, due_time from due where org_id = $1 and due_time <= $2 order by due_time, kind',
    [world.orgId, world.clock.now()],
  );
  for (const { kind, entity_id: entityId, due_time: dueTime } of found) {
    const handler = dueHandlers.find((one) => one.kind === kind);
    await world.act(async (call) => {
      await handler!.act(call, { entityId, dueTime });
      await removeDue(call.db, { kind, entity_id: entityId, due_time: dueTime, attempts: 0 });
    });
  }
};
const cancel = (entitlementId: string, body: object = {}) =>
  world.act((call) => cancelEntitlement(call, { params: { entitlementId }, body: CancelEntitlement.parse(body) }));
const schedule = (entitlementId: string, body: object) =>
  world.act((call) =>
    scheduleEntitlementCancellation(call, { params: { entitlementId }, body: CancellationSchedule.parse(body) }),
  );
const unschedule = (entitlementId: string) =>
  world.act((call) => unscheduleEntitlementCancellation(call, { params: { entitlementId } }));
const withdraw = (entitlementId: string) =>
  world.act((call) =>
    withdrawEntitlementCancellationRequest(call, { params: { entitlementId }, body: { cancellationReason: 'No.' } }),
  );
const refusal = async (doing: Promise<unknown>): Promise<{ code: string; message: string; info: unknown }> => {
  try {
    await doing;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, info } = error;
    return { code, message, info: Array.isArray(info) ? info.map((fault) => `${fault.path}:${fault.code}`) : info };
  }
  return { code: 'done', message: '', info: null };
};
const read = (fields: Partial<CancellationRead> = {}): CancellationRead => ({
  externalId: 'acr-1',
  agreementId,
  status: 'PENDING_APPROVAL',
  statusMessage: null,
  reasonCode: 'OTHER',
  reasonDescription: null,
  createdTime: world.clock.now().toISOString(),
  version: 1,
  ...fields,
});
const answer = (reads: CancellationRead[], all = true) =>
  world.act((call) => applyCancellations(call, { partner: 'AWS', agreementId }, reads, { all }));
const eventsOf = async (id: string): Promise<string[]> => (await world.events(id)).map(({ name }) => name);
/** The runs that were started have ended. */
const endRuns = async (): Promise<void> => {
  const { rows: found } = await world.database.pool.query('select id from operation where org_id = $1', [world.orgId]);
  for (const { id } of found) {
    const how = { status: 'FAILED', time: world.clock.now(), message: '', failure: null } as const;
    await world.database.write(world.orgId, (db) => endOperation(db, id, how));
  }
};

describe('a cancellation at AWS', () => {
  test('asks the buyer, and changes nothing until the marketplace says so', async () => {
    const id = await made('AWS');
    const view = await cancel(id, {
      info: { awsReasonCode: 'BUYER_DISSATISFACTION', awsReasonDescription: 'Too slow' },
    });
    assert.equal(view.status, 'ACTIVE');
    const [request] = await requests();
    assert.deepEqual(world.started, [{ name: 'cancellation.request', input: { requestId: request?.id } }]);
    assert.deepEqual(
      [request?.status, request?.external_id, request?.reason_code, request?.reason_description],
      ['PENDING_APPROVAL', null, 'BUYER_DISSATISFACTION', 'Too slow'],
    );
    assert.match(request?.client_token ?? '', /^[0-9a-f-]{36}$/);
    world.clock.advance(8 * day);
    await runDue();
    assert.deepEqual([(await requests())[0]?.status, (await entitlement()).status], ['PENDING_APPROVAL', 'ACTIVE']);
  });

  test('has the reason OTHER without one, and an unknown reason is refused', async () => {
    await cancel(await made('AWS'), { info: { awsReasonCode: '', awsReasonDescription: '' } });
    const [request] = await requests();
    assert.deepEqual([request?.reason_code, request?.reason_description], ['OTHER', null]);
    assert.equal(CancelEntitlement.safeParse({ info: { awsReasonCode: 'BORED' } }).success, false);
    assert.equal(CancelEntitlement.safeParse({ info: { awsReasonDescription: 'x'.repeat(2001) } }).success, false);
  });

  test('is asked for once at a time', async () => {
    const id = await made('AWS');
    await cancel(id);
    assert.equal((await refusal(cancel(id))).code, 'Conflict', 'while it is being sent');
    await answer([read()]);
    assert.equal((await refusal(cancel(id))).code, 'Conflict', 'while it waits');
    await answer([read({ status: 'REJECTED', statusMessage: 'No.', version: 2 })]);
    await cancel(id);
    assert.deepEqual(
      (await requests()).map(({ status, status_message: message }) => [status, message]),
      [
        ['REJECTED', 'No.'],
        ['PENDING_APPROVAL', null],
      ],
    );
  });

  test('is found by each value under the name that it is shown with', async () => {
    const id = await made('AWS');
    await cancel(id);
    await answer([read({ status: 'REJECTED', statusMessage: 'No.', version: 2 })]);
    world.clock.advance(day);
    await cancel(id);
    const list = async (query: Record<string, string>) => {
      const params = { entitlementId: decodeId('ent', id) ?? id };
      const { reply } = await world.read(
        (call) => listEntitlementCancellationRequests(call, { params, query: CancellationQueryParams.parse(query) }),
        { url: '/list' },
      );
      return reply.data;
    };
    const [newest, oldest] = await list({});
    assert.ok(newest && oldest && newest.createdAt > oldest.createdAt);
    for (const q of [
      `(= created_at "${oldest.createdAt}")`,
      `(and (= entitlement_id "${oldest.entitlementID}") (= partner "AWS") (< created_at "${newest.createdAt}"))`,
      `(and (<= last_updated_at "${oldest.lastUpdatedAt}") (!= id "${newest.id}"))`,
    ])
      assert.deepEqual(await list({ q }), [oldest], q);
    assert.deepEqual(await list({ s: 'created_at' }), [oldest, newest]);
    assert.deepEqual(await list({ s: '-last_updated_at' }), [newest, oldest]);
  });

  test('leads to the end by what the marketplace reports, whatever comes first', async () => {
    const id = await made('AWS');
    await cancel(id);
    await answer([read()]);
    await answer([read({ status: 'APPROVED', version: 2 })]);
    assert.equal((await entitlement()).status, 'PENDING_CANCEL');
    await answer([read({ version: 1 })]);
    assert.equal((await requests())[0]?.status, 'APPROVED', 'an older read changes nothing');
    await apply('AWS', { version: 2 });
    assert.equal((await entitlement()).status, 'PENDING_CANCEL', 'the agreement does not show it yet');
    await apply('AWS', { status: 'CANCELLED', version: 3 });
    assert.equal((await entitlement()).status, 'CANCELLED');
    assert.deepEqual((await eventsOf(encodeId('ent', id))).slice(-2), ['entitlement.ending', 'entitlement.cancelled']);
    await answer([read({ status: 'APPROVED', version: 2 })]);
    assert.equal((await entitlement()).status, 'CANCELLED', 'it is not taken back');
    assert.deepEqual(await dueOf(recheckKind), []);
  });

  test('is corrected by a read where the acknowledgement was lost', async () => {
    const id = await made('AWS');
    await cancel(id);
    await answer([read({ externalId: 'acr-7', reasonCode: 'TEST_AGREEMENT', status: 'REJECTED' }), read()]);
    const all = await requests();
    assert.equal(all.length, 2, 'another request is not ours');
    const ours = all.find(({ client_token: token }) => token !== null);
    assert.deepEqual([ours?.external_id, ours?.status], ['acr-1', 'PENDING_APPROVAL']);
    assert.equal(all.find(({ client_token: token }) => token === null)?.external_id, 'acr-7');
  });

  test('was never received if the marketplace does not show it and nothing sends it', async () => {
    const id = await made('AWS');
    await cancel(id);
    await answer([]);
    assert.equal((await requests())[0]?.status, 'PENDING_APPROVAL', 'it is being sent');
    await endRuns();
    await answer([], false);
    assert.equal((await requests())[0]?.status, 'PENDING_APPROVAL', 'not every request was read');
    await answer([]);
    assert.equal((await requests())[0]?.status, 'VALIDATION_FAILED');
    const [request] = await requests();
    assert.deepEqual(await eventsOf(encodeId('cancelreq', request?.id ?? '')), [
      'cancellation_request.created',
      'cancellation_request.failed',
    ]);
  });

  test('is sent again with its own token if nothing sends it any more', async () => {
    const id = await made('AWS');
    await cancel(id);
    await endRuns();
    await cancel(id, { info: { awsReasonCode: 'TEST_AGREEMENT' } });
    assert.equal((await requests()).length, 1);
    assert.deepEqual(world.started[0], world.started[1]);
  });

  test('which is refused ends with the words of the marketplace', async () => {
    await cancel(await made('AWS'));
    const [request] = await requests();
    await world.act((call) => recordRequestRefused(call, request?.id ?? '', 'the agreement is EXPIRED'));
    const [after_] = await requests();
    assert.deepEqual([after_?.status, after_?.status_message], ['VALIDATION_FAILED', 'the agreement is EXPIRED']);
  });

  test('made elsewhere is imported, and read again every hour until it is answered', async () => {
    await made('AWS');
    await answer([read({ reasonDescription: 'From the console' })]);
    const [request] = await requests();
    assert.deepEqual([request?.client_token, request?.created_by, request?.external_id], [null, null, 'acr-1']);
    const [next] = await dueOf(recheckKind);
    assert.equal(Math.round(((next?.getTime() ?? 0) - start.getTime()) / 60_000), 60);
    await answer([read({ status: 'WITHDRAWN', version: 2 })]);
    assert.deepEqual([(await requests())[0]?.status, await dueOf(recheckKind)], ['WITHDRAWN', []]);
    assert.equal((await entitlement()).status, 'ACTIVE');
  });

  test('of an unknown agreement is left alone', async () => {
    await answer([read()]);
    assert.deepEqual(await requests(), []);
  });
});

describe('withdrawing', () => {
  test('needs an open request that the marketplace has acknowledged', async () => {
    const id = await made('AWS');
    assert.equal((await refusal(withdraw(id))).code, 'NotFound');
    await cancel(id);
    assert.equal((await refusal(withdraw(id))).code, 'Conflict');
    await answer([read()]);
    const view = await withdraw(id);
    assert.equal(view.status, 'PENDING_APPROVAL', 'only the marketplace withdraws it');
    await withdraw(id);
    assert.deepEqual(
      world.started.map(({ name }) => name),
      ['cancellation.request', 'cancellation.withdraw'],
    );
    await answer([read({ status: 'WITHDRAWN', version: 2 })]);
    const { code, info } = await refusal(withdraw(id));
    assert.deepEqual([code, info], ['Conflict', { status: 'WITHDRAWN', allowedFrom: ['PENDING_APPROVAL'] }]);
  });
});

describe('a cancellation at Microsoft', () => {
  test('waits for Microsoft, goes on when it is asked for again, and is put back when it is refused', async () => {
    const id = await made('AZURE');
    assert.equal((await cancel(id)).status, 'PENDING_CANCEL');
    await cancel(id);
    assert.deepEqual(world.started, [{ name: 'entitlement.cancel', input: { entitlementId: id } }]);
    await apply('AZURE', { document: azure, version: 2 });
    assert.equal((await entitlement()).status, 'PENDING_CANCEL', 'a read from before the end changes nothing');
    const refused = { errorMessages: ['BadRequest: locked'], prettified: ['It is locked.'] };
    await world.act((call) => recordCancelRefused(call, id, refused));
    const { status, meta_info: meta } = await entitlement();
    assert.deepEqual([status, meta.errorMessages], ['ACTIVE', ['BadRequest: locked']]);
    assert.ok((await eventsOf(encodeId('ent', id))).includes('entitlement.cancel_failed'));
    assert.equal((await cancel(id)).metaInfo.errorMessages, undefined);
  });

  test('a suspended subscription is suspended again when its end is refused', async () => {
    const id = await made('AZURE');
    await apply('AZURE', { document: azure, status: 'SUSPENDED', version: 2 });
    await cancel(id);
    await world.act((call) => recordCancelRefused(call, id, { errorMessages: [], prettified: [] }));
    assert.equal((await entitlement()).status, 'SUSPENDED');
  });

  test('is refused where Microsoft does not let the publisher end it', async () => {
    const id = await made('AZURE', { document: { ...azure, allowedCustomerOperations: ['Read'] } });
    const { code, message } = await refusal(cancel(id));
    assert.equal(code, 'Conflict');
    assert.match(message, /allowedCustomerOperations are Read, without Delete/);
    assert.equal((await refusal(schedule(id, { type: 'EndOfTerm' }))).code, 'Conflict');
    assert.deepEqual(world.started, []);
  });
});

test('at Google Cloud it is done by hand, and the message says how', async () => {
  const id = await made('GCP', { document: { orderId: 'order-77' } });
  const { code, message, info } = await refusal(cancel(id));
  assert.deepEqual([code, (info as { orderId: string }).orderId], ['Conflict', 'order-77']);
  assert.match(message, /Partner Support Desk to cancel order order-77/);
});

describe('a scheduled cancellation', () => {
  test('is for direct billing and Microsoft', async () => {
    const { code, message } = await refusal(schedule(await made('AWS'), { type: 'EndOfTerm' }));
    assert.equal(code, 'Conflict');
    assert.match(message, /renewal\/optOut/);
    world.orgId = randomUUID();
    assert.equal((await refusal(schedule(await made('GCP'), { type: 'EndOfTerm' }))).code, 'Conflict');
  });

  test('has a date that lies before the end of the term', async () => {
    const id = await made('AZURE');
    const faults = async (cancelDate?: string) =>
      (await refusal(schedule(id, { type: 'SpecificDate', cancelDate }))).info;
    assert.deepEqual(await faults(), ['cancelDate:required']);
    assert.deepEqual(await faults('soon'), ['cancelDate:time']);
    assert.deepEqual(await faults('2026-02-30'), ['cancelDate:time']);
    assert.deepEqual(await faults(start.toISOString()), ['cancelDate:past']);
    assert.deepEqual(await faults('2027-11-20T00:00:00.001Z'), ['cancelDate:after_end']);
    assert.equal(await faults(end.toISOString()), null, 'the end itself is not after it');
    assert.equal(CancellationSchedule.safeParse({ type: 'Someday' }).success, false);
    assert.equal(CancellationSchedule.safeParse({ type: 'EndOfTerm', note: 'x'.repeat(501) }).success, false);
  });

  test('begins when its time comes, and is shown until then', async () => {
    const id = await made('AZURE');
    const view = await schedule(id, { type: 'SpecificDate', cancelDate: '2027-01-01', note: 'Moves' });
    const { creationDate, ...shown } = view.metaInfo.entitlementCancellationSchedule ?? {};
    assert.deepEqual(shown, { type: 'SpecificDate', cancelDate: '2027-01-01T00:00:00.000Z', note: 'Moves' });
    assert.match(String(creationDate), /^2026-11-20T10:00/);
    world.clock.set(new Date('2026-12-31T23:59:59Z'));
    await runDue();
    assert.equal((await entitlement()).status, 'ACTIVE');
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    await runDue();
    assert.equal((await entitlement()).status, 'PENDING_CANCEL');
    assert.deepEqual(world.started, [{ name: 'entitlement.cancel', input: { entitlementId: id } }]);
    assert.equal((await refusal(unschedule(id))).code, 'Conflict');
  });

  test('at the end of the term begins six hours before it, and moves with it', async () => {
    const id = await made('AZURE');
    await schedule(id, { type: 'EndOfTerm' });
    assert.deepEqual(await dueOf('entitlement.cancel'), [new Date('2027-11-19T18:00:00Z')]);
    const later = new Date('2027-12-01T00:00:00Z');
    await apply('AZURE', { document: azure, endTime: later, version: 2 });
    assert.deepEqual(await dueOf('entitlement.cancel'), [new Date('2027-11-30T18:00:00Z')]);
    assert.equal(
      (await entitlement()).meta_info.entitlementCancellationSchedule?.cancelDate,
      later.toISOString(),
      'the schedule shows the new end',
    );
  });

  test('is not postponed to the end of the next term', async () => {
    const id = await made('AZURE');
    await schedule(id, { type: 'EndOfTerm' });
    world.clock.set(new Date(end.getTime() - day));
    const renewed = { startTime: end, endTime: new Date('2028-11-20T00:00:00Z'), document: azure, version: 2 };
    await apply('AZURE', renewed);
    assert.deepEqual(await dueOf('entitlement.cancel'), [new Date('2027-11-19T18:00:00Z')]);
    world.clock.set(end);
    await apply('AZURE', { ...renewed, version: 3 });
    await runDue();
    assert.equal((await entitlement()).status, 'PENDING_CANCEL');
  });

  test('within the last six hours begins at once', async () => {
    const id = await made('AZURE');
    world.clock.set(new Date(end.getTime() - 3_600_000));
    assert.equal((await schedule(id, { type: 'EndOfTerm' })).status, 'PENDING_CANCEL');
  });

  test('is replaced by another one and removed once; a refused one is not tried again', async () => {
    const id = await made('AZURE');
    await schedule(id, { type: 'EndOfTerm' });
    await schedule(id, { type: 'SpecificDate', cancelDate: '2027-01-01' });
    assert.deepEqual(await dueOf('entitlement.cancel'), [new Date('2027-01-01T00:00:00Z')]);
    await unschedule(id);
    assert.deepEqual(await dueOf('entitlement.cancel'), []);
    const { version } = await entitlement();
    assert.equal((await unschedule(id)).metaInfo.entitlementCancellationSchedule, undefined);
    assert.equal((await entitlement()).version, version, 'nothing is left to remove');
    await schedule(id, { type: 'SpecificDate', cancelDate: '2027-01-01' });
    world.clock.set(new Date('2027-01-01T00:00:00Z'));
    await runDue();
    await world.act((call) => recordCancelRefused(call, id, { errorMessages: ['no'], prettified: ['no'] }));
    const { status, meta_info: meta } = await entitlement();
    assert.deepEqual([status, meta.entitlementCancellationSchedule], ['ACTIVE', undefined]);
    assert.deepEqual(await dueOf('entitlement.cancel'), []);
  });

  test('does nothing if the end came first', async () => {
    const id = await made('AZURE');
    await schedule(id, { type: 'SpecificDate', cancelDate: '2027-01-01' });
    await apply('AZURE', { document: azure, status: 'CANCELLED', version: 2 });
    assert.deepEqual(await dueOf('entitlement.cancel'), []);
    world.clock.set(new Date('2027-02-01T00:00:00Z'));
    await apply('AZURE', { document: azure, status: 'ACTIVE', version: 3 });
    await runDue();
    assert.deepEqual([(await entitlement()).status, world.started], ['ACTIVE', []], 'it is not carried out later');
    assert.equal((await entitlement()).id, id);
  });

  test('and a cancellation at the same time have one winner', async () => {
    const id = await made('AZURE');
    const settled = await Promise.allSettled([
      cancel(id),
      schedule(id, { type: 'SpecificDate', cancelDate: '2027-01-01' }),
      unschedule(id),
      cancel(id),
    ]);
    assert.ok(settled.every((one) => one.status === 'fulfilled' || isRefusal(one.reason)));
    assert.equal((await entitlement()).status, 'PENDING_CANCEL');
    assert.equal(world.started.length, 1);
  });
});
