import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { There } from '../../adapters/cosell/azure/bench.test-support.ts';
import { putAt, valueAt } from '../../adapters/cosell/document.ts';
import { type Account, type Bench, type Body, openCoSellBench, type Shown } from './cosell-bench.test-support.ts';

// Referrals at Microsoft through the public API: from a HubSpot deal, or sent by Microsoft, to the end of the deal.

let bench: Bench;
let azure: Account;
let makeRecord: (type: string, properties: Body, to?: Readonly<Record<string, number>>) => Promise<string>;

before(async () => {
  bench = await openCoSellBench();
  azure = await bench.connectAzure();
  makeRecord = await bench.connectHubspot();
});
after(() => bench.close());

let deals = 0;

/** A HubSpot deal, with its company and a contact. */
const makeDeal = async (properties: Body = {}): Promise<string> => {
  const company = await makeRecord('companies', {
    ...{ name: 'Fourth Coffee', website: 'https://coffee.example.com', country: 'Germany', zip: '10115' },
    ...{ city: 'Berlin', address: 'Hauptstrasse 1' },
  });
  deals += 1;
  const email = `sue${deals}@coffee.example.com`;
  const person = { firstname: 'Sue', lastname: 'Smith', email, phone: '+4930123456' };
  const contact = await makeRecord('contacts', person);
  const deal = {
    ...{
      dealname: 'Routes for Fourth Coffee',
      amount: '50000.50',
      closedate: '2036-12-31',
      dealstage: 'qualifiedtobuy',
    },
    ...{ description: 'They deliver by a plan on paper.', ...properties },
  };
  return makeRecord('deals', deal, { [company]: 5, [contact]: 3 });
};

/** Details of a deal shared with Microsoft that no CRM has. */
const shared: Body = {
  type: 'Shared',
  details: { requirements: { solutions: [{ id: 'SOL-10002-CON', name: 'Acme Routes', type: 'Name' }] } },
  team: [{ firstName: 'John', lastName: 'Doe', email: 'john@acme.example', phoneNumber: '1231231234' }],
  inviteContext: { notes: 'Please help with licensing.', assistanceRequestCode: 'General' },
};

const documentOf = (shown: Shown): Body => shown.info.createMicrosoftReferralRequest ?? assert.fail('no document');

/** The copies of a deal at Microsoft: our own, and that of another organization. */
const copies = async ({ externalID }: Shown, other = 'msft'): Promise<[There, There]> => {
  const { referrals } = await bench.control<{ referrals: There[] }>('azure', 'GET', '/referral');
  const own = referrals.find(({ id }) => id === externalID) ?? assert.fail('no such referral');
  const around = referrals.filter(({ engagementId, id }) => engagementId === own.engagementId && id !== own.id);
  return [own, around.find(({ accountId }) => accountId === other) ?? assert.fail(`no copy of ${other}`)];
};

/** People at Microsoft do something to their copy, and the notifications arrive. */
const atMicrosoft = async ({ externalID }: Shown, act: string, body: Body = {}): Promise<void> => {
  const [method, path] = act === 'patch' ? ['PATCH', ''] : ['POST', `/${act}`];
  await bench.control('azure', method ?? '', `/referral/${externalID}${path}`, body);
  await bench.settle();
};

const create = async (recordId: string, document: Body = shared): Promise<Shown> => {
  const draft = { partner: 'AZURE', hubspotDealId: recordId, info: { createMicrosoftReferralRequest: document } };
  const { entityId } = await bench.call<{ entityId: string }>('POST', '/cosell/referral', draft);
  await bench.settle();
  return bench.referral(entityId);
};

const change = async ({ id }: Shown, body: Body): Promise<Shown> => {
  await bench.change(id, body);
  await bench.settle();
  return bench.referral(id);
};

const shows = async ({ id }: Shown, expected: Body): Promise<Shown> => {
  const shown = await bench.referral(id);
  assert.partialDeepStrictEqual(shown, { sync: { status: 'IN_SYNC', errors: [] }, ...expected });
  return shown;
};

