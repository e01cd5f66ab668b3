import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { loadProduct } from '../../domain/product/actions/load-product.ts';
import { recordProductUpdated, recordProductUpdateFailed } from '../../domain/product/actions/record-product-change.ts';
import type { PendingChange } from '../../domain/product/product.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackProduct } from './read-back-product.ts';

type Loaded = { partner: string; entityId: string | null; pending: PendingChange };

/** Submits a change of a product to its marketplace: its listing, fulfillment address, prices, terms or audience. */
export const updateProductWorkflow = (services: WorkflowServices): Workflow<'product.update'> => ({
  name: 'product.update',
  run: async (run, { productId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const { partner, entity_id: entityId, pending_change: pending } = await loadProduct(call, productId);
      return pending && { partner, entityId, pending };
    });
    if (!loaded) return 'No change of the product is waiting.';
    const account: AccountRef = { partner: loaded.partner };
    const session = openPartnerSession(services, run, account);
    const end = await runChange(session, 'change', loaded.pending.change);
    if ('errors' in end) {
      const failed = await run.fail(changeFailed(end), ['product.update_failed'], (call) =>
        recordProductUpdateFailed(call, productId, end),
      );
      if (end.stagesDone > 0 && loaded.entityId) await readBackProduct(run, session, account, loaded.entityId);
      throw failed;
    }
    await run.change('record', ['product.updated'], (call) => recordProductUpdated(call, productId));
    const rest = loaded.entityId ? await readBackProduct(run, session, account, loaded.entityId) : '';
    return `The product was changed.${rest}`;
  },
  onFailure: {
    emits: ['product.update_failed'],
    act: async (call, { productId }, { code, message }) => {
      const errors = { errorMessages: [`${code}: ${message}`], prettified: [message] };
      await recordProductUpdateFailed(call, productId, errors);
    },
  },
});
