import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Simulator } from '../client.ts';
import type { Market } from '../markets.ts';
import type { Purchase } from './purchases.ts';

/** A change of a purchase at its marketplace in an hour of the plan, and what happens to its message. */
export type Happening = { hour: number; partner: Market['partner']; title: string; live(scene: Scene): Promise<void> };

type Scene = { api: ApiClient; simulator: Simulator; purchase: Purchase };

const minuteMs = 60_000;
/** Every account is read within this time; in the same hour or before usage of that hour is submitted. */
const readMinutes = 15;
const realLimitMs = 60_000;

type Entitlement = { status: string; info?: { autoRenew?: boolean } };
type Message = { id: string; type: string; status: string; body: unknown };

const readEntitlement = ({ api, purchase }: Scene): Promise<Entitlement> =>
  api.read<Entitlement>(`/entitlement/${purchase.entitlementId}`);

const countTerms = async ({ api, purchase }: Scene): Promise<number> =>
  (await api.read<unknown[]>(`/entitlement/${purchase.entitlementId}/entitlementTerm`)).length;

/** How often the service has changed the purchase, by its audit trail. */
const countChanges = async ({ api, purchase }: Scene): Promise<number> => {
  type Page = { data: { activity: { entityId?: string } }[] };
  const { data } = await api.read<Page>(`/auditingEvent/query?page_size=100&entityId=${purchase.entitlementId}`);
  return data.filter(({ activity }) => activity.entityId === purchase.entitlementId).length;
};

const messagesOf = async ({ simulator, purchase }: Scene, type: string): Promise<Message[]> => {
  const { messages } = await simulator.read<{ messages: Message[] }>(`${purchase.market.control}/message`);
  return messages.filter(
    (message) => message.type === type && JSON.stringify(message.body).includes(purchase.agreementId),
  );
};

/** Polls while advancing the clock by a few minutes at most. */
const until = async (
  { simulator }: Scene,
  what: string,
  minutes: number,
  look: () => Promise<boolean>,
): Promise<void> => {
  const limit = performance.now() + realLimitMs;
  for (let left = minutes; !(await look()); ) {
    if (performance.now() > limit) throw new Error(`waited ${realLimitMs / 1000} s in vain until ${what}`);
    await sleep(150);
    if (left === 0) continue;
    left -= 1;
    await simulator.advanceTo((await simulator.now()) + minuteMs);
  }
};

/** A change at the marketplace whose message is lost; regular reading has to find it. */
const lose = async (
  scene: Scene,
  type: string,
  happens: () => Promise<unknown>,
  isSeen: () => Promise<boolean>,
): Promise<void> => {
  const { market } = scene.purchase;
  await scene.simulator.post(`${market.control}/fault`, { name: 'drop-message', operation: type });
  await happens();
  const [last] = (await messagesOf(scene, type)).slice(-1);
  if (last?.status !== 'DROPPED')
    throw new Error(`${market.partner}: the message ${type} is ${last?.status}, not lost`);
  await until(scene, `${market.partner} is read after ${type}`, readMinutes, isSeen);
};

/** A change at the marketplace whose message arrives twice; it may change the purchase only once. */
const double = async (
  scene: Scene,
  type: string,
  happens: () => Promise<unknown>,
  isSeen: () => Promise<boolean>,
): Promise<void> => {
  const { market } = scene.purchase;
  const before = (await messagesOf(scene, type)).length;
  await scene.simulator.post(`${market.control}/fault`, { name: 'duplicate-message', operation: type });
  await happens();
  await until(scene, `${type} of ${market.partner} is applied`, 0, isSeen);
  const delivered = async (): Promise<boolean> => {
    const sent = (await messagesOf(scene, type)).slice(before);
    return sent.length === 2 && sent.every(({ status }) => status === 'DELIVERED');
  };
  await until(scene, `${type} of ${market.partner} has arrived twice`, 0, delivered);
};

const setRenewal = ({ simulator, purchase }: Scene, autoRenew: boolean): Promise<unknown> =>
  simulator.post(`/control/aws/agreement/${purchase.agreementId}/amend`, { autoRenew });

const renews = async (scene: Scene): Promise<boolean> => (await readEntitlement(scene)).info?.autoRenew === true;

const subscription = ({ simulator, purchase }: Scene, act: string): Promise<unknown> =>
  simulator.post(`/control/azure/subscription/${purchase.agreementId}/${act}`, {});

const isIn = async (scene: Scene, status: string): Promise<boolean> => (await readEntitlement(scene)).status === status;

const amended = 'Purchase Agreement Amended - Proposer';

/** Fails if something changed the purchase again. */
const changesOnce = async (scene: Scene, happens: () => Promise<void>): Promise<void> => {
  const before = await countChanges(scene);
  await happens();
  const changes = (await countChanges(scene)) - before;
  if (changes !== 1) throw new Error(`${scene.purchase.market.partner}: the purchase was changed ${changes} times`);
};

/** Everything that happens around the end of the month; `end`: the first hour of the new one. */
export const happeningsAround = (end: number): readonly Happening[] => [
  {
    hour: end - 3,
    partner: 'AZURE',
    title: 'the subscription is suspended, its message is lost',
    live: (scene) =>
      lose(
        scene,
        'Suspend',
        () => subscription(scene, 'suspend'),
        () => isIn(scene, 'SUSPENDED'),
      ),
  },
  {
    hour: end - 1,
    partner: 'AWS',
    title: 'the buyer turns off the renewal, its message is lost',
    live: (scene) =>
      lose(
        scene,
        amended,
        () => setRenewal(scene, false),
        async () => !(await renews(scene)),
      ),
  },
  {
    hour: end + 1,
    partner: 'AZURE',
    title: 'the subscription is reinstated, its message arrives twice',
    live: (scene) =>
      changesOnce(scene, () =>
        double(
          scene,
          'Reinstate',
          () => subscription(scene, 'reinstate'),
          () => isIn(scene, 'ACTIVE'),
        ),
      ),
  },
  {
    hour: end + 2,
    partner: 'AWS',
    title: 'the buyer turns on the renewal, its message arrives twice',
    live: (scene) =>
      changesOnce(scene, () =>
        double(
          scene,
          amended,
          () => setRenewal(scene, true),
          () => renews(scene),
        ),
      ),
  },
  {
    hour: end + 6,
    partner: 'GCP',
    title: 'the customer changes the plan, the request is lost, and its confirmation arrives twice',
    live: async (scene) => {
      const { simulator, purchase } = scene;
      const changed = 'ENTITLEMENT_PLAN_CHANGED';
      await simulator.post('/control/gcp/fault', { name: 'duplicate-message', operation: changed });
      const hasTwo = async (): Promise<boolean> => (await countTerms(scene)) >= 2;
      const change = (): Promise<unknown> =>
        simulator.post(`/control/gcp/order/${purchase.agreementId}/change-plan`, { plan: 'metered-plus' });
      await lose(scene, 'ENTITLEMENT_PLAN_CHANGE_REQUESTED', change, hasTwo);
      const delivered = async (): Promise<boolean> => {
        const sent = await messagesOf(scene, changed);
        return sent.length === 2 && sent.every(({ status }) => status === 'DELIVERED');
      };
      await until(scene, `${changed} has arrived twice`, 0, delivered);
      const terms = await countTerms(scene);
      if (terms !== 2) throw new Error(`GCP: the change of plan made ${terms} terms`);
    },
  },
];