const accepted = async (): Promise<Shown> => {
  const made = await create(await makeDeal());
  await atMicrosoft(made, 'accept');
  return shows(made, { status: 'ACCEPTED' });
};

const moves = async (id: string): Promise<string[]> =>
  (await bench.events(id)).filter((name) => name !== 'referral.updated').map((name) => name.replace('referral.', ''));

describe('a referral to Microsoft', () => {
  let made: Shown;
  let recordId: string;

  it('is previewed and created from the HubSpot deal, and Microsoft is invited to it', async () => {
    recordId = await makeDeal();
    const preview = { partner: 'AZURE', crm: 'HUBSPOT', recordIds: [recordId] };
    const [shown] = await bench.call<{ draft: { info: Shown['info'] } }[]>(
      'POST',
      '/cosell/referral/batchPreview',
      preview,
    );
    assert.partialDeepStrictEqual(shown?.draft.info.createMicrosoftReferralRequest, {
      name: 'Routes for Fourth Coffee',
      customerProfile: { name: 'Fourth Coffee', team: [{ email: 'sue1@coffee.example.com' }] },
      details: { dealValue: 50_000.5, currency: 'USD' },
    });
    made = await create(recordId);
    await shows(made, {
      ...{ status: 'SUBMITTED', direction: 'OUTBOUND', name: 'Routes for Fourth Coffee', dealValue: 50_000.5 },
      ...{ currency: 'USD', targetCloseDate: '2036-12-31' },
      buyerCompany: { name: 'Fourth Coffee', country: 'DE' },
      crm: { system: 'HUBSPOT', recordId },
      partnerView: { status: 'New Pending' },
    });
    const [own, theirs] = await copies(made);
    assert.deepEqual([own.content.substatus, theirs.content.substatus], ['Accepted', 'Pending']);
    assert.equal(own.content.externalReferenceId, made.id);
    assert.equal(valueAt(theirs.content, 'customerProfile.name'), 'Fourth Coffee');
    assert.deepEqual(await moves(made.id), ['created', 'submitted']);
    const [first] = await bench.ledger(made.id);
    assert.partialDeepStrictEqual(first, { system: 'AZURE', direction: 'OUTBOUND' });
  });

  it('belongs to its record', async () => {
    assert.equal((await create(recordId)).id, made.id);
    const { referrals } = await bench.control<{ referrals: There[] }>('azure', 'GET', '/referral');
    assert.equal(referrals.filter(({ content }) => content.externalReferenceId === made.id).length, 2);
  });

  it('is received and accepted by Microsoft, whose seller is shown', async () => {
    await atMicrosoft(made, 'receive');
    await shows(made, { status: 'IN_REVIEW', partnerView: { status: 'New Received' } });
    await atMicrosoft(made, 'accept');
    const seller = { firstName: 'Sam', lastName: 'Seller', email: 'sam@microsoft.example', title: 'Account Executive' };
    await atMicrosoft(made, 'contact', seller);
    await shows(made, { status: 'ACCEPTED', partnerView: { status: 'Active Accepted' } });
    const people = await bench.call<Body[]>(
      'GET',
      '/cosell/partner_contact?buyerCompany=fourth%20coffee&partner=AZURE',
    );
    assert.partialDeepStrictEqual(people, [
      { name: 'Sam Seller', email: 'sam@microsoft.example', title: 'Account Executive', partner: 'AZURE' },
    ]);
    assert.deepEqual(await moves(made.id), ['created', 'submitted', 'accepted']);
  });

  it('imports what Microsoft writes, and sends what is changed here', async () => {
    await atMicrosoft(made, 'note', { notes: 'They want it in two languages.' });
    assert.equal(valueAt(documentOf(await bench.referral(made.id)), 'details.notes'), 'They want it in two languages.');
    await change(made, { name: 'Routes in two languages', dealValue: 61_000.25, targetCloseDate: '2036-11-30' });
    await shows(made, { name: 'Routes in two languages', dealValue: 61_000.25, targetCloseDate: '2036-11-30' });
    const [own, theirs] = await copies(made);
    for (const { content } of [own, theirs]) {
      assert.equal(content.name, 'Routes in two languages');
      assert.equal(valueAt(content, 'details.notes'), 'They want it in two languages.');
    }
    const ledger = await bench.ledger(made.id);
    assert.ok(ledger.some(({ direction, changes }) => direction === 'INBOUND' && changes[0]?.path === 'details.notes'));
    assert.deepEqual(
      ledger
        .findLast(({ system, direction }) => system === 'AZURE' && direction === 'OUTBOUND')
        ?.changes.map(({ path }) => path),
      ['details.closingDateTime', 'details.dealValue', 'name'],
    );
  });

  it('imports customer data that arrives later', async () => {
    const customer = valueAt(documentOf(made), 'customerProfile') as Body;
    await atMicrosoft(made, 'patch', { referral: { customerProfile: { ...customer, name: 'Fourth Coffee SE' } } });
    await shows(made, { buyerCompany: { name: 'Fourth Coffee SE', country: 'DE' } });
  });

  it('changed on both sides, keeps the later change, and the ledger shows the overwritten one', async () => {
    await bench.disturb('azure', 'drop-message');
    await atMicrosoft(made, 'note', { notes: 'Theirs.' });
    await bench.disturb('azure', null);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const document = putAt(documentOf(await bench.referral(made.id)), 'details.notes', 'Ours.');
    await change(made, { info: { createMicrosoftReferralRequest: document } });
    const shown = await shows(made, {});
    assert.equal(valueAt(documentOf(shown), 'details.notes'), 'Ours.');
    const conflicts = (await bench.ledger(made.id)).flatMap((row) => row.conflicts);
    assert.deepEqual(conflicts, [{ path: 'details.notes', before: 'Theirs.', after: 'Ours.' }]);
    assert.equal(valueAt((await copies(made))[1].content, 'details.notes'), 'Ours.');
  });

  it('has stages of its own, and is won', async () => {
    for (const stage of ['QUALIFIED', 'BUSINESS_VALIDATION', 'TECHNICAL_VALIDATION', 'COMMITTED']) {
      await change(made, { stage });
      await shows(made, { status: 'ACCEPTED', stage });
    }
    await atMicrosoft(made, 'note', { notes: 'Another note.' });
    await shows(made, { stage: 'COMMITTED' });
    const won = await change(made, { status: 'WON' });
    await shows(won, { status: 'WON', stage: 'LAUNCHED', partnerView: { status: 'Closed Won' } });
    assert.ok(won.closedTime);
    assert.equal((await copies(made))[0].content.substatus, 'Won');
    assert.equal((await moves(made.id)).at(-1), 'won');
    const late = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { name: 'Later' });
    assert.equal(late.status, 400);
    assert.partialDeepStrictEqual(late.info, [{ code: 'fixed' }]);
  });

  it('is lost, with the reason, even while Microsoft has not responded', async () => {
    const one = await accepted();
    const other = await create(await makeDeal());
    for (const deal of [one, other]) {
      await change(deal, { status: 'LOST', closeReason: 'They took another product' });
      await shows(deal, { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'They took another product' });
      const [{ content }] = await copies(deal);
      assert.deepEqual([content.substatus, content.statusReason], ['Lost', 'They took another product']);
      assert.equal((await moves(deal.id)).at(-1), 'lost');
    }
    await bench.advance('P15D');
    await shows(other, { status: 'LOST' });
  });

  it('is declined by Microsoft with its message, or expires by the clock', async () => {
    const declined = await create(await makeDeal());
    const ignored = await create(await makeDeal());
    await atMicrosoft(declined, 'decline', { reason: 'Not a managed customer.' });
    await shows(declined, {
      status: 'REJECTED',
      partnerView: { status: 'Closed Declined', reason: 'Not a managed customer.' },
    });
    await bench.advance('P15D');
    await shows(ignored, { status: 'EXPIRED', partnerView: { status: 'Closed Expired' } });
    assert.deepEqual([(await moves(declined.id)).at(-1), (await moves(ignored.id)).at(-1)], ['rejected', 'expired']);
  });

  it('stays with us without consent to share the deal', async () => {
    const consent = { consentToShareReferralWithMicrosoftSellers: false };
    const own = await create(await makeDeal(), { ...shared, consent });
    await shows(own, { status: 'ACCEPTED' });
    await assert.rejects(copies(own), /no copy of msft/);
  });

  it('can invite another partner once, whose referral then appears', async () => {
    const deal = await accepted();
    await bench.control('azure', 'POST', '/account', { id: '5550001', name: 'Fabrikam' });
    const body = { invitedMpnId: '5550001', notes: 'Join us.', assistanceRequestCode: 'General' };
    for (let time = 1; time <= 2; time += 1) {
      await bench.call('POST', `/cosell/partner/AZURE/referral/${deal.id}/invitePartner`, body);
      await bench.settle();
    }
    const [, theirs] = await copies(deal, '5550001');
    assert.equal(valueAt(theirs.content, 'inviteContext.notes'), 'Join us.');
    const [guest, ...more] = await bench.referrals(`externalID=${theirs.id}`);
    assert.deepEqual([guest?.status, more.length], ['SUBMITTED', 0]);
    const shown = await shows(deal, { status: 'ACCEPTED' });
    assert.equal((valueAt(shown, 'partnerView.document.relatedReferrals') as Body[]).length, 2);
    await bench.control('azure', 'POST', `/referral/${theirs.id}/accept`, { as: '5550001' });
    await bench.settle();
    assert.equal((await bench.referral(guest?.id ?? '')).status, 'ACCEPTED');
  });
});

