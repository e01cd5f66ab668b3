import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPartnerError } from '../../partner-error.ts';
import { dayFrom } from '../../simulated.test-support.ts';
import type { OfferChange } from '../changes.ts';
import type { AzureOfferSubmission } from '../offer-submissions.ts';
import type { Marketplace } from '../port.ts';
import { createAzureMarketplace } from './adapter.ts';
import { jobAnswer } from './answers.ts';
import { anOffer, doChange } from './changes.test-support.ts';
import { type AzureSimulator, startSimulator } from './simulator.test-support.ts';

let simulator: AzureSimulator;
let azure: Marketplace;
before(async () => {
  simulator = await startSimulator();
  azure = createAzureMarketplace({ outgoing: simulator.outgoing, publicUrl: 'https://api.example', lostAfterMs: 600 });
});
after(() => simulator.close());
beforeEach(async () => {
  await simulator.control('DELETE', '/fault');
  await simulator.control('POST', '/settings', {
    privateOfferList: 'value',
    offerSubState: 'shown',
    pageSize: 100,
  });
});

type There = { id: string; document: { name: string; pricing: Record<string, unknown>[] }; state: string };

const offersAtPartner = async (name: string): Promise<There[]> =>
  (await simulator.control<{ privateOffers: There[] }>('GET', '/private-offer')).privateOffers.filter(
    (offer) => offer.document.name === name,
  );

const created = async (change: Partial<AzureOfferSubmission> = {}): Promise<string> => {
  const { end, made } = await doChange(azure, simulator, { act: 'offer.create', offer: anOffer(simulator, change) });
  assert.equal(end.state, 'DONE', JSON.stringify(end));
  return made.offer as string;
};

const withdrawal = (externalId: string): OfferChange => ({ act: 'offer.withdraw', externalId, lastDay: '2020-01-01' });

