import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { loadProduct } from '../../domain/product/actions/load-product.ts';
import {
  recordProductCreated,
  recordProductCreateFailed,
} from '../../domain/product/actions/record-product-creation.ts';
import { creationOf } from '../../domain/product/listing/submission.ts';
import { productTransitions } from '../../domain/product/states.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { allows } from '../../kit/transitions.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackProduct } from './read-back-product.ts';

type Loaded = { partner: string; creation: ReturnType<typeof creationOf> };

/** Creates a product at the marketplace: the partner makes and releases it, or says why not. */
export const createProductWorkflow = (services: WorkflowServices): Workflow<'product.create'> => ({
  name: 'product.create',
  run: async (run, { productId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const product = await loadProduct(call, productId);
      if (!allows(productTransitions, 'created', product.status)) return null;
      return { partner: product.partner, creation: creationOf(product) };
    });
    if (!loaded) return 'The product is no longer waiting to be created.';
    const account: AccountRef = { partner: loaded.partner };
    const session = openPartnerSession(services, run, account);
    const end = await runChange(session, 'create', loaded.creation);
    if ('errors' in end) {
      const left = { ...end, entityId: end.made.product ?? loaded.creation.entityId ?? null };
      throw await run.fail(changeFailed(end), ['product.create_failed'], (call) =>
        recordProductCreateFailed(call, productId, left),
      );
    }
    const entityId = end.made.product;
    if (!entityId) throw stepFailed('UnreadableAnswer', 'The marketplace did not report which product it created.');
    await run.change('record', ['product.released', 'product.replaced', 'product.updated'], (call) =>
      recordProductCreated(call, productId, { entityId }),
    );
    const rest = await readBackProduct(run, session, account, entityId);
    return `The product was created as ${entityId}.${rest}`;
  },
  onFailure: {
    emits: ['product.create_failed'],
    act: async (call, { productId }, { code, message }) => {
      const errors = { errorMessages: [`${code}: ${message}`], prettified: [message] };
      await recordProductCreateFailed(call, productId, errors);
    },
  },
});