describe('a referral from Microsoft', () => {
  const offer = async (more: Body = {}): Promise<Shown> => {
    const body = { accountId: azure.accountId, ...more };
    const { id } = await bench.control<{ id: string }>('azure', 'POST', '/referral', body);
    await bench.settle();
    return (await bench.referrals(`externalID=${id}`))[0] ?? assert.fail('the referral was not received');
  };

  it('is offered, accepted and won', async () => {
    const offered = await offer();
    assert.partialDeepStrictEqual(offered, {
      ...{ status: 'PENDING_ACCEPTANCE', direction: 'INBOUND', name: 'Supply chain modernization' },
      ...{ dealValue: 50_000, currency: 'USD' },
      buyerCompany: { name: 'Wide World Importers', country: 'US' },
      partnerView: { comments: 'Can you help this customer?' },
    });
    assert.ok(offered.acceptBy && Date.parse(offered.acceptBy) > bench.now().getTime());
    const early = await bench.refused('PATCH', `/cosell/referral/${offered.id}`, { name: 'Mine' });
    assert.equal(early.status, 400);
    await change(offered, { status: 'ACCEPTED' });
    const taken = await shows(offered, { status: 'ACCEPTED' });
    assert.equal(taken.acceptBy, undefined);
    assert.equal((await copies(taken))[0].content.substatus, 'Accepted');
    await change(taken, { stage: 'COMMITTED', name: 'Supply chains' });
    await shows(taken, { stage: 'COMMITTED', name: 'Supply chains' });
    assert.equal((await copies(taken))[1].content.name, 'Supply chains');
    await change(taken, { stage: 'LAUNCHED' });
    await shows(taken, { status: 'WON', stage: 'LAUNCHED' });
    assert.deepEqual(await moves(offered.id), ['received', 'accepted', 'won']);
  });

  it('can be a lead with a customer alone, accepted and lost', async () => {
    const lead = await offer({ kind: 'lead' });
    await change(lead, { status: 'ACCEPTED' });
    await change(lead, { status: 'LOST', closeReason: 'They were only curious' });
    await shows(lead, { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'They were only curious' });
    assert.deepEqual(await moves(lead.id), ['received', 'accepted', 'lost']);
  });

  it('is declined in time, with a reason', async () => {
    const offered = await offer();
    await change(offered, { status: 'REJECTED', closeReason: 'No capacity this year' });
    await shows(offered, { status: 'REJECTED', closeReason: 'No capacity this year' });
    const [{ content }] = await copies(offered);
    assert.deepEqual([content.substatus, content.statusReason], ['Declined', 'No capacity this year']);
    assert.deepEqual(await moves(offered.id), ['received', 'rejected']);
  });

  it('expires by the clock, and can then no longer be accepted', async () => {
    const offered = await offer();
    await bench.advance('P15D');
    await shows(offered, { status: 'EXPIRED' });
    const late = await bench.refused('PATCH', `/cosell/referral/${offered.id}`, { status: 'ACCEPTED' });
    assert.equal(late.status, 409);
    assert.partialDeepStrictEqual(late.info, { status: 'EXPIRED' });
  });
});

