import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPartnerError } from '../../partner-error.ts';
import type { IncomingMessage } from '../messages.ts';
import type { Marketplace, UsageSend } from '../port.ts';
import { createAzureMarketplace } from './adapter.ts';
import { type AzurePlan, shownUsageAnswer, subscriptionAnswer } from './answers.ts';
import { type AzureSimulator, startSimulator } from './simulator.test-support.ts';
import { readSubscription } from './translate/agreement.ts';
import { readUsageLines } from './translate/usage.ts';

type Bought = { id: string; token: string };

let simulator: AzureSimulator;
let azure: Marketplace;
before(async () => {
  simulator = await startSimulator();
  azure = createAzureMarketplace({ outgoing: simulator.outgoing, publicUrl: 'https://api.example' });
});
after(() => simulator.close());
beforeEach(() => simulator.control('DELETE', '/fault'));

const buy = (change: Record<string, unknown> = {}): Promise<Bought> =>
  simulator.control<Bought>('POST', '/subscription', {
    billingAccountId: simulator.billingAccount,
    offerId: simulator.product.offerId,
    planId: 'silver',
    quantity: 3,
    termUnit: 'P1Y',
    ...change,
  });

const readAgreement = async (id: string) => {
  const read = await azure.readAgreement(simulator.access, id);
  assert.ok(read);
  return read;
};

const activeOf = async (change: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await buy(change);
  await azure.approveAgreement?.(simulator.access, id);
  return id;
};

describe('a message from Microsoft', () => {
  it('of which only the essentials can be read is still accepted: a 4xx would refuse what the customer asked for', () => {
    const { readEnvelopes, readHint } = azure.messages;
    const least = { id: 'op-1', subscriptionId: 'sub-1', action: 'ChangeQuantity' };
    const odd = { ...least, activityId: 7, status: { code: 1 }, operationRequestSource: [], quantity: 'x', planId: {} };
    for (const body of [least, odd]) {
      assert.deepEqual(
        readEnvelopes(body)?.map(({ id, requestId, type }) => [id, requestId, type]),
        [['op-1:', null, 'ChangeQuantity']],
      );
      const hint = readHint(body);
      assert.deepEqual(hint.about === 'AGREEMENT' && [hint.agreementId, hint.operationId, hint.shows], [
        'sub-1',
        'op-1',
        undefined,
      ]);
    }
    assert.equal(readEnvelopes({ id: 'op-1' }), null);
  });
});

