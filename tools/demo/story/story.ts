import type { Step } from '../deals/book.ts';
import { liveDeal, type Pen, type Place, type Scene, sceneOf, showSteps } from '../deals/scene.ts';
import { readMails, wordsOf } from './channels.ts';
import { checkRetried, replay, waitForQuiet } from './deliveries.ts';
import { differenceOf, eachOnce, recognize } from './differences.ts';
import { addresses, type Listeners, listen, readEvents, silence } from './listeners.ts';
import { liveToldDeal, readTimeline } from './told-deal.ts';

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
const compareChannels = async (scene: Scene, pen: Pen, listeners: Listeners, outbox: string): Promise<void> => {
  const subjects = await liveToldDeal(scene, pen, listeners.stream);
  await waitForQuiet(scene, pen, listeners, Object.values(subjects));
  const { events } = await readEvents(scene, listeners.cursor);
  for (const { type, id } of events) scene.narrator.say(`${id} ${type}`);
  await pen.act('plot', plot.join(' '), async () =>
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
    pen.wait(channel, eachOnce, async () => differenceOf(events, await told()));
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
  await pen.act('connections of it', '2', async () => String(listeners.stream.connections()));
  await compare('webhook', async () => listeners.receiver.taken());
  await checkRetried(scene, pen, listeners);
  await replay(scene, pen, listeners, events);
};

/** The preview of a mail, and a test mail. */
const tryMails = async ({ api }: Scene, pen: Pen, outbox: string): Promise<void> => {
  await pen.act('preview', 'Offer accepted: Told everywhere', async () => {
    const shown = await api.post<{ subject: string }>(`${configPath}/preview`, { scope: 'ACCEPT.OFFER' });
    return shown.subject;
  });
  await pen.act('test', tester, async () => {
    const body = { channel: 'EMAIL', scope: 'ACCEPT.OFFER', toEmails: [tester] };
    const messages = await api.post<{ recipient: string }[]>(`${configPath}/test`, body);
    return messages.map(({ recipient }) => recipient).join(' ');
  });
  await pen.wait('its mails', '1', async () => String((await readMails(outbox, tester)).length));
};

/**
 * One deal is reported by mail, in Slack and Teams, to a webhook, in the event stream and in its timelines. Returns the
 * findings: each event must be reported once everywhere, and nothing else.
 */
export const liveStory = async (place: Place): Promise<string[]> => {
  const { narrator, service } = place;
  const deals: Step[][] = [];
  const scene = sceneOf(place, { partner: 'AWS', deals });
  narrator.chapter('One deal is told on every channel');
  let listeners: Listeners | undefined;
  await liveDeal(scene, 'before', async (pen) => {
    listeners = await listen(scene, pen, service.receiverUrl);
  });
  const all = listeners;
  if (all) {
    await liveDeal(scene, 'told', (pen) => compareChannels(scene, pen, all, service.outbox));
    await liveDeal(scene, 'trials', (pen) => tryMails(scene, pen, service.outbox));
    await liveDeal(scene, 'after', (pen) => silence(scene, pen, all));
  }
  return showSteps(narrator, 'What the channels have told', deals.flat());
};
