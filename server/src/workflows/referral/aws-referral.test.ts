import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { putAt } from '../../adapters/cosell/document.ts';
import { type Account, type Bench, type Body, openCoSellBench, type Shown } from './cosell-bench.test-support.ts';

// Referrals at AWS through the public API: from a Salesforce record, or from AWS itself, to the end of the deal.

let bench: Bench;
let aws: Account;
let makeRecord: (type: string, fields: Body) => Promise<string>;

before(async () => {
  bench = await openCoSellBench();
  aws = await bench.connectAws();
  makeRecord = await bench.connectSalesforce();
});
after(() => bench.close());

/** A Salesforce opportunity, with its account and a contact. */
const makeOpportunity = async (fields: Body = {}): Promise<string> => {
  const account = await makeRecord('Account', {
    ...{ Name: 'Wingtip Toys', Website: 'https://wingtip.example.com', Industry: 'Retail' },
    ...{ BillingCountry: 'United States', BillingState: 'Washington', BillingPostalCode: '98052' },
    ...{ BillingCity: 'Redmond' },
  });
  const id = await makeRecord('Opportunity', {
    ...{ Name: 'Planning for Wingtip', StageName: 'Qualification', CloseDate: '2036-12-31', Amount: 2500 },
    ...{ Description: 'They lose a day each month with their billing.', AccountId: account, ...fields },
  });
  const contact = { LastName: 'Smith', FirstName: 'Sue', Email: 'sue@wingtip.example.com', AccountId: account };
  const ContactId = await makeRecord('Contact', contact);
  await makeRecord('OpportunityContactRole', { OpportunityId: id, ContactId, IsPrimary: true });
  return id;
};

type There = {
  reviewStatus: string;
  opportunity: Body & {
    LifeCycle: Body;
    Project: Body;
    Customer: { Account: Body };
    RelatedEntityIdentifiers: Record<string, string[]>;
  };
};

const there = ({ externalID }: Shown): Promise<There> => bench.control('aws', 'GET', `/opportunity/${externalID}`);
const documentOf = (shown: Shown): Body => shown.info.aceOpportunityV2 ?? assert.fail('no document');

/** AWS does something to an opportunity, and its messages arrive. */
const atAws = async ({ externalID }: Shown, act: string, body: Body = {}): Promise<void> => {
  await bench.control('aws', act === 'aws' ? 'PATCH' : 'POST', `/opportunity/${externalID}/${act}`, body);
  await bench.settle();
};

const create = async (recordId: string, document: Body = {}): Promise<Shown> => {
  const draft = { partner: 'AWS', salesforceOpportunityId: recordId, info: { aceOpportunityV2: document } };
  const { entityId } = await bench.call<{ entityId: string }>('POST', '/cosell/referral', draft);
  await bench.settle();
  return bench.referral(entityId);
};

/** Changes a referral, and waits until AWS has it. */
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

const solution = async (name: string, accountId = aws.accountId, catalog = 'AWS'): Promise<string> =>
  (await bench.control<{ id: string }>('aws', 'POST', '/solution', { accountId, catalog, name })).id;

/** A released private offer of the account, by its ARN. */
const privateOffer = async (): Promise<string> => {
  const { accountId } = aws;
  const product = await bench.control<{ productId: string }>('aws', 'POST', '/product', {
    ...{ sellerAccountId: accountId, title: 'Acme API' },
    dimensions: [{ key: 'seats', name: 'Seats', types: ['Entitled'] }],
  });
  const { offerId } = await bench.control<{ offerId: string }>('aws', 'POST', '/offer', {
    ...{ productId: product.productId, buyerAccountIds: ['210987654321'] },
    terms: [
      {
        Type: 'ConfigurableUpfrontPricingTerm',
        CurrencyCode: 'USD',
        RateCards: [
          {
            Selector: { Type: 'Duration', Value: 'P12M' },
            RateCard: [{ DimensionKey: 'seats', Price: '10' }],
            Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
          },
        ],
      },
    ],
  });
  return `arn:aws:aws-marketplace:us-east-1:${accountId}:AWSMarketplace/Offer/${offerId}`;
};

