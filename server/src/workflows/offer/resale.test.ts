import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allRows } from '../../../test/rows.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { DocumentService } from '../../adapters/documents/port.ts';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { type EventName, eventCatalogue } from '../../contract/events.ts';
import { createOffer } from '../../domain/offer/actions/create-offer.ts';
import { OfferIn } from '../../domain/offer/schema.ts';
import { connectMarketplace } from '../../domain/organization/connection/actions/connect-marketplace.ts';
import { insertOrganization } from '../../domain/organization/store.ts';
import { runAct } from '../../engine/run-act.ts';
import { createIds, decodeId, encodeId } from '../../kit/ids.ts';
import { type Deal, type Row, startDeal } from '../deal/deal.test-support.ts';

const keys = createSecretKeys('0123456789abcdef0123456789abcdef');
const everyEvent = Object.keys(eventCatalogue) as EventName[];

/** The organization of a channel partner, beside the manufacturer's. */
type Partner = {
  accountId: string;
  act<T>(work: (call: ActCall) => Promise<T>): Promise<T>;
  reconcile(): Promise<void>;
  rows(table: string): Promise<Row[]>;
  offer(externalId: string): Promise<Row>;
};

const joinPartner = async ({ simulator, database, engine, settle }: Deal): Promise<Partner> => {
  const account = await simulator.control<{ id: string; accessKeyId: string; secretAccessKey: string }>(
    'POST',
    '/account',
    { name: 'Partner' },
  );
  const now = simulator.now();
  const orgId = createIds({ now: () => now }).next();
  const named = { id: orgId, name: 'Partner', emailDomain: '', website: '', createdBy: 'test', now };
  await database.system((statements) => insertOrganization(statements, named));
  const act = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
    const actor = { type: 'user', id: 'user_2', name: 'p' } as const;
    const request = { orgId, actor, action: 'test', requestId: 'r', emits: everyEvent };
    return (await runAct(engine.environment, request, work)).reply as T;
  };
  const { id: accountId, accessKeyId, secretAccessKey } = account;
  const endpoint = `${simulator.url}/aws`;
  const { connection } = await act((call) =>
    connectMarketplace(call, {
      keys,
      input: { partner: 'AWS', accountId, endpoint, mode: 'LIVE', credentials: { accessKeyId, secretAccessKey } },
    }),
  );
  await settle();
  const rows = (table: string): Promise<Row[]> => allRows(database, orgId, table);
  return {
    accountId,
    act,
    rows,
    reconcile: async () => {
      const input = { connectionId: decodeId('conn', connection.id) as string, full: false };
      await act(async (call) => {
        const id = await call.start('marketplace.reconcile', input, { entityId: 'conn', partner: 'AWS' });
        call.recordChange({ type: 'operation', id, before: null, after: {} });
      });
      await settle();
    },
    offer: async (externalId) => (await rows('offer')).find((row) => row.external_id === externalId) as Row,
  };
};

/** A document service that stores documents under the address of the first one. */
const documents: DocumentService = {
  ...noDocuments,
  keepMerged: async (key, [source]) => void kept.set(key, source?.url ?? ''),
  link: async (key) => `${kept.get(key)}?kept`,
};
const kept = new Map<string, string>();

let deal: Deal;
let partner: Partner;
before(async () => {
  deal = await startDeal({ documents });
  partner = await joinPartner(deal);
  await deal.hearEvents(true);
});
after(() => deal.close());

const authorize = (change: Row = {}): Promise<string> => {
  const { info = {}, ...rest } = change as { info?: Row };
  const awsChannelPartner = { accountId: partner.accountId };
  return deal.submit({ name: 'To Partner', offerType: 'CPPO_OUT', ...rest, info: { awsChannelPartner, ...info } });
};

