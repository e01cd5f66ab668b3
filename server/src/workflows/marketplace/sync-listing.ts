import type { OfferRead, ProductRead } from '../../adapters/marketplace/port.ts';
import type { EventName } from '../../contract/events.ts';
import { importOffer, importOfferEvents } from '../../domain/offer/actions/import-offer.ts';
import { findKnown } from '../../domain/organization/connection/actions/find-known.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { importProduct } from '../../domain/product/actions/import-product.ts';
import type { WorkflowRun } from '../../engine/workflow.ts';
import { type PartnerSession, restoreOffer, stepName } from '../services.ts';

/** The events that importing products and offers may emit. */
export const listingEvents = [
  'product.imported',
  'product.updated',
  ...importOfferEvents,
] as const satisfies EventName[];

type OfferWithProduct = { offer: OfferRead; product: ProductRead | null };

/**
 * Reads an offer and imports it, with its product if that is unknown. Returns whether the offer exists in the
 * marketplace.
 */
export const syncOffer = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  externalId: string,
): Promise<boolean> => {
  const read = await session.ask(
    stepName('read', externalId),
    async (marketplace, access, step): Promise<OfferWithProduct | null> => {
      const offer = await marketplace.readOffer(access, externalId);
      if (!offer) return null;
      const { productEntityId } = offer;
      const known = await findKnown(step.db, {
        partner: access.partner,
        kind: 'product',
        externalIds: [productEntityId],
      });
      return {
        offer,
        product: known.has(productEntityId) ? null : await marketplace.readProduct(access, productEntityId),
      };
    },
  );
  if (!read) return false;
  await run.change(stepName('import', externalId), listingEvents, async (call) => {
    const connection = sellerAccountOf(await loadMarketplaceConnection(call.db, account));
    if (read.product) await importProduct(call, connection, read.product);
    await importOffer(call, connection, restoreOffer(read.offer));
  });
  return true;
};

/** Reads a product and imports it. Returns whether it exists in the marketplace. */
export const syncProduct = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  entityId: string,
): Promise<boolean> => {
  const read = await session.ask(stepName('read', entityId), (marketplace, access) =>
    marketplace.readProduct(access, entityId),
  );
  if (!read) return false;
  await run.change(stepName('import', entityId), listingEvents, async (call) => {
    await importProduct(call, sellerAccountOf(await loadMarketplaceConnection(call.db, account)), read);
  });
  return true;
};
