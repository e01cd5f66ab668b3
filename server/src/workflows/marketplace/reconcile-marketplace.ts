import type { OfferRead, ProductRead } from '../../adapters/marketplace/port.ts';
import type { Skip } from '../../adapters/read-each.ts';
import type { ActCall } from '../../contract/call.ts';
import { findCancelling } from '../../domain/entitlement/cancellation/actions/recheck-cancellation.ts';
import { importOffer } from '../../domain/offer/actions/import-offer.ts';
import { findKnown } from '../../domain/organization/connection/actions/find-known.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { recordSyncDone, startSync } from '../../domain/organization/connection/actions/record-sync.ts';
import type { KnownKind } from '../../domain/organization/connection/connection.ts';
import { type SellerAccount, sellerAccountOf, syncWindowMs } from '../../domain/organization/connection/connection.ts';
import { importProduct } from '../../domain/product/actions/import-product.ts';
import { isStepFailed, type PartnerStep, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { appliedVersion } from '../../kit/applied-version.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { syncAgreement } from '../entitlement/sync-agreement.ts';
import { openPartnerSession, type PartnerSession, restoreOffer, type WorkflowServices } from '../services.ts';
import { createTally, type Tally } from '../tally.ts';
import { listingEvents } from './sync-listing.ts';

/** Agreements read in one run; a follow-up run reads the rest. */
const agreementsMax = 200;
const knownAtOnce = 500;

/** The items that are unknown, or known in an older version. */
const newOf = async <T>(
  { db, now }: Pick<PartnerStep, 'db' | 'now'>,
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
    const known = await findKnown(db, { partner, kind, externalIds: part.map(idOf) });
    fresh.push(...part.filter((item) => appliedVersion(known.get(idOf(item)), now) < versionOf(item)));
  }
  return fresh;
};

/** One part of a reconciliation: it does what it can, and counts the rest. */
type Part = {
  run: WorkflowRun;
  session: PartnerSession;
  account: AccountRef;
  tally: Tally;
  changedSince: Date | undefined;
  log: Log;
};

type Skipped = { id: string; why: string };
/** A step stores no more of them, with their reasons, than this. */
const skippedMax = 1000;

const collectSkipped = (): { skipped: Skipped[]; skip: Skip } => {
  const skipped: Skipped[] = [];
  return { skipped, skip: (id, why) => void (skipped.length < skippedMax && skipped.push({ id, why })) };
};

/** Whatever could not be read stays unchanged in our database; the operation's message and the log report it. */
const tellSkipped = ({ run, tally, log }: Part, skipped: readonly Skipped[]): void => {
  if (skipped.length === 0) return;
  for (const { id, why } of skipped) tally.refused({ code: 'NotReadable', message: `${id} is unchanged: ${why}` });
  const named = { org: encodeId('org', run.orgId), partner: run.partnerName, workflow: 'marketplace.reconcile' };
  log.warn({ ...named, skipped }, 'could not read some things from a partner; they stay unchanged');
};

const attempted = async <T>(list: Promise<T>, failed: (error: unknown) => void): Promise<T | null> => {
  try {
    return await list;
  } catch (error) {
    failed(error);
    return null;
  }
};

const importEach = async <T>(
  { run, account, tally }: Part,
  things: readonly T[],
  { idOf, act }: { idOf: (thing: T) => string; act: (call: ActCall, to: SellerAccount, thing: T) => Promise<unknown> },
): Promise<void> => {
  for (const thing of things) {
    const done = await attempted(
      run.change(`import ${idOf(thing)}`, listingEvents, async (call) => {
        await act(call, sellerAccountOf(await loadMarketplaceConnection(call.db, account)), thing);
        return true;
      }),
      (error) => {
        if (!isStepFailed(error)) throw error;
        tally.refused(error.failure);
      },
    );
    if (done) tally.changed(1);
  }
};

const syncProducts = async (part: Part): Promise<void> => {
  const { session, tally } = part;
  const list = session.ask('products read', async (marketplace, access, step) => {
    const unread = collectSkipped();
    const listed = await marketplace.listProducts(access, unread.skip);
    const fresh = await newOf(step, {
      partner: access.partner,
      kind: 'product',
      list: listed,
      idOf: ({ entityId }) => entityId,
      versionOf: ({ version }) => version,
    });
    return { count: listed.length, fresh, skipped: unread.skipped };
  });
  const found = await attempted(list, (error) => tally.notListed('products', error));
  if (!found) return;
  tally.read(found.count);
  tellSkipped(part, found.skipped);
  await importEach<ProductRead>(part, found.fresh, { idOf: ({ entityId }) => entityId, act: importProduct });
};

