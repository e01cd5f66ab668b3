import { findProduct } from '../deal.ts';
import type { Scene, StepRecorder } from '../deals/scene.ts';
import { endThere, inDays, offerStatus, releaseOffer, waitForEntitlement } from '../deals/steps.ts';
import type { Notice } from './differences.ts';
import type { Stream } from './stream.ts';

/** The offer and the purchase whose events are followed. */
export type Subjects = { offerId: string; entitlementId: string };

type TimelineEntry = Notice & { info: { type: string } };

const control = '/control/aws';
const buyerAccountId = '310987654321';
const dayMs = 86_400_000;
/** The expiry is announced a week ahead. */
const lastsDays = 12;

/** The notifications about an entity, in the order of its events. */
export const readTimeline = async ({ api }: Scene, entityType: string, entityId: string): Promise<TimelineEntry[]> => {
  const path = `/notificationEvent/${entityType}/${entityId}`;
  return (await api.read<{ notificationEvents: TimelineEntry[] }>(path)).notificationEvents.toReversed();
};

/** Waits until an event is visible to people. */
const waitForNotification = (
  scene: Scene,
  recorder: StepRecorder,
  entityType: string,
  entityId: string,
  type: string,
): Promise<void> =>
  recorder.wait(`told of ${type}`, 'yes', async () => {
    const entries = await readTimeline(scene, entityType, entityId);
    return entries.some(({ info }) => info.type === type) ? 'yes' : 'no';
  });

/**
 * A private offer waits until it is about to expire, is accepted in time, and its purchase ends at AWS. Days pass between. The client of
 * the stream loses its connection before the buyer accepts.
 */
export const runNotifiedDeal = async (
  scene: Scene,
  recorder: StepRecorder,
  stream: Pick<Stream, 'cut'>,
): Promise<Subjects> => {
  const { api, simulator, narrator } = scene;
  const product = await findProduct(api, narrator);
  const [commit] = product.info?.commits ?? [];
  if (!commit) throw new Error('the product has nothing to commit to');
  const offer = await releaseOffer(scene, recorder, {
    name: 'Told everywhere',
    productID: product.id,
    expireTime: await inDays(scene, lastsDays),
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      buyerAwsAccountIds: [buyerAccountId],
      commits: [{ key: commit.key, rate: 24_000, quantity: 1, length: 12, timeUnit: 'MONTH' }],
      dimensions: (product.info?.dimensions ?? []).map(({ key }) => ({ key, rate: 0.5 })),
    },
  });
  await simulator.advanceTo((await simulator.now()) + (lastsDays - 5) * dayMs);
  await waitForNotification(scene, recorder, 'OFFER', offer.id, 'offer.expire_soon');
  stream.cut();
  const terms = { buyerAccountId, duration: 'P12M', quantities: { [commit.key]: 1 }, autoRenew: false };
  const accept = `${control}/offer/${offer.externalID}/accept`;
  const { agreementId } = await simulator.post<{ agreementId: string }>(accept, terms);
  await recorder.wait('accepted', 'ACCEPTED', () => offerStatus(scene, offer.id));
  const entitlement = await waitForEntitlement(scene, recorder, offer.id, 'ACTIVE');
  await waitForNotification(scene, recorder, 'ENTITLEMENT', entitlement.id, 'entitlement.created');
  await simulator.advanceTo((await simulator.now()) + 2 * dayMs);
  await endThere(scene, recorder, entitlement, { path: `${control}/agreement/${agreementId}/cancel` });
  await waitForNotification(scene, recorder, 'ENTITLEMENT', entitlement.id, 'entitlement.cancelled');
  return { offerId: offer.id, entitlementId: entitlement.id };
};