describe('notifications from Microsoft', () => {
  it('that are lost are made up for by the lists', async () => {
    const made = await create(await makeDeal());
    await bench.disturb('azure', 'drop-message');
    await atMicrosoft(made, 'accept');
    const body = { accountId: azure.accountId };
    const { id } = await bench.control<{ id: string }>('azure', 'POST', '/referral', body);
    await shows(made, { status: 'SUBMITTED' });
    await bench.reconcile();
    assert.equal((await bench.referrals(`externalID=${id}`))[0]?.status, 'PENDING_ACCEPTANCE');
    // Only Microsoft's copy has changed, and a list has only our own: it is read with all others, once a day.
    await bench.advance('P1D');
    await shows(made, { status: 'ACCEPTED' });
    await bench.disturb('azure', null);
  });

  it('that come twice, late or out of order change nothing', async () => {
    await bench.disturb('azure', 'duplicate-message');
    const made = await create(await makeDeal());
    await atMicrosoft(made, 'receive');
    await atMicrosoft(made, 'accept');
    await bench.disturb('azure', null);
    const before = await shows(made, { status: 'ACCEPTED' });
    const [events, ledger] = [await bench.events(made.id), await bench.ledger(made.id)];
    const path = `/message?accountId=${azure.accountId}`;
    const { messages } = await bench.control<{ messages: { id: string }[] }>('azure', 'GET', path);
    for (const { id } of messages.slice(-20).toReversed())
      await bench.control('azure', 'POST', `/message/${id}/resend`);
    await bench.settle();
    assert.deepEqual(await bench.referral(made.id), before);
    assert.deepEqual(await bench.events(made.id), events);
    assert.deepEqual(await bench.ledger(made.id), ledger);
  });
});