describe('a private offer at Microsoft', () => {
  it('goes live, with the address where its buyer accepts it, and reads back as offered', async () => {
    const externalId = await created({ start: dayFrom(simulator.now(), 25) });
    assert.match(externalId, /^[0-9a-f-]{36}$/);
    const read = await azure.readOffer(simulator.access, externalId);
    assert.equal(read?.state, 'RELEASED');
    assert.match(String(read?.privateOfferUrl), /^http/);
    assert.equal(read?.productEntityId, simulator.product.productId);
    assert.deepEqual(read?.buyerAccountIds, [simulator.billingAccount]);
    assert.equal(read?.expireTime?.toISOString(), `${dayFrom(simulator.now(), 20)}T23:59:59.999Z`);
    assert.equal(read?.agreementStart?.toISOString(), `${dayFrom(simulator.now(), 25)}T00:00:00.000Z`);
    // The mark by which it is found again is ours; clients do not see it.
    const beneficiaries = read?.document.beneficiaries as { description: string }[];
    assert.deepEqual(
      beneficiaries.map(({ description }) => description),
      ['Initech'],
    );
  });

  it('with a plan of its own has that plan’s prices, limits and included quantities', async () => {
    const pricing: AzureOfferSubmission['pricing'] = [
      {
        planId: 'silver',
        kind: 'ABSOLUTE',
        newPlan: { name: 'Initech plan', description: 'For Initech' },
        recurrent: [{ billingTermIso: 'P1Y', paymentOptionIso: 'P1M', price: '12.5' }],
        perUser: { min: 5, max: 40 },
        meters: [{ key: 'requests', price: '0.015', includedQuantity: '1000' }],
        currency: 'USD',
      },
    ];
    const externalId = await created({ name: 'Own plan', pricing });
    await simulator.control('POST', `/private-offer/${externalId}/accept`, {});
    const bought = await simulator.control<{ id: string }>('POST', `/private-offer/${externalId}/purchase`, {
      quantity: 10,
    });
    const agreement = await azure.readAgreement(simulator.access, bought.id);
    assert.deepEqual(
      [agreement?.offerExternalId, agreement?.value, agreement?.usageRates],
      [externalId, '125', [{ key: 'requests', price: '0.015', included: [{ every: 'YEAR', quantity: '1000' }] }]],
    );
  });

  it('counts as accepted once it was purchased, where Microsoft shows nothing more', async () => {
    await simulator.control('POST', '/settings', { offerSubState: 'absent' });
    const externalId = await created({ name: 'Silent' });
    const agreements = async () =>
      (await azure.listAgreements(simulator.access, { offerExternalId: externalId })).map((one) => one.externalId);
    assert.deepEqual(await agreements(), []);
    await simulator.control('POST', `/private-offer/${externalId}/accept`, {});
    const bought = await simulator.control<{ id: string }>('POST', `/private-offer/${externalId}/purchase`, {});
    assert.deepEqual(await agreements(), [bought.id]);
  });

  it('with other prices for a plan on sale keeps those that it does not name', async () => {
    const pricing: AzureOfferSubmission['pricing'] = [
      {
        planId: 'silver',
        kind: 'ABSOLUTE',
        newPlan: null,
        recurrent: [{ billingTermIso: 'P12M', paymentOptionIso: 'P12M', price: '80' }],
        perUser: null,
        meters: [],
        currency: 'USD',
      },
    ];
    const externalId = await created({ name: 'Other prices', pricing });
    await simulator.control('POST', `/private-offer/${externalId}/accept`, {});
    const boughtFor = async (termUnit: string) => {
      const bought = await simulator.control<{ id: string }>('POST', `/private-offer/${externalId}/purchase`, {
        termUnit,
        quantity: 2,
      });
      const read = await azure.readAgreement(simulator.access, bought.id);
      return [read?.value, read?.usageRates];
    };
    const usage = [{ key: 'requests', price: '0.2', included: [] }];
    assert.deepEqual(
      [await boughtFor('P1Y'), await boughtFor('P1M')],
      [
        ['160', usage],
        ['20', usage],
      ],
    );
  });

  it('with its own terms lists them as offers to a customer do', async () => {
    const url = 'https://files.example/terms.pdf';
    const externalId = await created({ name: 'Own terms', terms: { url } });
    const read = await azure.readOffer(simulator.access, externalId);
    assert.deepEqual(
      [read?.document.termsAndConditionsDocSasUrl, read?.document.termsAndConditionsDocs],
      [url, undefined],
    );
  });

  it('for an unknown plan is refused before anything is sent', async () => {
    const offer = anOffer(simulator, { pricing: [{ planId: 'copper', kind: 'DISCOUNT', percentage: '5' }] });
    const begun = azure.startChange(
      simulator.access,
      { act: 'offer.create', offer },
      { key: 'k', stage: 0, made: {}, attempt: 1 },
    );
    await assert.rejects(begun, (error) => isPartnerError(error) && error.outcome === 'REFUSED');
  });

  it('that Microsoft refuses fails with Microsoft’s own message', async () => {
    const offer = anOffer(simulator, { name: 'Refused', acceptBy: '2020-01-01' });
    const { end } = await doChange(azure, simulator, { act: 'offer.create', offer });
    assert.ok(end.state === 'FAILED' && !end.serverFault);
    assert.deepEqual(end.errors[0], { code: 'Conflict', message: 'The accept by date should not be in the past' });
    assert.match(azure.prettifyError(end.errors[0]!), /last day of acceptance/);
  });

  it('that Microsoft refuses in another format also fails, with the whole message', () => {
    const { errors } = jobAnswer.parse({
      ...{ jobId: 'j', jobStatus: 'completed', jobResult: 'failed' },
      errors: [
        {
          ...{ code: 'badRequest', message: 'Invalid offer.', resourceId: { resourceName: 'offer' } },
          details: [{ code: 'invalid', message: 'The end date is not the last day of a month.' }],
        },
        { code: 'Conflict', message: null, resourceId: null, details: 'none' },
      ],
    });
    assert.deepEqual(errors, [
      {
        resourceId: 'offer',
        code: 'badRequest',
        message: 'Invalid offer. The end date is not the last day of a month.',
      },
      { resourceId: null, code: 'Conflict', message: null },
    ]);
  });

  it('gets a higher version whenever something happens to it', async () => {
    const externalId = await created({ name: 'Versions' });
    const versionOf = async () => (await azure.readOffer(simulator.access, externalId))?.version ?? 0;
    const first = await versionOf();
    await simulator.control('POST', `/private-offer/${externalId}/accept`, {});
    const second = await azure.readOffer(simulator.access, externalId);
    assert.equal(second?.state, 'ACCEPTED');
    assert.ok(second.version > first);
  });
});

