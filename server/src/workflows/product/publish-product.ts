import type { ProductChange } from '../../adapters/marketplace/changes.ts';
import type { ProductRead } from '../../adapters/marketplace/port.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { loadProduct } from '../../domain/product/actions/load-product.ts';
import {
  recordProductPublished,
  recordProductPublishFailed,
  recordProductReady,
} from '../../domain/product/actions/record-product-publication.ts';
import { creationOf } from '../../domain/product/listing/submission.ts';
import { productIs, productTransitions } from '../../domain/product/states.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { allows } from '../../kit/transitions.ts';
import { type ChangeRefusal, type ChangeWait, changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type PartnerSession, type WorkflowServices } from '../services.ts';
import { readBackProduct } from './read-back-product.ts';

const createdEvents = ['product.released', 'product.replaced', 'product.updated'] as const;

type Loaded = { partner: string; entityId: string | null; creation: ProductChange };

/** The status that the partner shows now; null for a product that it does not have yet. */
const look = async (session: PartnerSession, entityId: string | null): Promise<ProductRead['status'] | null> => {
  if (entityId === null) return null;
  const read = await session.ask('look', async (marketplace, access) => {
    const product = await marketplace.readProduct(access, entityId);
    return product && { status: product.status };
  });
  if (!read) throw stepFailed('NotFound', `The marketplace does not show ${entityId}.`);
  return read.status;
};

const refused = async (run: WorkflowRun, productId: string, end: ChangeRefusal, entityId?: string | null) => {
  const left = { ...end, ...(entityId === undefined ? {} : { entityId }) };
  return run.fail(changeFailed(end), ['product.publish_failed'], (call) =>
    recordProductPublishFailed(call, productId, left),
  );
};

const dayMs = 24 * 3_600_000;

/** A manual review may take weeks: the operation's message states this and how long it waits. */
const reviewOf = ({ publication, startTime }: PartnerSession): ChangeWait => {
  if (!publication) return {};
  const { review, days, maxDelayMs } = publication;
  const giveUpAt = new Date(startTime.getTime() + days * dayMs);
  const waiting = `${review}. This may take ${days} days; we wait until ${giveUpAt.toISOString()}.`;
  return { giveUpAt, maxDelayMs, waiting };
};

/** Makes a product public. If the marketplace does not have it, or only as a draft, it is created first. */
export const publishProductWorkflow = (services: WorkflowServices): Workflow<'product.publish'> => ({
  name: 'product.publish',
  run: async (run, { productId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const product = await loadProduct(call, productId);
      if (!allows(productTransitions, 'published', product.status)) return null;
      return { partner: product.partner, entityId: product.entity_id, creation: creationOf(product) };
    });
    if (!loaded) return 'The product is no longer waiting to be published.';
    const account: AccountRef = { partner: loaded.partner };
    const session = openPartnerSession(services, run, account);
    let { entityId } = loaded;
    const shown = await look(session, entityId);
    if (shown === null || productIs.draft(shown)) {
      const end = await runChange(session, 'create', loaded.creation);
      if ('errors' in end) throw await refused(run, productId, end, end.made.product ?? entityId);
      const made = end.made.product ?? entityId;
      if (!made) throw stepFailed('UnreadableAnswer', 'The marketplace did not report which product it created.');
      const { status } = await run.change('record creation', createdEvents, async (call) => {
        const view = await recordProductReady(call, productId, { entityId: made });
        return { status: view.status };
      });
      if (!allows(productTransitions, 'published', status))
        return 'The product was created and is no longer waiting to be published.';
      entityId = made;
    }
    const id = entityId ?? '';
    if (!productIs.public(shown)) {
      const end = await runChange(session, 'publish', { act: 'product.publish', entityId: id }, reviewOf(session));
      if ('errors' in end) throw await refused(run, productId, end);
    }
    await run.change('record', ['product.published'], (call) => recordProductPublished(call, productId));
    return `The product is public.${await readBackProduct(run, session, account, id)}`;
  },
  onFailure: {
    emits: ['product.publish_failed'],
    act: async (call, { productId }, { code, message }) => {
      const errors = { errorMessages: [`${code}: ${message}`], prettified: [message] };
      await recordProductPublishFailed(call, productId, errors);
    },
  },
});
