import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { documentsOf, externalIdOf, livePlans } from '../catalog/plan.ts';
import type { AzureReader, AzureTables, Json } from '../state.ts';
import { productBody, seedProduct } from './seed-product.ts';

/** Products that are already live, as a publisher has when it first connects. */
export const productRoutes: ControlRoutes<AzureTables> = {
  'GET /product': ({ simulation }) => ({
    value: {
      products: simulation.store
        .list('resources')
        .filter((row) => row.type === 'product')
        .map((row) => productView(simulation.store, row.id)),
    },
  }),

  'POST /product': ({ simulation, body }) => {
    const wanted = readControlBody(productBody, body);
    return change(simulation, (transaction) => {
      const publisher = transaction.get('publishers', wanted.accountId);
      if (!publisher) throw controlError(404, 'there is no such account');
      const known = transaction
        .list('resources')
        .find((row) => row.type === 'product' && externalIdOf(row.draft ?? {}) === wanted.offerId);
      if (known && known.publisherId !== publisher.id)
        throw controlError(409, 'the offer id belongs to another account');
      if (known) return { value: productView(transaction, known.id) };
      return { value: productView(transaction, seedProduct(transaction, publisher, wanted)), created: true };
    });
  },
};

const productView = (reader: AzureReader, productId: string): Json => {
  const row = reader.get('resources', productId);
  const submissions = reader.list('submissions').filter((submission) => submission.productId === productId);
  return {
    productId,
    accountId: row?.publisherId,
    offerId: externalIdOf(row?.draft ?? {}),
    title: row?.draft?.alias,
    isLive: documentsOf(reader, productId, 'live').length > 0,
    submissionIds: submissions.map(({ id }) => id),
    plans: livePlans(reader, productId).map(({ id, planId, name, isPrivate, isPerSeat, prices, meters }) => ({
      id,
      planId,
      name,
      isPrivate,
      isPerSeat,
      prices,
      meters: meters.map((meter) => meter.id),
    })),
  };
};
