import type { Pen, Scene } from '../deals/scene.ts';
import { differenceOf, eachOnce, type Happened } from './differences.ts';
import { type Listeners, refusedType } from './listeners.ts';

type Message = { status: string };
type Delivery = { id: string; attempts?: { statusCode?: number }[] };

/** Waits until no delivery is pending. */
const waitForDelivered = ({ owner }: Scene, pen: Pen, { webhookId }: Listeners, step: string): Promise<void> =>
  pen.wait(step, '0', async () => {
    const { health } = await owner.read<{ health: { waiting: number } }>(`/webhook/${webhookId}`);
    return String(health.waiting);
  });

/** Waits until neither messages to people nor deliveries are pending. */
export const waitForQuiet = async (
  scene: Scene,
  pen: Pen,
  listeners: Listeners,
  subjects: readonly string[],
): Promise<void> => {
  const list = (id: string): Promise<{ notificationMessages: Message[] }> =>
    scene.api.read(`/notificationMessage?entityId=${id}`);
  await pen.wait('messages', 'DONE', async () => {
    const messages = (await Promise.all(subjects.map(list))).flatMap((page) => page.notificationMessages);
    return [...new Set(messages.map(({ status }) => status))].sort().join(' ');
  });
  await waitForDelivered(scene, pen, listeners, 'deliveries that wait');
};

/** Checks that the refused delivery was repeated with the same ID. */
export const checkRetried = async ({ owner }: Scene, pen: Pen, { webhookId, receiver }: Listeners): Promise<void> => {
  const path = `/webhook/${webhookId}/delivery`;
  await pen.act('refused once', '500 204', async () => {
    const [delivery] = (await owner.read<{ data: Delivery[] }>(`${path}?eventType=${refusedType}`)).data;
    const { attempts = [] } = await owner.read<Delivery>(`${path}/${delivery?.id}`);
    return attempts.map(({ statusCode }) => statusCode).join(' ');
  });
  await pen.act('the same webhook-id', 'yes', async () => {
    const ids = receiver.arrivals.filter(({ type }) => type === refusedType).map(({ id }) => id);
    return ids.length === 2 && ids[0] === ids[1] ? 'yes' : ids.join(' ');
  });
};

/** Resends everything since the webhook was created; the IDs must be the same. */
export const replay = async (
  scene: Scene,
  pen: Pen,
  listeners: Listeners,
  events: readonly Happened[],
): Promise<void> => {
  const { owner, simulator } = scene;
  const { receiver, webhookId, from } = listeners;
  const before = receiver.taken().length;
  await pen.act('replay', `${events.length} queued`, async () => {
    const to = new Date((await simulator.now()) + 1000).toISOString();
    const { queued } = await owner.post<{ queued: number }>(`/webhook/${webhookId}/replay`, { from, to });
    return `${queued} queued`;
  });
  await waitForDelivered(scene, pen, listeners, 'replays that wait');
  await pen.act('replayed', eachOnce, async () => differenceOf(events, receiver.taken().slice(before)));
  await pen.act('forged or broken', '0', async () =>
    String(receiver.arrivals.filter(({ fault }) => fault !== '').length),
  );
};