const syncOffers = async (part: Part): Promise<void> => {
  const { session, tally, changedSince } = part;
  const list = session.ask('offers', async (marketplace, access) => {
    const listed = await marketplace.listOffers(access, changedSince ? { changedSince } : {});
    const size = marketplace.readBatchSize;
    const externalIds = listed.map(({ externalId }) => externalId);
    return Array.from({ length: Math.ceil(externalIds.length / size) }, (_, index) =>
      externalIds.slice(index * size, (index + 1) * size),
    );
  });
  const batches = (await attempted(list, (error) => tally.notListed('offers', error))) ?? [];
  for (const [index, externalIds] of batches.entries()) {
    if (tally.isSilent()) {
      tally.left(batches.slice(index).flat().length);
      return;
    }
    // Only what is new leaves the step, because its result is stored.
    const read = session.ask(`offers read ${index + 1}`, async (marketplace, access, step) => {
      const unread = collectSkipped();
      const list: OfferRead[] = await marketplace.readOffers(access, externalIds, unread.skip);
      const fresh = await newOf(step, {
        partner: access.partner,
        kind: 'offer',
        list,
        idOf: ({ externalId }) => externalId,
        versionOf: ({ version }) => version,
      });
      return { fresh, skipped: unread.skipped };
    });
    const found = await attempted(read, (error) => tally.failed(error, externalIds.length));
    if (!found) continue;
    tally.read(externalIds.length - found.skipped.length);
    tellSkipped(part, found.skipped);
    await importEach<OfferRead>(part, found.fresh, {
      idOf: ({ externalId }) => externalId,
      act: (call, reference, offer) => importOffer(call, reference, restoreOffer(offer)),
    });
  }
};

/** Returns whether another run should follow at once. */
const syncAgreements = async ({ run, session, account, tally, changedSince }: Part): Promise<boolean> => {
  const list = session.ask('list agreements', async (marketplace, access, step) => {
    const listed = await marketplace.listAgreements(access, changedSince ? { changedSince } : {});
    const found = await newOf(step, {
      partner: access.partner,
      kind: 'agreement',
      list: listed,
      idOf: ({ externalId }) => externalId,
      versionOf: ({ changedTime }) => changedTime?.getTime() ?? Number.MAX_SAFE_INTEGER,
    });
    const fresh = found.map(({ externalId }) => externalId);
    // A request to cancel does not change its agreement, so an unknown request is looked for separately.
    const cancelling = (await marketplace.listCancelling?.(access)) ?? [];
    const known = new Set([...fresh, ...(await findCancelling(step.db, access.partner, cancelling))]);
    const unknown = [...new Set(cancelling)].filter((agreementId) => !known.has(agreementId));
    return { known: listed.length - found.length, fresh, cancelling: unknown.slice(0, agreementsMax) };
  });
  const found = await attempted(list, (error) => tally.notListed('agreements', error));
  if (!found) return false;
  const { known, fresh } = found;
  // Absent in the result of a step that an earlier release has done.
  const cancelling = found.cancelling ?? [];
  tally.read(known);
  let applied = 0;
  for (const agreementId of cancelling) {
    if (tally.isSilent()) break;
    await attempted(syncAgreement(run, session, account, { agreementId, cancellation: true }), tally.failed);
  }
  for (const [index, agreementId] of fresh.entries()) {
    if (index >= agreementsMax || tally.isSilent()) {
      tally.left(fresh.length - index);
      return applied > 0 && !tally.isSilent();
    }
    // A failed agreement must not block the others; its step contains the reason, and the next run tries again.
    const read = await attempted(
      syncAgreement(run, session, account, { agreementId }).then((agreement) => ({ isThere: agreement !== null })),
      tally.failed,
    );
    if (!read) continue;
    tally.read(1);
    if (!read.isThere) continue;
    tally.changed(1);
    applied += 1;
  }
  return false;
};

/**
 * Repairs what events miss: reads what changed in the marketplace (or everything, see `startSync`) and applies what is unknown
 * or older in our database. Safe to run at any time and any number of times. A failure does not block the rest; the
 * run is then FAILED, with what was done and the partner's words.
 */
export const reconcileMarketplaceWorkflow = (services: WorkflowServices): Workflow<'marketplace.reconcile'> => ({
  name: 'marketplace.reconcile',
  run: async (run, { connectionId, full }) => {
    const account: AccountRef = { connectionId };
    const tally = createTally();
    const changedSince = full ? undefined : new Date(run.startTime.getTime() - syncWindowMs);
    const part: Part = {
      run,
      session: openPartnerSession(services, run, account),
      account,
      tally,
      changedSince,
      log: services.log,
    };
    await syncProducts(part);
    await syncOffers(part);
    const isMore = await syncAgreements(part);
    if (isMore || tally.isWhole())
      await run.change('record', [], async (call) => {
        if (isMore) await startSync(call, { connectionId, continues: full });
        else await recordSyncDone(call, { connectionId, startTime: run.startTime, full });
      });
    const sum = tally.end('products, offers and agreements', run.partnerName);
    return isMore ? `${sum} A follow-up run reads the rest.` : sum;
  },
});