describe('a deal through a channel partner', () => {
  it('goes from the authorization through the partner’s offer to the purchase, and both sides see it', async () => {
    const given = await authorize();
    await deal.settle();
    const out = await deal.offer(given);
    assert.equal(out.status, 'ACTIVE', JSON.stringify(out.meta_info));
    const authorization = String(out.external_id);
    assert.match(authorization, /^resaleauthz-/);
    assert.equal(out.info.privateOfferUrl, undefined);
    assert.equal((out.info.awsCppoOpportunity as Row).Status, 'Active');

    await partner.reconcile();
    const received = await partner.offer(authorization);
    assert.deepEqual([received.status, received.offer_type], ['ACTIVE', 'CPPO_IN']);
    assert.deepEqual((received.expire_time as Date).toISOString(), out.expire_time.toISOString());

    const view = await partner.act((call) =>
      createOffer(call, {
        body: OfferIn.parse({
          name: 'Acme through Partner',
          partner: 'AWS',
          offerType: 'CPPO',
          expireTime: `${dayFrom(deal.simulator.now(), 20)}T00:00:00Z`,
          info: {
            currency: 'USD',
            buyerAwsAccountIds: [deal.simulator.buyerId],
            awsAgreementDuration: 'P12M',
            awsResaleAuthorizationId: authorization,
            awsMarkupPercentage: 12.5,
          },
        }),
      }),
    );
    await deal.settle();
    const sold = (await partner.rows('offer')).find(({ offer_type: type }) => type === 'CPPO') as Row;
    assert.equal(sold.status, 'PENDING_ACCEPTANCE', JSON.stringify(sold.meta_info));
    assert.equal((sold.meta_info as Row).cppoInOfferId, encodeId('offer', String(received.id)));
    const linked = await partner.offer(authorization);
    assert.equal((linked.meta_info as Row).cppoOfferId, view.id);

    await deal.accept(String(sold.external_id));
    await partner.reconcile();
    assert.equal((await partner.offer(String(sold.external_id))).status, 'ACCEPTED');
    assert.equal((await partner.offer(authorization)).status, 'USED');
    const [purchase] = (await partner.rows('entitlement')) as [Row];
    assert.equal(purchase.offer_id, sold.id);
    assert.equal(Number((purchase.info as Row).commitAmount), 1350);
    await deal.until('the manufacturer hears of it', async () => (await deal.offer(given)).status === 'USED');

    await deal.cancel(given);
    await deal.settle();
    assert.equal((await deal.offer(given)).status, 'CANCELLED');
    await partner.reconcile();
    assert.equal((await partner.offer(authorization)).status, 'CANCELLED');
    assert.equal((await partner.offer(String(sold.external_id))).status, 'ACCEPTED', 'what was sold stays sold');
  });

  it('includes the EULA and the contract with the partner, each as it was stored', async () => {
    const given = await authorize({
      info: {
        eulaType: 'CUSTOM',
        eulaUrl: 'https://acme.s3.amazonaws.com/eula.pdf',
        resellerEulaType: 'CUSTOM',
        resellerEulaUrl: 'https://acme.s3.amazonaws.com/reseller.pdf',
      },
    });
    await deal.settle();
    const { info, status } = await deal.offer(given);
    assert.equal(status, 'ACTIVE');
    const terms = (info.awsCppoOpportunity as { Terms: { Type: string; Documents?: unknown }[] }).Terms;
    const documentsOf = (type: string) => terms.find(({ Type }) => Type === type)?.Documents;
    assert.deepEqual(documentsOf('BuyerLegalTerm'), [
      { Type: 'CustomEula', Url: 'https://acme.s3.amazonaws.com/eula.pdf?kept' },
    ]);
    assert.deepEqual(documentsOf('ResaleLegalTerm'), [
      { Type: 'CustomResellerContract', Url: 'https://acme.s3.amazonaws.com/reseller.pdf?kept' },
    ]);
    assert.equal(info.eulaUrl, 'https://acme.s3.amazonaws.com/eula.pdf', 'what the client said stays');
  });

  it('does not start if AWS does not know the partner, and says so', async () => {
    const refused = await authorize({ info: { awsChannelPartner: { accountId: '999988887777' } } });
    await deal.settle();
    const { status, meta_info: meta } = await deal.offer(refused);
    assert.equal(status, 'CREATE_FAILED');
    assert.match(String(meta.errorMessages), /INVALID_RESELLER_ACCOUNT/);
  });

  it('ends with the last day, which is confirmed with AWS', async () => {
    const given = await authorize({ name: 'For a while' });
    await deal.settle();
    const { expire_time: lastInstant } = await deal.offer(given);
    const days = Math.ceil((lastInstant.getTime() - deal.simulator.now().getTime()) / 86_400_000) + 1;
    await deal.simulator.advance(`P${days}D`);
    await deal.until('it expires', async () => {
      await deal.settle();
      return (await deal.offer(given)).status === 'EXPIRED';
    });
  });
});
