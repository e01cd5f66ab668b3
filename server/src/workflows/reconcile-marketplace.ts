import type { OfferRead, ProductRead } from '../adapters/marketplace/port.ts';
import type { OrgDb } from '../db/org-db.ts';
import { importOffer } from '../domain/offer/actions/import-offer.ts';
import { recordSyncDone, recordSyncFailed, startSync } from '../domain/organization/connection/actions/record-sync.ts';
import { syncWindowMs } from '../domain/organization/connection/connection.ts';
import { findKnownVersions, type KnownKind } from '../domain/organization/connection/store.ts';
import { importProduct } from '../domain/product/actions/import-product.ts';
import { isStepFailed, type Workflow, type WorkflowRun } from '../engine/workflow.ts';
import {
  connectionOf,
  referenceOf,
  revivedOffer,
  type Talk,
  talkTo,
  type Which,
  type WorkflowServices,
} from './services.ts';
import { syncAgreement } from './sync-agreement.ts';
import { listingEvents } from './sync-listing.ts';

/** Agreements read in one run; what is left is read by another one that follows at once. */
const agreementsMax = 200;
const knownAtOnce = 500;

/** Those that are not known, or known in an older version. */
const newOf = async <T>(
  db: OrgDb,
  {
    partner,
    kind,
    list,
    idOf,
    versionOf,
  }: { partner: string; kind: KnownKind; list: T[]; idOf: (item: T) => string; versionOf: (item: T) => number },
): Promise<T[]> => {
  const fresh: T[] = [];
  for (let start = 0; start < list.length; start += knownAtOnce) {
    const part = list.slice(start, start + knownAtOnce);
    const known = await findKnownVersions(db, partner, kind, part.map(idOf));
    fresh.push(...part.filter((item) => (known.get(idOf(item)) ?? -1) < versionOf(item)));
  }
  return fresh;
};

const syncProducts = async (run: WorkflowRun, talk: Talk, which: Which): Promise<number> => {
  const fresh = await talk.ask(
    'products',
    async (marketplace, access, step): Promise<ProductRead[]> =>
      newOf(step.db, {
        partner: access.partner,
        kind: 'product',
        list: await marketplace.listProducts(access),
        idOf: ({ entityId }) => entityId,
        versionOf: ({ version }) => version,
      }),
  );
  for (const product of fresh) {
    await run.change(`import ${product.entityId}`, listingEvents, async (call) => {
      await importProduct(call, referenceOf(await connectionOf(call.db, which)), product);
    });
  }
  return fresh.length;
};

const syncOffers = async (
  run: WorkflowRun,
  talk: Talk,
  which: Which,
  changedSince: Date | undefined,
): Promise<number> => {
  const ids = await talk.ask('offers', async (marketplace, access) => {
    const listed = await marketplace.listOffers(access, changedSince ? { changedSince } : {});
    const size = marketplace.readBatchSize;
    const externalIds = listed.map(({ externalId }) => externalId);
    return Array.from({ length: Math.ceil(externalIds.length / size) }, (_, part) =>
      externalIds.slice(part * size, (part + 1) * size),
    );
  });
  let count = 0;
  for (const [part, externalIds] of ids.entries()) {
    // Only what is news leaves the step: its output is kept.
    const fresh = await talk.ask(
      `offers ${part + 1}`,
      async (marketplace, access, step): Promise<OfferRead[]> =>
        newOf(step.db, {
          partner: access.partner,
          kind: 'offer',
          list: await marketplace.readOffers(access, externalIds),
          idOf: ({ externalId }) => externalId,
          versionOf: ({ version }) => version,
        }),
    );
    for (const offer of fresh) {
      await run.change(`import ${offer.externalId}`, listingEvents, async (call) => {
        await importOffer(call, referenceOf(await connectionOf(call.db, which)), revivedOffer(offer));
      });
    }
    count += fresh.length;
  }
  return count;
};

const syncAgreements = async (run: WorkflowRun, talk: Talk, which: Which, changedSince: Date | undefined) => {
  const fresh = await talk.ask('agreements', async (marketplace, access, step) => {
    const list = await marketplace.listAgreements(access, changedSince ? { changedSince } : {});
    const found = await newOf(step.db, {
      partner: access.partner,
      kind: 'agreement',
      list,
      idOf: ({ externalId }) => externalId,
      versionOf: ({ changedTime }) => changedTime?.getTime() ?? Number.MAX_SAFE_INTEGER,
    });
    return found.map(({ externalId }) => externalId);
  });
  let applied = 0;
  for (const agreementId of fresh.slice(0, agreementsMax)) {
    try {
      applied += (await syncAgreement(run, talk, which, { agreementId })) ? 1 : 0;
    } catch (error) {
      // One that cannot be read or applied must not keep the others waiting; its step tells why, and the next run tries again.
      if (!isStepFailed(error)) throw error;
    }
  }
  return {
    applied,
    left: Math.min(fresh.length, agreementsMax) - applied,
    more: applied > 0 && fresh.length > agreementsMax,
  };
};

/**
 * Mends what events lose: reads what changed at the marketplace (all of it once a day) and takes over what is not known or
 * older here. Does no harm however often and in whatever order it runs.
 */
export const reconcileMarketplaceWorkflow = (services: WorkflowServices): Workflow<'marketplace.reconcile'> => ({
  name: 'marketplace.reconcile',
  run: async (run, { connectionId, full }) => {
    const which: Which = { connectionId };
    const talk = talkTo(services, run, which);
    const changedSince = full ? undefined : new Date(run.startTime.getTime() - syncWindowMs);
    const products = await syncProducts(run, talk, which);
    const offers = await syncOffers(run, talk, which, changedSince);
    const agreements = await syncAgreements(run, talk, which, changedSince);
    await run.change('record', ['connection.recovered'], async (call) => {
      if (agreements.more) await startSync(call, { connectionId });
      else await recordSyncDone(call, { connectionId, startTime: run.startTime, full });
    });
    const left = agreements.left === 0 ? '' : ` ${agreements.left} agreements could not be applied yet.`;
    return `${products} products, ${offers} offers and ${agreements.applied} agreements were news.${left}`;
  },
  onFailure: {
    emits: ['connection.failed'],
    act: (call, { connectionId }, { code, message }) =>
      recordSyncFailed(call, { connectionId, error: { code, message } }),
  },
});
