import type { ChangeRead } from '../changes.ts';
import type { MarketplaceAccess } from '../port.ts';
import { type AzureJob, type ListedPrivateOffer, timeOf } from './answers.ts';
import { again, handleOf } from './change-id.ts';
import { unlessRefused } from './client.ts';
import type { Ingestion } from './ingestion.ts';
import { typeOf } from './schemas.ts';
import { durableIdOf, guidOf, hasMark } from './translate/private-offer.ts';

const done = (entityIds: Record<string, string> = {}): ChangeRead => ({ state: 'DONE', entityIds });
/** Offers that are read one by one for a mark. */
const candidatesMax = 100;
const dayMs = 86_400_000;

const running: ChangeRead = { state: 'RUNNING' };

/** Microsoft's own faults: nothing is wrong with the request. */
const serverFaults = new Set(['internalservererror', 'requesttimeout', 'serviceunavailable']);

const isConflict = ({ code }: { code: string | null }): boolean => /^(conflict|locked)$/i.test(code ?? '');

const failed = ({ result, errors }: AzureJob, repeats: boolean): ChangeRead => {
  const listed = errors.map(({ resourceId, code, message }) => ({
    code: code ?? 'Error',
    message: `${resourceId === null || resourceId === 'offer' ? '' : `${resourceId}: `}${message ?? ''}`,
  }));
  const list = listed.length > 0 ? listed : [{ code: result === 'cancelled' ? 'CANCELLED' : 'Error', message: '' }];
  return {
    state: 'FAILED',
    serverFault: repeats && list.every(({ code }) => serverFaults.has(code.toLowerCase())),
    errors: list,
  };
};

export type ReadChangeOptions = {
  /** Milliseconds of wall time. */
  wallNow(): number;
  /** How long to look for the outcome of a request whose answer was lost. */
  lostAfterMs: number;
};

/** Reads the progress of a change. */
export const createReadChange = (ingestion: Ingestion, { wallNow, lostAfterMs }: ReadChangeOptions) => {
  /**
   * The live offer with a mark. Whether the list names buyers, whose descriptions have the mark, is on no page: where it has
   * none, the offers that may have been made since are read one by one, the latest first.
   */
  const findMarked = async (
    access: MarketplaceAccess,
    mark: string,
    since = 0,
  ): Promise<ListedPrivateOffer | undefined> => {
    const live = (await ingestion.listPrivateOffers(access)).filter(({ state }) => state === 'live');
    const found = live.find((offer) => hasMark(offer, mark));
    if (found) return found;
    const changeOf = ({ lastModified }: ListedPrivateOffer): number => timeOf(lastModified)?.getTime() ?? Infinity;
    const unnamed = live
      .filter((offer) => !offer.beneficiaries && changeOf(offer) + dayMs > since)
      .toSorted((left, right) => (changeOf(left) > changeOf(right) ? -1 : 1));
    for (const offer of unnamed.slice(0, candidatesMax)) {
      const read = await unlessRefused(ingestion.getPrivateOffer(access, durableIdOf(offer.id)));
      if (read && hasMark(read, mark)) return offer;
    }
    return undefined;
  };

  /**
   * A product is locked while it is published. An earlier try may have started what this one was refused for, and is
   * followed; null: there was none, so another client is publishing.
   */
  const followed = async (
    access: MarketplaceAccess,
    kind: 'preview' | 'live',
    about: string,
  ): Promise<ChangeRead | null> => {
    const [productId = '', repeated] = about.split(' ');
    if (repeated !== again) return null;
    const submissions = (await ingestion.listSubmissions(access, productId)) ?? [];
    const ours = submissions.filter(({ target }) => target.targetType === kind);
    if (ours.some(({ status }) => status !== null && status.toLowerCase() !== 'completed')) return running;
    return ours.some(({ result }) => (result ?? '').toLowerCase() === 'succeeded') ? done() : null;
  };

  const readOffer = async (access: MarketplaceAccess, jobId: string): Promise<ChangeRead> => {
    const made = (await ingestion.jobResources(access, jobId, 'PRIVATE_OFFER')).find(
      (item) => typeOf(item) === 'private-offer' || item.id?.startsWith('private-offer/'),
    );
    return done(made?.id ? { offer: guidOf(made.id) } : {});
  };

  const readProduct = async (access: MarketplaceAccess, jobId: string, known: string): Promise<ChangeRead> => {
    if (known !== '' && known !== again) return done({ product: known });
    const made = (await ingestion.jobResources(access, jobId, 'PRODUCT')).find(({ id }) => id?.startsWith('product/'));
    return done(made?.id ? { product: made.id } : {});
  };

  const lost = async (access: MarketplaceAccess, about: string): Promise<ChangeRead> => {
    const [mark = '', since = '0'] = about.split(' ');
    const found = await findMarked(access, mark, Number(since));
    if (found) return done({ offer: guidOf(found.id) });
    if (wallNow() - Number(since) < lostAfterMs) return running;
    return {
      state: 'FAILED',
      serverFault: true,
      errors: [{ code: 'requestTimeout', message: 'The answer was lost, and the request had no effect.' }],
    };
  };

  return async (access: MarketplaceAccess, changeId: string): Promise<ChangeRead> => {
    const { kind, jobId, about } = handleOf(changeId);
    if (kind === 'nothing') return done();
    if (kind === 'lost') return lost(access, about);
    if (jobId === '') {
      const state = kind === 'preview' || kind === 'live' ? await followed(access, kind, about) : null;
      const error = { resourceId: null, code: 'Error', message: 'The publication has failed.' };
      return state ?? failed({ jobId, status: 'completed', result: 'failed', errors: [error] }, false);
    }
    const job = await ingestion.jobStatus(
      access,
      jobId,
      kind === 'offer' || kind === 'withdraw' ? 'PRIVATE_OFFER' : 'PRODUCT',
    );
    if (job.status !== 'completed') return running;
    if (job.result === 'succeeded') {
      if (kind === 'offer') return readOffer(access, jobId);
      return kind === 'product' ? readProduct(access, jobId, about) : done();
    }
    switch (kind) {
      case 'preview':
      case 'live': {
        return (job.errors.some(isConflict) ? await followed(access, kind, about) : null) ?? failed(job, false);
      }
      case 'offer': {
        const made = await findMarked(access, about);
        return made ? done({ offer: guidOf(made.id) }) : failed(job, true);
      }
      case 'withdraw': {
        const offer = await ingestion.getPrivateOffer(access, durableIdOf(about));
        const isBack = offer !== null && offer.state !== 'live' && offer.subState !== 'accepted';
        return isBack ? done() : failed(job, true);
      }
      case 'product': {
        const read = failed(job, true);
        // The first try was faster after all: what it made is found and completed when the change is sent again.
        return about === again && read.state === 'FAILED' && job.errors.some(isConflict)
          ? { ...read, serverFault: true }
          : read;
      }
      default:
        return failed(job, true);
    }
  };
};