const approved = async (document: Body = {}): Promise<Shown> => {
  const made = await create(await makeOpportunity(), document);
  await atAws(made, 'approve');
  return shows(made, { status: 'ACCEPTED' });
};

describe('a referral to AWS', () => {
  let made: Shown;
  let recordId: string;

  it('is previewed and created from the Salesforce record, and AWS has it in its queue', async () => {
    recordId = await makeOpportunity();
    const preview = { partner: 'AWS', crm: 'SALESFORCE', recordIds: [recordId] };
    const [shown] = await bench.call<{ draft: { info: Shown['info'] }; errors: unknown[] }[]>(
      'POST',
      '/cosell/referral/batchPreview',
      preview,
    );
    assert.deepEqual(shown?.errors, []);
    made = await create(recordId);
    await shows(made, {
      ...{ status: 'SUBMITTED', stage: 'QUALIFIED', direction: 'OUTBOUND', name: 'Planning for Wingtip' },
      buyerCompany: { name: 'Wingtip Toys', country: 'US', website: 'https://wingtip.example.com', industry: 'Retail' },
      crm: { system: 'SALESFORCE', recordId },
      partnerView: { status: 'Submitted' },
    });
    assert.partialDeepStrictEqual(documentOf(made), shown?.draft.info.aceOpportunityV2 as object);
    const { reviewStatus, opportunity } = await there(made);
    assert.equal(reviewStatus, 'Submitted');
    assert.equal(opportunity.PartnerOpportunityIdentifier, made.id);
    assert.deepEqual((opportunity.Customer as Body).Contacts, [
      { Email: 'sue@wingtip.example.com', FirstName: 'Sue', LastName: 'Smith' },
    ]);
    assert.deepEqual((await bench.events(made.id)).slice(0, 2), ['referral.created', 'referral.submitted']);
    const [first] = await bench.ledger(made.id);
    assert.partialDeepStrictEqual(first, { system: 'AWS', direction: 'OUTBOUND' });
    assert.ok(first?.changes.some(({ path, after: value }) => path === 'Project.Title' && value === made.name));
  });

  it('belongs to its record: creating it again returns the same referral', async () => {
    const again = await create(recordId);
    assert.deepEqual([again.id, again.externalID], [made.id, made.externalID]);
    assert.equal((await bench.referrals(`crmRecordId=${recordId}`)).length, 1);
  });

  it('cannot be changed while it is in review', async () => {
    await atAws(made, 'start-review');
    await shows(made, { status: 'IN_REVIEW', partnerView: { status: 'In review' } });
    const name = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { name: 'Another' });
    assert.equal(name.status, 400);
    assert.partialDeepStrictEqual(name.info, [{ code: 'fixed' }]);
    for (const status of ['ACCEPTED', 'WON', 'ACTION_REQUIRED', 'REJECTED']) {
      const { status: code, info } = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { status });
      assert.equal(code, 409, status);
      assert.partialDeepStrictEqual(info, { status: 'IN_REVIEW' });
    }
  });

  it('when AWS requires more, shows AWS’s message; once corrected, it is in the queue again', async () => {
    const comments = 'Which part of the billing takes a day?';
    await atAws(made, 'request-action', { reason: 'The customer problem is unclear', comments });
    await shows(made, {
      status: 'ACTION_REQUIRED',
      partnerView: { status: 'Action Required', reason: 'The customer problem is unclear', comments },
    });
    const problem = 'Their accountants key each invoice in twice: that takes a day each month.';
    const document = putAt(documentOf(made), 'Project.CustomerBusinessProblem', problem);
    const mended = await change(made, { status: 'SUBMITTED', info: { aceOpportunityV2: document } });
    await shows(mended, { status: 'SUBMITTED', partnerView: { status: 'Submitted' } });
    const { reviewStatus, opportunity } = await there(made);
    assert.deepEqual([reviewStatus, opportunity.Project.CustomerBusinessProblem], ['Submitted', problem]);
    const sent = (await bench.ledger(made.id)).findLast(({ direction }) => direction === 'OUTBOUND');
    assert.deepEqual(
      sent?.changes.map(({ path }) => path),
      ['Project.CustomerBusinessProblem'],
    );
  });

  it('is accepted, with the contacts at AWS', async () => {
    await atAws(made, 'approve');
    await shows(made, { status: 'ACCEPTED', partnerView: { status: 'Approved' } });
    const people = await bench.call<Body[]>('GET', '/cosell/partner_contact?buyerCompany=Wingtip%20Toys&partner=AWS');
    assert.deepEqual(people.map(({ email, role }) => `${email} ${role}`).sort(), [
      'account.owner@amazon.example AWSAccountOwner',
      'sales.rep@amazon.example AWSSalesRep',
    ]);
  });

  it('shows what only AWS writes, although that creates no new version', async () => {
    await atAws(made, 'aws', { stage: 'Engaged', nextSteps: 'We call them on Monday.', score: 80 });
    const { partnerView } = await bench.referral(made.id);
    assert.partialDeepStrictEqual(partnerView?.document, { LifeCycle: { Stage: 'Engaged' } });
  });

  it('moves its stage by the rules of AWS, until it is won', async () => {
    const { status, info } = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { stage: 'COMMITTED' });
    assert.equal(status, 409);
    assert.partialDeepStrictEqual(info, {
      stage: 'QUALIFIED',
      allowed: ['PROSPECT', 'TECHNICAL_VALIDATION', 'CLOSED_LOST'],
    });
    const early = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { status: 'WON' });
    assert.equal(early.status, 409);
    assert.partialDeepStrictEqual(early.info, { status: 'ACCEPTED', stage: 'QUALIFIED' });
    for (const stage of ['TECHNICAL_VALIDATION', 'QUALIFIED', 'TECHNICAL_VALIDATION', 'BUSINESS_VALIDATION']) {
      await change(made, { stage });
      await shows(made, { status: 'ACCEPTED', stage });
    }
    assert.equal((await there(made)).opportunity.LifeCycle.Stage, 'Business Validation');
    const bare = await bench.refused('PATCH', `/cosell/referral/${made.id}`, { stage: 'COMMITTED' });
    assert.partialDeepStrictEqual(bare.info, [
      { path: 'info.aceOpportunityV2.RelatedEntityIdentifiers.Solutions', code: 'required' },
    ]);
    const [first, second, offer] = [await solution('Acme API'), await solution('Acme Planner'), await privateOffer()];
    const linked = { Solutions: [first], AwsMarketplaceOffers: [offer] };
    const document = { ...documentOf(await bench.referral(made.id)), RelatedEntityIdentifiers: linked };
    await change(made, { stage: 'COMMITTED', info: { aceOpportunityV2: document } });
    const committed = await shows(made, { stage: 'COMMITTED' });
    assert.deepEqual(documentOf(committed).RelatedEntityIdentifiers, linked);
    assert.partialDeepStrictEqual((await there(made)).opportunity.RelatedEntityIdentifiers, linked);
    const others = { Solutions: [second], AwsMarketplaceOffers: [await privateOffer()] };
    const other = { ...documentOf(committed), RelatedEntityIdentifiers: others };
    await change(made, { info: { aceOpportunityV2: other } });
    assert.deepEqual((await there(made)).opportunity.RelatedEntityIdentifiers, others);
    await change(made, { status: 'WON' });
    const won = await shows(made, { status: 'WON', stage: 'LAUNCHED' });
    assert.ok(won.closedTime);
    assert.equal((await there(made)).opportunity.LifeCycle.Stage, 'Launched');
    assert.deepEqual(
      (await bench.events(made.id)).filter((name) => name !== 'referral.updated'),
      ['created', 'submitted', 'action_required', 'accepted', 'won'].map((name) => `referral.${name}`),
    );
    assert.ok((await bench.ledger(made.id)).every(({ error, conflicts }) => !error && conflicts.length === 0));
  });

  it('needs a reason of AWS when it is lost, and stays lost', async () => {
    const other = await approved();
    const path = `/cosell/referral/${other.id}`;
    for (const body of [
      { status: 'LOST' },
      { status: 'LOST', closeReason: 'They were mean' },
      { stage: 'CLOSED_LOST' },
    ]) {
      const refused = await bench.refused('PATCH', path, body);
      assert.equal(refused.status, 400);
      assert.partialDeepStrictEqual(refused.info, [{ path: 'closeReason', code: 'choice' }]);
    }
    await change(other, { status: 'LOST', closeReason: 'Price' });
    await shows(other, { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'Price' });
    assert.partialDeepStrictEqual((await there(other)).opportunity.LifeCycle, {
      Stage: 'Closed Lost',
      ClosedLostReason: 'Price',
    });
    assert.ok((await bench.events(other.id)).includes('referral.lost'));
    const third = await approved();
    await change(third, { stage: 'CLOSED_LOST', closeReason: 'Partner Gap' });
    await shows(third, { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'Partner Gap' });
  });

  it('lost while AWS has it in review: AWS is updated once it accepts changes again', async () => {
    const other = await create(await makeOpportunity());
    await change(other, { status: 'LOST', closeReason: 'No Opportunity' });
    await shows(other, { status: 'LOST' });
    await atAws(other, 'start-review');
    await shows(other, { status: 'LOST' });
    await atAws(other, 'approve');
    await shows(other, { status: 'LOST', stage: 'CLOSED_LOST', closeReason: 'No Opportunity' });
    assert.equal((await there(other)).opportunity.LifeCycle.Stage, 'Closed Lost');
  });

  it('resubmitted without what AWS asked for, it shows that AWS is still waiting', async () => {
    const other = await create(await makeOpportunity());
    await atAws(other, 'request-action', { reason: 'Missing', comments: 'More, please.' });
    await change(other, { status: 'SUBMITTED' });
    await shows(other, { status: 'ACTION_REQUIRED' });
  });

  it('is rejected with AWS’s message, and releases its record', async () => {
    const record = await makeOpportunity();
    const other = await create(record);
    await atAws(other, 'reject', { reason: 'Duplicate', comments: 'Another partner has this deal.' });
    await shows(other, {
      status: 'REJECTED',
      partnerView: { status: 'Rejected', reason: 'Duplicate', comments: 'Another partner has this deal.' },
    });
    assert.equal((await bench.events(other.id)).at(-1), 'referral.rejected');
    const next = await create(record);
    assert.notEqual(next.id, other.id);
    await change(other, { status: 'ARCHIVED' });
    assert.equal(
      (await bench.referrals()).some(({ id }) => id === other.id),
      false,
    );
    assert.equal(
      (await bench.referrals('status=ARCHIVED')).some(({ id }) => id === other.id),
      true,
    );
  });

  it('refused on submission, it shows why; once corrected, the same opportunity is submitted', async () => {
    const made = await create(await makeOpportunity(), { RelatedEntityIdentifiers: { Solutions: ['S-1'] } });
    const failed = await bench.referral(made.id);
    assert.deepEqual([failed.status, failed.sync.status], ['CREATE_FAILED', 'FAILED']);
    assert.match(String((failed.metaInfo.errorMessages as string[])[0]), /S-1/);
    const document = { ...documentOf(failed), RelatedEntityIdentifiers: { Solutions: [await solution('Real')] } };
    const mended = await change(made, { status: 'SUBMITTED', info: { aceOpportunityV2: document } });
    await shows(mended, { status: 'SUBMITTED', externalID: failed.externalID });
    assert.partialDeepStrictEqual((await there(mended)).opportunity, {
      RelatedEntityIdentifiers: document.RelatedEntityIdentifiers,
    });
  });

  it('is linked to the named solutions and offer when it is submitted', async () => {
    const related = { Solutions: [await solution('At once')], AwsMarketplaceOffers: [await privateOffer()] };
    const made = await create(await makeOpportunity(), { RelatedEntityIdentifiers: related });
    await shows(made, { status: 'SUBMITTED', info: { aceOpportunityV2: { RelatedEntityIdentifiers: related } } });
    assert.deepEqual((await there(made)).opportunity.RelatedEntityIdentifiers, related);
  });
});