describe('a subscription at Microsoft', () => {
  it('waits for its activation, which starts it, once', async () => {
    const { id } = await buy();
    const waiting = await readAgreement(id);
    assert.deepEqual(
      [waiting.status, waiting.planId, waiting.quantity, waiting.value, waiting.currency, waiting.endTime],
      ['PENDING', 'silver', 3, '300', 'USD', null],
    );
    assert.deepEqual([waiting.offerExternalId, waiting.productEntityId], [null, simulator.product.productId]);
    assert.deepEqual(waiting.usageRates, [{ key: 'requests', price: '0.2', included: [] }]);
    assert.equal(waiting.buyer?.email, 'robin@initech.example');
    assert.match(waiting.buyerAccountId, /./);
    await azure.approveAgreement?.(simulator.access, id);
    const active = await readAgreement(id);
    assert.equal(active.status, 'ACTIVE');
    assert.ok(active.version >= waiting.version);
    const days = ((active.endTime?.getTime() ?? 0) - active.startTime.getTime()) / 86_400_000;
    assert.ok(days === 365 || days === 366, String(days));
    await azure.approveAgreement?.(simulator.access, id);
  });

  it('shows what the price of its own term includes', async () => {
    const ratesOf = async (change: Record<string, unknown>) =>
      (await readAgreement(await activeOf({ quantity: undefined, ...change }))).usageRates;
    assert.deepEqual(await ratesOf({ planId: 'bundle', termUnit: 'P1M' }), [
      { key: 'requests', price: '0.1', included: [{ every: 'MONTH', quantity: '5' }] },
    ]);
    assert.deepEqual(await ratesOf({ planId: 'bundle', termUnit: 'P1Y' }), [
      { key: 'requests', price: '0.1', included: [{ every: 'YEAR', quantity: null }] },
    ]);
    const id = await activeOf();
    const { document } = await readAgreement(id);
    const includedBy = (meteredQuantityIncluded: object[] | null) => {
      const plan = {
        planId: 'silver',
        planComponents: {
          recurrentBillingTerms: [{ currency: null, price: 1, termUnit: 'P1Y', meteredQuantityIncluded }],
          meteringDimensions: [{ id: 'requests', currency: null, pricePerUnit: 1 }],
        },
      };
      const context = { plan: plan as unknown as AzurePlan, productEntityId: '', asked: new Date() };
      return readSubscription(subscriptionAnswer.parse(document), context).usageRates[0]?.included;
    };
    assert.deepEqual(includedBy([{ dimensionId: 'requests', units: '12.50' }]), [{ every: 'YEAR', quantity: '12.5' }]);
    assert.deepEqual(includedBy([{ dimensionId: 'requests', units: '0' }]), []);
    for (const unclear of [null, [{ dimensionId: 'requests', units: 'Unit001' }]])
      assert.equal(includedBy(unclear), undefined, 'what is no number is not known');
  });

  it('is suspended, reinstated and ended as Microsoft says; an ended one still shows how it ended', async () => {
    const id = await activeOf();
    const statuses = [];
    for (const act of ['suspend', 'unsubscribe']) {
      await simulator.control('POST', `/subscription/${id}/${act}`, {});
      statuses.push((await readAgreement(id)).status);
    }
    assert.deepEqual(statuses, ['SUSPENDED', 'CANCELLED']);
    assert.equal(await azure.readAgreement(simulator.access, '00000000-0000-4000-8000-000000000000'), null);
  });

  it('without seats has no quantity, whatever Microsoft writes there', async () => {
    for (const noSeats of ['absent', 'empty']) {
      await simulator.control('POST', '/settings', { noSeats });
      const { id } = await buy({ planId: 'metered', quantity: undefined, termUnit: 'P1M' });
      const sent: unknown[] = [];
      const request: typeof simulator.outgoing.request = async (asked) => {
        if (asked.url.includes('/activate')) sent.push(JSON.parse(String(asked.body)));
        return simulator.outgoing.request(asked);
      };
      const outgoing = { ...simulator.outgoing, request };
      const watched = createAzureMarketplace({ outgoing, publicUrl: 'https://api.example' });
      await watched.approveAgreement?.(simulator.access, id);
      assert.deepEqual(sent, [{ planId: 'metered' }], 'the quantity must be the one that was purchased');
      assert.deepEqual([(await readAgreement(id)).status, (await readAgreement(id)).quantity], ['ACTIVE', null]);
    }
    await simulator.control('POST', '/settings', { noSeats: 'absent' });
  });

  it('when suspended, names the pending reinstatement even if no message announced it', async () => {
    const id = await activeOf();
    await simulator.control('POST', '/settings', { reinstatement: 'answered' });
    assert.equal((await readAgreement(id)).waitingOperationId, null);
    await simulator.control('POST', `/subscription/${id}/suspend`, {});
    assert.equal((await readAgreement(id)).waitingOperationId, null);
    const made = await simulator.control<{ id: string }>('POST', `/subscription/${id}/reinstate`, {});
    assert.equal((await readAgreement(id)).waitingOperationId, made.id);
    const answer = { agreementId: id, operationId: made.id, accept: true };
    assert.equal(await azure.answerOperation?.(simulator.access, answer), true);
    const now = await readAgreement(id);
    assert.deepEqual([now.status, now.waitingOperationId], ['ACTIVE', null]);
    await simulator.control('POST', '/settings', { reinstatement: 'notified' });
  });

  it('reinstated by Microsoft whatever we answer, is waited for even if the answer is refused', async () => {
    const id = await activeOf();
    await simulator.control('POST', '/settings', { operationDelayMs: 60_000 });
    await simulator.control('POST', `/subscription/${id}/suspend`, {});
    const made = await simulator.control<{ id: string }>('POST', `/subscription/${id}/reinstate`, {});
    const answer = { agreementId: id, operationId: made.id, accept: true };
    for (const fault of [undefined, 'internal-error']) {
      if (fault) await simulator.fault(fault, { operation: 'UpdateOperation' });
      assert.equal(await azure.answerOperation?.(simulator.access, answer), false, fault);
    }
    assert.equal((await readAgreement(id)).status, 'SUSPENDED');
    await simulator.advance('PT1M');
    assert.equal(await azure.answerOperation?.(simulator.access, answer), true);
    assert.equal((await readAgreement(id)).status, 'ACTIVE');
    await simulator.control('POST', '/settings', { operationDelayMs: 0 });
  });

  it('with an operation that cannot be found is read all the same', async () => {
    const id = await activeOf();
    const request: typeof simulator.outgoing.request = async (asked) => {
      if (!/\/operations\/[^/]+$/.test(new URL(asked.url).pathname)) return simulator.outgoing.request(asked);
      const body = JSON.stringify({ code: 'BadRequest', message: 'Failed to get operation' });
      return { status: 400, headers: { 'content-type': 'application/json' }, body };
    };
    const outgoing = { ...simulator.outgoing, request };
    const hidden = createAzureMarketplace({ outgoing, publicUrl: 'https://api.example' });
    const answer = { agreementId: id, operationId: '11111111-2222-4333-8444-555555555555', accept: true };
    assert.equal(await hidden.answerOperation?.(simulator.access, answer), true);
  });

  it('without its plan is read for its status only', async () => {
    const id = await activeOf();
    await simulator.fault('rubbish', { operation: 'ListAvailablePlans' });
    await assert.rejects(azure.readAgreement(simulator.access, id), 'an answer that cannot be read is asked for again');
    const whole = await readAgreement(id);
    const subscription = subscriptionAnswer.parse(whole.document);
    const asked = new Date();
    const brief = readSubscription(subscription, { plan: null, productEntityId: whole.productEntityId, asked });
    assert.deepEqual([whole.statusOnly, brief.statusOnly, brief.status], [undefined, true, 'ACTIVE']);
  });

  it('counts as changed at the time of each read, as Microsoft gives no time of the last change', async () => {
    const id = await activeOf();
    const hour = 3_600_000;
    const at = (time: number) => {
      const clock = { wallNow: () => new Date(time) };
      return createAzureMarketplace({ outgoing: simulator.outgoing, publicUrl: 'https://api.example', clock });
    };
    const listedAt = async (time: number) =>
      (await at(time).listAgreements(simulator.access, {}))
        .find(({ externalId }) => externalId === id)
        ?.changedTime?.getTime() ?? 0;
    const midnight = Math.ceil(simulator.now().getTime() / (24 * hour)) * 24 * hour;
    const [noon, soon, next] = [12 * hour, 12.9 * hour, 13 * hour].map((later) => midnight + later) as number[];
    // "lastModified" is deprecated: here it stays the same while the subscription changes.
    for (const lastModified of ['deprecated', 'kept'])
      for (const act of ['suspend', 'reinstate']) {
        await simulator.control('POST', '/settings', { lastModified, operationDelayMs: 0 });
        const known = (await at(noon ?? 0).readAgreement(simulator.access, id))?.version ?? 0;
        await simulator.control('POST', `/subscription/${id}/${act}`, {});
        assert.ok((await listedAt(soon ?? 0)) <= known, 'it was read in this hour');
        assert.ok((await listedAt(next ?? 0)) > known, 'it is read again in the next one');
        const read = await at(next ?? 0).readAgreement(simulator.access, id);
        assert.ok((read?.version ?? 0) > known, 'what is asked later counts more');
      }
    await simulator.control('POST', `/subscription/${id}/unsubscribe`, {});
    assert.equal(await listedAt(next ?? 0), midnight, 'what has ended is read once a day');
    assert.equal(await listedAt(next ?? 0), await listedAt(midnight + 23 * hour));
  });

  it('is listed page by page', async () => {
    const id = await activeOf();
    const listed = await azure.listAgreements(simulator.access, {});
    assert.ok(listed.some(({ externalId }) => externalId === id));
    await simulator.control('POST', '/settings', { pageSize: 1 });
    assert.equal((await azure.listAgreements(simulator.access, {})).length, listed.length);
    await simulator.control('POST', '/settings', { pageSize: 100 });
  });

  it('with unexpected values does not stop others from being listed', async () => {
    const odd = await activeOf();
    const other = await activeOf();
    const request: typeof simulator.outgoing.request = async (asked) => {
      const answer = await simulator.outgoing.request(asked);
      const [path = ''] = asked.url.split('?');
      if (!path.endsWith('/saas/subscriptions')) return answer;
      const page = JSON.parse(answer.body) as { subscriptions: { id: string }[] };
      const subscriptions = page.subscriptions.map((one) =>
        one.id === odd ? { id: odd, planId: 7, term: 'P1M', quantity: 'many', beneficiary: [] } : one,
      );
      return { ...answer, body: JSON.stringify({ ...page, subscriptions }) };
    };
    const outgoing = { ...simulator.outgoing, request };
    const listed = await createAzureMarketplace({ outgoing, publicUrl: 'https://api.example' }).listAgreements(
      simulator.access,
      {},
    );
    const found = new Set(listed.map(({ externalId }) => externalId));
    assert.ok(found.has(odd) && found.has(other));
  });

  it('that does not exist, or belongs to another application, is refused with a readable message', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    await assert.rejects(
      Promise.resolve(azure.approveAgreement?.(simulator.access, unknown)),
      (error) =>
        isPartnerError(error) &&
        error.outcome === 'REFUSED' &&
        /does not exist at Microsoft/.test(azure.prettifyError({ code: error.partnerCode, message: error.message })),
    );
    const stranger = await simulator.control<AzureSimulator['publisher']>('POST', '/account', {
      id: 'other',
      name: 'Other',
    });
    const { id } = await buy();
    const access = { ...simulator.access, credentials: { ...stranger } };
    await assert.rejects(
      azure.readAgreement(access, id),
      (error) => isPartnerError(error) && error.outcome === 'REFUSED' && error.httpStatus === 403,
    );
  });

  it('cannot be read with a wrong secret', async () => {
    const access = { ...simulator.access, credentials: { ...simulator.access.credentials, clientSecret: 'wrong' } };
    await assert.rejects(
      azure.verify(access),
      (error) => isPartnerError(error) && error.partnerCode === 'invalid_client' && !error.retryable,
    );
    await azure.verify(simulator.access);
  });
});

