import type { Step } from '../deals/book.ts';
import { type Place, runDeal, type Scene, type StepRecorder, sceneOf, showSteps } from '../deals/scene.ts';
import { readMails, wordsOf } from './channels.ts';
import { checkRetried, replay, waitForQuiet } from './deliveries.ts';
import { differenceOf, eachOnce, recognize } from './differences.ts';
import { addresses, type Listeners, listen, readEvents, silence } from './listeners.ts';
import { readTimeline, runNotifiedDeal } from './notified-deal.ts';

/** The events that the deal must include, in this order. */
const plot: readonly string[] = [
  'offer.created',
  'offer.submitted',
  'offer.released',
  'offer.expire_soon',
  'offer.accepted',
  'entitlement.created',
  'entitlement.cancelled',
];

const configPath = '/notificationConfigInfo';
const tester = 'tester@globex.example';

/** Compares what each channel reported with the actual events: each event once to each receiver, and nothing else. */
const compareChannels = async (
  scene: Scene,
  recorder: StepRecorder,
  listeners: Listeners,
  outbox: string,
): Promise<void> => {
  const subjects = await runNotifiedDeal(scene, recorder, listeners.stream);
  await waitForQuiet(scene, recorder, listeners, Object.values(subjects));
  const { events } = await readEvents(scene, listeners.cursor);
  for (const { type, id } of events) scene.narrator.say(`${id} ${type}`);
  await recorder.act('plot', plot.join(' '), async () =>
    events
      .map(({ type }) => type)
      .filter((type) => plot.includes(type))
      .join(' '),
  );
  const notices = [
    ...(await readTimeline(scene, 'OFFER', subjects.offerId)),
    ...(await readTimeline(scene, 'ENTITLEMENT', subjects.entitlementId)),
  ];
  const compare = (channel: string, told: () => Promise<string[]>): Promise<void> =>
    recorder.wait(channel, eachOnce, async () => differenceOf(events, await told()));
  await compare('timelines', async () => notices.map(({ eventID }) => eventID));
  for (const address of addresses) {
    await compare(`mail to ${address.split('@')[0]}`, async () => {
      const mails = await readMails(outbox, address);
      return recognize(notices, wordsOf.mail, mails);
    });
  }
  await compare('Slack', async () => recognize(notices, wordsOf.slack, await listeners.slack.read()));
  await compare('Teams', async () => recognize(notices, wordsOf.teams, await listeners.teams.read()));
  await compare('stream', async () => listeners.stream.events.map(({ id }) => id));
  await recorder.act('connections of it', '2', async () => String(listeners.stream.connections()));
  await compare('webhook', async () => listeners.receiver.taken());
  await checkRetried(scene, recorder, listeners);
  await replay(scene, recorder, listeners, events);
};

/** The preview of a mail, and a test mail. */
const tryMails = async ({ api }: Scene, recorder: StepRecorder, outbox: string): Promise<void> => {
  await recorder.act('preview', 'Offer accepted: Told everywhere', async () => {
    const shown = await api.post<{ subject: string }>(`${configPath}/preview`, { scope: 'ACCEPT.OFFER' });
    return shown.subject;
  });
  await recorder.act('test', tester, async () => {
    const body = { channel: 'EMAIL', scope: 'ACCEPT.OFFER', toEmails: [tester] };
    const messages = await api.post<{ recipient: string }[]>(`${configPath}/test`, body);
    return messages.map(({ recipient }) => recipient).join(' ');
  });
  await recorder.wait('its mails', '1', async () => String((await readMails(outbox, tester)).length));
};

/**
 * One deal is reported by mail, in Slack and Teams, to a webhook, in the event stream and in its timelines. Returns the
 * findings: each event must be reported once everywhere, and nothing else.
 */
export const runStory = async (place: Place): Promise<string[]> => {
  const { narrator, service } = place;
  const deals: Step[][] = [];
  const scene = sceneOf(place, { partner: 'AWS', deals });
  narrator.chapter('One deal is told on every channel');
  let listeners: Listeners | undefined;
  await runDeal(scene, 'before', async (recorder) => {
    listeners = await listen(scene, recorder, service.receiverUrl);
  });
  const all = listeners;
  if (all) {
    await runDeal(scene, 'told', (recorder) => compareChannels(scene, recorder, all, service.outbox));
    await runDeal(scene, 'trials', (recorder) => tryMails(scene, recorder, service.outbox));
    await runDeal(scene, 'after', (recorder) => silence(scene, recorder, all));
  }
  return showSteps(narrator, 'What the channels have told', deals.flat());
};