describe('a referral from AWS', () => {
  const invite = async (more: Body = {}): Promise<Shown> => {
    const { id } = await bench.control<{ id: string }>('aws', 'POST', '/engagement-invitation', {
      ...{ accountId: aws.accountId, message: 'Can you help them?', ...more },
    });
    await bench.settle();
    return (await bench.referrals(`externalID=${id}`))[0] ?? assert.fail('the invitation was not received');
  };
  const closingDay = (): string => new Date(bench.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);

  it('is offered with some of the customer’s details, and shows the rest once it is accepted', async () => {
    const offered = await invite();
    assert.partialDeepStrictEqual(offered, {
      ...{ status: 'PENDING_ACCEPTANCE', direction: 'INBOUND', name: 'Forecasts for all stores' },
      buyerCompany: { name: 'Northwind Traders', country: 'US' },
      partnerView: { status: 'PENDING', comments: 'Can you help them?' },
    });
    assert.ok(offered.acceptBy && Date.parse(offered.acceptBy) > bench.now().getTime());
    assert.deepEqual(await bench.events(offered.id), ['referral.received']);
    assert.equal((documentOf(offered).Customer as Body).Contacts, undefined);
    const early = await bench.refused('PATCH', `/cosell/referral/${offered.id}`, { name: 'Mine' });
    assert.equal(early.status, 400);
    await change(offered, { status: 'ACCEPTED' });
    const accepted = await shows(offered, { status: 'ACCEPTED', direction: 'INBOUND' });
    assert.match(accepted.externalID ?? '', /^O\d+$/);
    assert.partialDeepStrictEqual(documentOf(accepted).Customer, {
      Account: { AwsAccountId: '210987654321', Address: { StreetAddress: '1 Pike Place' } },
    });
    // AWS adds the people of the customer some minutes later.
    await bench.advance('PT31M');
    const [person] = (documentOf(await bench.referral(offered.id)).Customer as { Contacts: Body[] }).Contacts;
    assert.equal(person?.Email, 'kim.lee@northwind.example');
    assert.equal((await bench.referrals(`externalID=${accepted.externalID}`)).length, 1);
    assert.deepEqual(
      (await bench.events(offered.id)).filter((name) => name !== 'referral.updated'),
      ['referral.received', 'referral.accepted'],
    );
    const { stage } = accepted;
    assert.equal(stage, 'PROSPECT');
    const related = { Solutions: [await solution('For Northwind')] };
    const document = { ...documentOf(await bench.referral(offered.id)), RelatedEntityIdentifiers: related };
    await change(accepted, { info: { aceOpportunityV2: document } });
    for (const next of ['QUALIFIED', 'TECHNICAL_VALIDATION', 'BUSINESS_VALIDATION', 'COMMITTED']) {
      await change(accepted, { stage: next, targetCloseDate: closingDay() });
      await shows(accepted, { stage: next });
    }
    await change(accepted, { status: 'WON' });
    await shows(accepted, { status: 'WON', stage: 'LAUNCHED' });
    assert.equal((await there(accepted)).opportunity.LifeCycle.Stage, 'Launched');
  });

  it('is declined with a reason', async () => {
    const offered = await invite();
    await change(offered, { status: 'REJECTED', closeReason: 'Not our field' });
    await shows(offered, {
      status: 'REJECTED',
      closeReason: 'Not our field',
      partnerView: { status: 'REJECTED', reason: 'Not our field' },
    });
    assert.equal(documentOf(await bench.referral(offered.id)).Project !== undefined, true);
    assert.equal((await bench.events(offered.id)).at(-1), 'referral.rejected');
  });

  it('expires by the clock', async () => {
    const offered = await invite();
    await bench.advance('P16D');
    await shows(offered, { status: 'EXPIRED', partnerView: { status: 'EXPIRED' } });
    assert.equal((await bench.events(offered.id)).at(-1), 'referral.expired');
  });

  it('when AWS refuses the acceptance, says why, is still offered, and can be accepted again', async () => {
    const offered = await invite();
    const message = 'The engagement has too many members.';
    const fault = { reasonCode: 'InvitationValidationFailed', message, count: 1 };
    await bench.disturb('aws', 'partner-task-failure', fault);
    const refused = await change(offered, { status: 'ACCEPTED' });
    assert.deepEqual([refused.status, refused.sync.status], ['PENDING_ACCEPTANCE', 'FAILED']);
    assert.match(refused.sync.errors[0]?.message ?? '', /too many members/);
    assert.equal((await bench.events(offered.id)).at(-1), 'referral.sync_failed');
    await change(offered, { status: 'ACCEPTED' });
    await shows(offered, { status: 'ACCEPTED' });
  });

  it('is lost with a reason', async () => {
    const offered = await invite();
    await change(offered, { status: 'ACCEPTED' });
    await change(offered, { status: 'LOST', closeReason: 'Delay / Cancellation of Project' });
    await shows(offered, { status: 'LOST', stage: 'CLOSED_LOST' });
    assert.equal((await there(await bench.referral(offered.id))).opportunity.LifeCycle.Stage, 'Closed Lost');
  });
});