describe('a purchase token', () => {
  it('says who the buyer is and what was bought, as often as it is presented', async () => {
    const { id, token } = await buy();
    for (const given of [token, token, token.replaceAll('+', ' ')]) {
      const landed = await azure.resolveLanding(simulator.access, { token: given, audience: 'api.example' });
      assert.deepEqual([landed?.agreementIds, landed?.productExternalId], [[id], simulator.product.offerId]);
      assert.equal(landed?.buyerAccountId, (await readAgreement(id)).buyerAccountId);
    }
  });

  it('that is made up, has expired or would break a header resolves to nothing', async () => {
    const land = (token: string) => azure.resolveLanding(simulator.access, { token, audience: 'api.example' });
    const { token } = await buy();
    assert.equal(await land('made-up'), null);
    assert.equal(await land('a\r\nx-header: b'), null);
    await simulator.advance('PT25H');
    assert.equal(await land(token), null);
  });
});

describe('a webhook message from Microsoft', () => {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const { headers } = request;
      heard.push({ headers, raw, body: JSON.parse(raw.toString('utf8')), url: '', now: new Date() });
      response.end('{}');
    });
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await simulator.control('PUT', `/account/${simulator.publisher.id}/message-target`, { url });
  });
  after(() => server.close());
  beforeEach(() => void heard.splice(0));

  /** The message about a subscription; messages of other tests may arrive late. */
  const next = async (subscriptionId: string): Promise<IncomingMessage> => {
    const isOurs = ({ body }: IncomingMessage) =>
      (body as { subscriptionId: string }).subscriptionId === subscriptionId;
    for (let round = 0; round < 200 && !heard.some(isOurs); round += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const message = heard.find(isOurs);
    assert.ok(message, 'no message came');
    return message;
  };
  const isAuthentic = (message: IncomingMessage) =>
    azure.messages.isAuthentic?.(message, {
      accountId: simulator.access.accountId,
      endpoint: simulator.access.endpoint,
      credentials: simulator.access.credentials,
    });

  for (const version of [1, 2]) {
    it(`signed with a token of version ${version} is accepted`, async () => {
      await simulator.control('POST', '/settings', { webhookTokenVersion: version });
      const id = await activeOf();
      await simulator.control('POST', `/subscription/${id}/suspend`, {});
      const message = await next(id);
      assert.equal(await isAuthentic(message), true);
      assert.equal(await isAuthentic({ ...message, headers: {} }), false);
      assert.deepEqual(azure.messages.readHint(message.body), {
        about: 'AGREEMENT',
        agreementId: id,
        licenseArn: null,
        licenseEnded: false,
        shows: { statuses: ['SUSPENDED', 'CANCELLED'] },
      });
    });
  }

  it('signed by anyone else is refused', async () => {
    await simulator.fault('forged-token', { count: 1 });
    const id = await activeOf();
    await simulator.control('POST', `/subscription/${id}/suspend`, {});
    assert.equal(await isAuthentic(await next(id)), false);
  });

  it('about a change that the customer requested names the operation, which is accepted', async () => {
    const id = await activeOf();
    await simulator.control('POST', `/subscription/${id}/change-quantity`, { quantity: 7 });
    const { body } = await next(id);
    const hint = azure.messages.readHint(body);
    assert.ok(hint.about === 'AGREEMENT' && hint.operationId);
    const { operationId } = hint;
    const envelope = azure.messages.readEnvelopes(body)?.[0];
    assert.deepEqual([envelope?.id, envelope?.type], [`${operationId}:InProgress`, 'ChangeQuantity']);
    const answer = { agreementId: id, operationId, accept: true };
    assert.equal(await azure.answerOperation?.(simulator.access, answer), true);
    assert.deepEqual([(await readAgreement(id)).quantity, (await readAgreement(id)).value], [7, '700']);
    // Again, and after it has ended: there is nothing to answer.
    assert.equal(await azure.answerOperation?.(simulator.access, answer), true);
  });

  it('about a change, without a status, also names the operation, unless it has ended', async () => {
    await simulator.control('POST', '/settings', { briefChangeEvents: true });
    const id = await activeOf();
    await simulator.control('POST', `/subscription/${id}/change-plan`, { planId: 'gold' });
    const { body } = await next(id);
    await simulator.control('POST', '/settings', { briefChangeEvents: false });
    assert.equal((body as { status?: string }).status, undefined);
    const hint = azure.messages.readHint(body);
    assert.ok(hint.about === 'AGREEMENT' && hint.operationId);
    for (const [status, waits] of Object.entries({
      NotStarted: true,
      Succeeded: false,
      Failed: false,
      Conflict: false,
    })) {
      const told = azure.messages.readHint({ ...(body as object), status });
      assert.equal(told.about === 'AGREEMENT' && told.operationId !== undefined, waits, status);
    }
  });

  it('about an operation that has not started yet is answered only once it is waiting for an answer', async () => {
    const id = await activeOf();
    const made = await simulator.control<{ id: string }>('POST', `/subscription/${id}/change-quantity`, {
      quantity: 8,
    });
    let isEarly = true;
    let answers = 0;
    const request: typeof simulator.outgoing.request = async (asked) => {
      const answer = await simulator.outgoing.request(asked);
      if (asked.method === 'PATCH') answers += 1;
      if (!isEarly || asked.method !== 'GET' || !asked.url.includes('/operations/')) return answer;
      return { ...answer, body: answer.body.replace('InProgress', 'NotStarted') };
    };
    const outgoing = { ...simulator.outgoing, request };
    const early = createAzureMarketplace({ outgoing, publicUrl: 'https://api.example' });
    const answer = { agreementId: id, operationId: made.id, accept: true };
    assert.deepEqual([await early.answerOperation?.(simulator.access, answer), answers], [false, 0]);
    isEarly = false;
    assert.deepEqual([await early.answerOperation?.(simulator.access, answer), answers], [true, 1]);
    assert.equal((await readAgreement(id)).quantity, 8);
  });

  it('about a change that we requested needs no answer, nor does an operation of another subscription', async () => {
    const body = {
      id: 'op-1',
      subscriptionId: 'sub-1',
      action: 'ChangePlan',
      status: 'InProgress',
      operationRequestSource: 'Partner',
    };
    const hint = azure.messages.readHint(body);
    assert.ok(hint.about === 'AGREEMENT' && hint.operationId === undefined);
    const [id, other] = [await activeOf(), await activeOf()];
    const made = await simulator.control<{ id: string }>('POST', `/subscription/${id}/change-quantity`, {
      quantity: 9,
    });
    await next(id);
    const answer = { agreementId: other, operationId: made.id, accept: true };
    assert.equal(await azure.answerOperation?.(simulator.access, answer), true);
    assert.equal((await readAgreement(id)).quantity, 3);
  });

  it('about the end of a subscription triggers the submission of its usage at once', async () => {
    const id = await activeOf();
    await simulator.control('POST', `/subscription/${id}/unsubscribe`, {});
    const hint = azure.messages.readHint((await next(id)).body);
    assert.ok(hint.about === 'AGREEMENT' && hint.licenseEnded);
  });

  it('without an id, a subscription or an action is refused', () => {
    for (const body of [null, [], {}, { id: 'x' }, { id: 'a b', subscriptionId: 's', action: 'Renew' }])
      assert.equal(azure.messages.readEnvelopes(body), null);
    assert.deepEqual(azure.messages.readHint({}), { about: 'NOTHING' });
  });
});