describe('a deal at Microsoft with responses as others have observed them', () => {
  before(() => bench.control('azure', 'POST', '/settings', { referralAnswers: 'observed' }));
  after(() => bench.control('azure', 'POST', '/settings', { referralAnswers: 'documented' }));

  it('is one deal of ours, and a document that is sent back without the fields that only Microsoft writes removes none of them', async () => {
    const made = await create(await makeDeal());
    await shows(made, { status: 'SUBMITTED', direction: 'OUTBOUND' });
    const { mpnId, inviteContext, ...document } = documentOf(await bench.referral(made.id)) as Body;
    assert.ok(mpnId !== undefined && valueAt({ inviteContext }, 'inviteContext.invitedBy') !== undefined);
    await change(made, { info: { createMicrosoftReferralRequest: { ...document, name: 'Sent back' } } });
    await shows(made, { name: 'Sent back', sync: { status: 'IN_SYNC' } });
    const changes = (await bench.ledger(made.id))
      .filter(({ system, direction }) => system === 'AZURE' && direction === 'OUTBOUND')
      .at(-1)
      ?.changes.map(({ path }) => path);
    assert.deepEqual(
      changes?.filter((path) => /mpnId|invited|isMatching/.test(path)),
      [],
    );
    assert.equal((documentOf(await bench.referral(made.id)) as Body).mpnId, mpnId);
  });
});