describe('messages from AWS', () => {
  it('that are lost are made up for by the lists', async () => {
    const made = await create(await makeOpportunity());
    await bench.disturb('aws', 'drop-message');
    await atAws(made, 'approve');
    const { id } = await bench.control<{ id: string }>('aws', 'POST', '/engagement-invitation', {
      accountId: aws.accountId,
    });
    await shows(made, { status: 'SUBMITTED' });
    await bench.reconcile();
    await shows(made, { status: 'ACCEPTED' });
    const [offered] = await bench.referrals(`externalID=${id}`);
    assert.equal(offered?.status, 'PENDING_ACCEPTANCE');
    await bench.advance('P16D');
    assert.equal((await bench.referral(offered?.id ?? '')).status, 'EXPIRED');
    await bench.disturb('aws', null);
  });

  it('that come twice, late or out of order change nothing', async () => {
    await bench.disturb('aws', 'duplicate-message');
    const made = await create(await makeOpportunity());
    await atAws(made, 'start-review');
    await atAws(made, 'approve');
    await bench.disturb('aws', null);
    const before = await shows(made, { status: 'ACCEPTED' });
    const events = await bench.events(made.id);
    const ledger = await bench.ledger(made.id);
    type Message = { id: string; accountId: string };
    const { messages } = await bench.control<{ messages: Message[] }>(
      'aws',
      'GET',
      `/message?accountId=${aws.accountId}`,
    );
    for (const { id } of messages.slice(-40).toReversed()) {
      await bench.control('aws', 'POST', `/message/${id}/resend`);
    }
    await bench.settle();
    assert.deepEqual(await bench.referral(made.id), before);
    assert.deepEqual(await bench.events(made.id), events);
    assert.deepEqual(await bench.ledger(made.id), ledger);
    assert.equal(events.filter((name) => name === 'referral.accepted').length, 1);
  });
});