describe('usage at Microsoft', () => {
  const sendOf = (subscriptionId: string | null, change: Partial<UsageSend> = {}): UsageSend => ({
    reportId: `${subscriptionId} ${change.timestamp?.toISOString() ?? ''}`,
    product: { entityId: simulator.product.productId, externalId: simulator.product.offerId, meteringKey: 'LICENSE' },
    buyerAccountId: 'buyer',
    customerIdentifier: null,
    usageResourceId: subscriptionId,
    planId: 'silver',
    dimension: 'requests',
    quantity: '12',
    timestamp: new Date(Math.floor(simulator.now().getTime() / 3_600_000) * 3_600_000),
    allocations: [],
    ...change,
  });
  const report = async (...rows: UsageSend[]) => {
    const { outcomes } = await azure.reportUsage(simulator.access, rows);
    return rows.map(({ reportId }) => outcomes.get(reportId));
  };

  it('in the hour in which its subscription was cancelled is accepted, and later usage is not', async () => {
    const id = await activeOf();
    const { timestamp } = sendOf(id);
    await simulator.control('POST', `/subscription/${id}/unsubscribe`, {});
    await simulator.advance('PT1H');
    const later = new Date(timestamp.getTime() + 3_600_000);
    const [last, after] = await report(sendOf(id, { timestamp }), sendOf(id, { timestamp: later }));
    assert.equal(last?.state, 'ACCEPTED');
    assert.equal(after?.state === 'REFUSED' && after.code, 'ResourceNotActive');
  });

  it('is not taken as counted because of an event in the same hour for another plan', async () => {
    const id = await activeOf();
    await simulator.control('POST', '/settings', { usageKey: 'dimension', autoAcceptMs: 0 });
    await report(sendOf(id));
    await simulator.control('POST', `/subscription/${id}/change-plan`, { planId: 'metered' });
    const [other] = await report(sendOf(id, { planId: 'metered', reportId: 'metered' }));
    assert.ok(other?.state === 'DUPLICATE');
    assert.deepEqual([other.isOther, other.quantity], [true, '12'], 'the quantity alone would look like ours');
    await simulator.control('POST', '/settings', { usageKey: 'plan' });
  });

  it('is accepted once for an hour; a resend is answered with the stored quantity', async () => {
    const id = await activeOf();
    const [first] = await report(sendOf(id));
    assert.equal(first?.state, 'ACCEPTED');
    const recordId = first?.state === 'ACCEPTED' ? first.recordId : '';
    assert.deepEqual(await report(sendOf(id)), [{ state: 'DUPLICATE', recordId, quantity: '12' }]);
    assert.deepEqual(await report(sendOf(id, { quantity: '13' })), [{ state: 'DUPLICATE', recordId, quantity: '12' }]);
  });

  it('is answered row by row', async () => {
    const id = await activeOf();
    const pending = (await buy()).id;
    const hour = sendOf(id).timestamp.getTime();
    const rows = [
      sendOf(id),
      sendOf(id, { reportId: 'late', timestamp: new Date(hour - 26 * 3_600_000) }),
      sendOf(id, { reportId: 'dimension', dimension: 'unheard' }),
      sendOf(id, { reportId: 'plan', planId: 'gold' }),
      sendOf(pending, { reportId: 'pending' }),
      sendOf(null, { reportId: 'nobody' }),
    ];
    const states = (await report(...rows)).map((outcome) =>
      outcome?.state === 'REFUSED' ? outcome.code : outcome?.state,
    );
    assert.deepEqual(states, [
      'ACCEPTED',
      'Expired',
      'InvalidDimension',
      'InvalidDimension',
      'ResourceNotActive',
      'UNPROCESSED',
    ]);
  });

  it('of a day is listed, whichever tool submitted it, with the status that Partner Center shows', async () => {
    const id = await activeOf();
    const day = new Date(`${simulator.now().toISOString().slice(0, 10)}T00:00:00Z`);
    const at = sendOf(id);
    await report(at, sendOf(id, { reportId: 'two', timestamp: new Date(at.timestamp.getTime() - 3_600_000) }));
    const listed = async () => {
      const lines = await azure.listUsage?.(simulator.access, { day, offer: simulator.product.offerId });
      return lines?.filter((line) => line.usageResourceId === id);
    };
    const before = at.timestamp.getTime() - 3_600_000 >= day.getTime() ? 2 : 1;
    const [line, ...more] = (await listed()) ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual(
      [line?.planId, line?.dimension, line?.submitted, line?.count, line?.standing, line?.status],
      ['silver', 'requests', String(12 * before), before, 'WAITING', 'Submitted'],
    );
    const verdict = { subscriptionId: id, dimension: 'requests', day: day.toISOString().slice(0, 10) };
    for (const [body, standing, processed] of [
      [{ reconStatus: 'Accepted' }, 'BILLED', String(12 * before)],
      [{ reconStatus: 'Mismatch', processedQuantity: 11 }, 'OTHER', '11'],
      [{ reconStatus: 'Rejected' }, 'NOT_BILLED', '0'],
      [{ reconStatus: 'TestHeaders' }, 'NOT_BILLED', '0'],
      [{ reconStatus: 'DryRun' }, 'NOT_BILLED', '0'],
    ] as const) {
      await simulator.control('POST', '/usage/verdict', { ...verdict, ...body });
      const [one] = (await listed()) ?? [];
      assert.deepEqual([one?.standing, one?.processed, one?.submitted], [standing, processed, String(12 * before)]);
    }
    assert.deepEqual(await azure.listUsage?.(simulator.access, { day, offer: 'another' }), []);
    const next = new Date(day.getTime() + 86_400_000);
    assert.deepEqual(await azure.listUsage?.(simulator.access, { day: next }), []);
  });

  it('without a quantity, or with an undocumented status, proves nothing', () => {
    const line = { usageDate: '2026-11-20T00:00:00Z', usageResourceId: 'AB', dimension: 'd', planId: 'p' };
    const day = new Date('2026-11-20T00:00:00Z');
    const read = (more: object) => readUsageLines({ day }, shownUsageAnswer.parse([{ ...line, ...more }]));
    assert.deepEqual(
      [
        { reconStatus: 'Accepted', submittedQuantity: 1 },
        { reconStatus: 'Accepted' },
        { reconStatus: 'Pondering', submittedQuantity: 1 },
        { submittedQuantity: 1 },
      ].map((more) => read(more)[0]?.standing),
      ['BILLED', 'OPEN', 'OPEN', 'OPEN'],
    );
    assert.equal(read({})[0]?.usageResourceId, 'ab');
    assert.deepEqual(read({ usageDate: '2026-11-21T00:00:00Z' }), []);
    for (const unplaced of [{ usageResourceId: null }, { planId: null }, { dimension: null }, { usageDate: 'soon' }])
      assert.throws(() => read(unplaced), /without a subscription/, 'it may be ours, so the day cannot be compared');
  });

  it('that may have arrived has an unknown outcome', async () => {
    const id = await activeOf();
    await simulator.fault('timeout-after', { operation: 'BatchUsageEvent' });
    await assert.rejects(report(sendOf(id)), (error) => isPartnerError(error) && error.outcome === 'UNKNOWN');
    assert.equal((await report(sendOf(id)))[0]?.state, 'DUPLICATE');
  });
});