describe('a request for a private offer', () => {
  for (const fault of ['timeout-after', 'half-answer', 'rubbish']) {
    it(`whose response is lost (${fault}) is found again by its mark, and made once`, async () => {
      const name = `lost ${fault}`;
      const change = { act: 'offer.create', offer: anOffer(simulator, { name }) } as const;
      await simulator.fault(fault, { operation: 'Configure' });
      const step = { key: `${name} 0`, stage: 0, made: {}, attempt: 1 };
      await assert.rejects(azure.startChange(simulator.access, change, step));
      const { made } = await doChange(azure, simulator, change, { key: name, attempt: 2 });
      const there = await offersAtPartner(name);
      assert.deepEqual(
        there.map(({ id }) => id),
        [`private-offer/${made.offer}`],
      );
    });
  }

  it('whose response is lost is found in a list without buyers, too, and made once', async () => {
    await simulator.control('POST', '/settings', { privateOfferList: 'privateOffers' });
    const change = { act: 'offer.create', offer: anOffer(simulator, { name: 'lost, no buyers' }) } as const;
    await simulator.fault('timeout-after', { operation: 'Configure' });
    const step = { key: 'no buyers 0', stage: 0, made: {}, attempt: 1 };
    await assert.rejects(azure.startChange(simulator.access, change, step));
    const { made } = await doChange(azure, simulator, change, { key: 'no buyers', attempt: 2 });
    assert.deepEqual(
      (await offersAtPartner('lost, no buyers')).map(({ id }) => id),
      [`private-offer/${made.offer}`],
    );
  });

  it('is looked for as long as Microsoft may still be working on it: sent again, it would make a second offer', async () => {
    let now = simulator.now().getTime();
    const patient = createAzureMarketplace({
      outgoing: simulator.outgoing,
      publicUrl: 'https://api.example',
      clock: { wallNow: () => new Date(now) },
    });
    const change = { act: 'offer.create', offer: anOffer(simulator, { name: 'slow' }) } as const;
    const step = { key: 'slow', stage: 0, made: {}, attempt: 2 };
    const { changeId } = await patient.startChange(simulator.access, change, step);
    const after = async (minutes: number) => {
      now += minutes * 60_000;
      return (await patient.readChange(simulator.access, changeId)).state;
    };
    assert.deepEqual([await after(14), await after(2)], ['RUNNING', 'FAILED']);
  });

  it('that never arrived is reported as a partner fault, so that it is sent again', async () => {
    const change = { act: 'offer.create', offer: anOffer(simulator, { name: 'never' }) } as const;
    const { end } = await doChange(azure, simulator, change, { attempt: 2 });
    assert.ok(end.state === 'FAILED' && end.serverFault);
    assert.deepEqual(await offersAtPartner('never'), []);
  });

  it('that was refused temporarily is sent again without waiting', async () => {
    const change = { act: 'offer.create', offer: anOffer(simulator, { name: 'throttled' }) } as const;
    await simulator.fault('throttle', { operation: 'Configure' });
    const step = { key: 'throttled', stage: 0, made: {} };
    await assert.rejects(azure.startChange(simulator.access, change, { ...step, attempt: 1 }));
    const again = await azure.startChange(simulator.access, change, { ...step, attempt: 2 });
    assert.match(again.changeId, /^offer\|/);
  });
});

describe('withdrawing a private offer', () => {
  it('takes it back, and does nothing the second time', async () => {
    const externalId = await created({ name: 'Back' });
    assert.equal((await doChange(azure, simulator, withdrawal(externalId))).end.state, 'DONE');
    assert.equal((await azure.readOffer(simulator.access, externalId))?.state, 'DRAFT');
    assert.equal((await doChange(azure, simulator, withdrawal(externalId))).end.state, 'DONE');
    await assert.rejects(simulator.control('POST', `/private-offer/${externalId}/accept`, {}));
  });

  it('twice at the same time succeeds: what counts is that it is withdrawn', async () => {
    const externalId = await created({ name: 'Twice back' });
    const ends = await Promise.all([1, 2].map(() => doChange(azure, simulator, withdrawal(externalId))));
    assert.deepEqual(
      ends.map(({ end }) => end.state),
      ['DONE', 'DONE'],
    );
  });

  it('is refused by Microsoft once it was accepted', async () => {
    const externalId = await created({ name: 'Accepted' });
    await simulator.control('POST', `/private-offer/${externalId}/accept`, {});
    const { end } = await doChange(azure, simulator, withdrawal(externalId));
    assert.ok(end.state === 'FAILED' && !end.serverFault);
    assert.match(azure.prettifyError(end.errors[0]!), /has accepted/);
  });

  it('and offering it again makes a new one', async () => {
    const externalId = await created({ name: 'Again' });
    await doChange(azure, simulator, withdrawal(externalId));
    const offer = anOffer(simulator, { name: 'Again', acceptBy: dayFrom(simulator.now(), 40) });
    const { made } = await doChange(azure, simulator, { act: 'offer.reoffer', externalId, offer });
    assert.notEqual(made.offer, externalId);
    assert.equal((await azure.readOffer(simulator.access, made.offer ?? ''))?.state, 'RELEASED');
  });
});

describe('the list of private offers', () => {
  it('is read in both formats that Microsoft is known to return, on all pages', async () => {
    const names = ['Page 1', 'Page 2', 'Page 3'];
    const ids: string[] = [];
    for (const name of names) ids.push(await created({ name }));
    for (const privateOfferList of ['value', 'privateOffers']) {
      await simulator.control('POST', '/settings', { privateOfferList, pageSize: 1 });
      const listed = (await azure.listOffers(simulator.access, {})).map(({ externalId }) => externalId);
      assert.deepEqual(
        ids.filter((id) => listed.includes(id)),
        ids,
        privateOfferList,
      );
    }
  });

  it('has those that changed, and all that can still be accepted', async () => {
    const open = await created({ name: 'Listed open' });
    const back = await created({ name: 'Listed back' });
    await doChange(azure, simulator, withdrawal(back));
    const listed = async (changedSince?: Date) =>
      (await azure.listOffers(simulator.access, changedSince ? { changedSince } : {})).map(
        ({ externalId }) => externalId,
      );
    const all = await listed();
    assert.ok(all.includes(open) && all.includes(back));
    const recent = await listed(new Date(simulator.now().getTime() + 3 * 86_400_000));
    assert.ok(recent.includes(open) && !recent.includes(back));
    assert.deepEqual(
      (await azure.readOffers(simulator.access, [open, '00000000-0000-4000-8000-000000000000'])).map(
        ({ name }) => name,
      ),
      ['Listed open'],
    );
  });
});