describe('the catalog Sandbox', () => {
  it('has its own opportunities, which the catalog AWS does not show', async () => {
    const other = bench.of(bench.app.globex);
    const sandbox = await other.connectAws('Sandbox');
    const { info } = await bench.referral((await create(await makeOpportunity())).id);
    const { PartnerOpportunityIdentifier: _, ...document } = info.aceOpportunityV2 ?? {};
    const related = { Solutions: [await solution('Tried out', sandbox.accountId, 'Sandbox')] };
    const { entityId } = await other.call<{ entityId: string }>('POST', '/cosell/referral', {
      partner: 'AWS',
      info: { aceOpportunityV2: { ...document, RelatedEntityIdentifiers: related } },
    });
    await bench.settle();
    const made = await other.referral(entityId);
    assert.equal(made.status, 'SUBMITTED', JSON.stringify(made.sync));
    assert.partialDeepStrictEqual(await there(made), { opportunity: { Catalog: 'Sandbox' } });
    const hidden = { accountId: sandbox.accountId, catalog: 'AWS' };
    await bench.control('aws', 'POST', '/engagement-invitation', hidden);
    const { id } = await bench.control<{ id: string }>('aws', 'POST', '/engagement-invitation', {
      ...hidden,
      catalog: 'Sandbox',
    });
    await bench.settle();
    const all = await other.referrals();
    assert.deepEqual(all.map(({ externalID }) => externalID).sort(), [made.externalID, id].sort());
    await atAws(made, 'approve');
    assert.equal((await other.referral(entityId)).status, 'ACCEPTED');
  });
});
