import type { ActCall } from '../../src/contract/call.ts';
import { type EventName, eventCatalogue } from '../../src/contract/events.ts';
import { applyAgreement } from '../../src/domain/entitlement/actions/apply-agreement.ts';
import { importOffer } from '../../src/domain/offer/actions/import-offer.ts';
import { connectMarketplace } from '../../src/domain/organization/connection/actions/connect-marketplace.ts';
import { importProduct } from '../../src/domain/product/actions/import-product.ts';
import { runAct } from '../../src/engine/run-act.ts';
import { decodeId, encodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { anAgreementRead, anOfferRead, aProductRead } from '../factories/commerce.ts';

/** Ids as clients see them. */
export type Deal = {
  connectionId: string;
  productId: string;
  offerId: string;
  entitlementId: string;
  entitlementUuid: string;
  termId: string;
  buyerId: string;
};

/** An act of the organization outside the API, as a workflow would do it. */
export const actIn = async <T>(
  app: TestApp,
  organization: TestOrganization,
  run: (call: ActCall) => Promise<T>,
): Promise<T> => {
  const outcome = await runAct(
    app.app.environment,
    {
      orgId: organization.uuid,
      actor: { type: 'workflow', id: 'test', name: 'test' },
      action: 'test',
      requestId: 'test',
      emits: Object.keys(eventCatalogue) as EventName[],
    },
    run,
  );
  return outcome.reply as T;
};

const deals = new WeakMap<TestOrganization, Promise<Deal>>();

const make = async (app: TestApp, organization: TestOrganization): Promise<Deal> => {
  const { connection } = await actIn(app, organization, (call) =>
    connectMarketplace(call, {
      keys: app.app.secretKeys,
      input: {
        partner: 'AWS',
        accountId: '111122223333',
        credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
        mode: 'LIVE',
      },
    }),
  );
  const reference = { id: decodeId('conn', connection.id) ?? '', partner: 'AWS', accountId: '111122223333' } as const;
  const productId = await actIn(app, organization, (call) => importProduct(call, reference, aProductRead()));
  const offerId = await actIn(app, organization, (call) => importOffer(call, reference, anOfferRead()));
  const start = new Date(app.clock.now().getTime() - 48 * 3_600_000);
  const { entitlementId } = await actIn(app, organization, (call) =>
    applyAgreement(
      call,
      reference,
      anAgreementRead({
        startTime: start,
        endTime: new Date(start.getTime() + 365 * 24 * 3_600_000),
        licenseArn: `arn:aws:license-manager::1:license:${organization.uuid}`,
      }),
    ),
  );
  const { body } = await organization.editor.call('GET', `/entitlement/${encodeId('ent', entitlementId)}`);
  const view = body as { buyerID: string; entitlementTermID: string };
  return {
    connectionId: connection.id,
    productId: encodeId('prod', productId),
    offerId: encodeId('offer', offerId ?? ''),
    entitlementId: encodeId('ent', entitlementId),
    entitlementUuid: entitlementId,
    termId: view.entitlementTermID,
    buyerId: view.buyerID,
  };
};

/** A connected account with a product, an accepted offer and its entitlement; one for each organization. */
export const aDeal = (app: TestApp, organization: TestOrganization): Promise<Deal> => {
  const deal = deals.get(organization) ?? make(app, organization);
  deals.set(organization, deal);
  return deal;
};
