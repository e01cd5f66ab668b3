import type { Scene, StepRecorder } from '../deals/scene.ts';
import { differenceOf, eachOnce, type Happened } from './differences.ts';
import { type Listeners, refusedType } from './listeners.ts';

type Message = { status: string };
type Delivery = { id: string; attempts?: { statusCode?: number }[] };

/** Waits until no delivery is pending. */
const waitForDelivered = (
  { owner }: Scene,
  recorder: StepRecorder,
  { webhookId }: Listeners,
  step: string,
): Promise<void> =>
  recorder.wait(step, '0', async () => {
    const { health } = await owner.read<{ health: { waiting: number } }>(`/webhook/${webhookId}`);
    return String(health.waiting);
  });

/** Waits until neither messages to people nor deliveries are pending. */
export const waitForQuiet = async (
  scene: Scene,
  recorder: StepRecorder,
  listeners: Listeners,
  subjects: readonly string[],
): Promise<void> => {
  const list = (id: string): Promise<{ notificationMessages: Message[] }> =>
    scene.api.read(`/notificationMessage?entityId=${id}`);
  await recorder.wait('messages', 'DONE', async () => {
    const messages = (await Promise.all(subjects.map(list))).flatMap((page) => page.notificationMessages);
    return [...new Set(messages.map(({ status }) => status))].sort().join(' ');
  });
  await waitForDelivered(scene, recorder, listeners, 'deliveries that wait');
};

/** Checks that the refused delivery was repeated with the same ID. */
export const checkRetried = async (
  { owner }: Scene,
  recorder: StepRecorder,
  { webhookId, receiver }: Listeners,
): Promise<void> => {
  const path = `/webhook/${webhookId}/delivery`;
  await recorder.act('refused once', '500 204', async () => {
    const [delivery] = (await owner.read<{ data: Delivery[] }>(`${path}?eventType=${refusedType}`)).data;
    const { attempts = [] } = await owner.read<Delivery>(`${path}/${delivery?.id}`);
    return attempts.map(({ statusCode }) => statusCode).join(' ');
  });
  await recorder.act('the same webhook-id', 'yes', async () => {
    const ids = receiver.arrivals.filter(({ type }) => type === refusedType).map(({ id }) => id);
    return ids.length === 2 && ids[0] === ids[1] ? 'yes' : ids.join(' ');
  });
};

/** Resends everything since the webhook was created; the IDs must be the same. */
export const replay = async (
  scene: Scene,
  recorder: StepRecorder,
  listeners: Listeners,
  events: readonly Happened[],
): Promise<void> => {
  const { owner, simulator } = scene;
  const { receiver, webhookId, from } = listeners;
  const before = receiver.taken().length;
  await recorder.act('replay', `${events.length} queued`, async () => {
    const to = new Date((await simulator.now()) + 1000).toISOString();
    const { queued } = await owner.post<{ queued: number }>(`/webhook/${webhookId}/replay`, { from, to });
    return `${queued} queued`;
  });
  await waitForDelivered(scene, recorder, listeners, 'replays that wait');
  await recorder.act('replayed', eachOnce, async () => differenceOf(events, receiver.taken().slice(before)));
  await recorder.act('forged or broken', '0', async () =>
    String(receiver.arrivals.filter(({ fault }) => fault !== '').length),
  );
};
