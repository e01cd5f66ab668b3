import type { Scene, StepRecorder } from '../deals/scene.ts';
import { change } from '../deals/steps.ts';
import { type Chat, openSlack, openTeams } from './channels.ts';
import type { Happened } from './differences.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openStream, type Stream } from './stream.ts';

/** All receivers of notifications about the deal. */
export type Listeners = {
  slack: Chat;
  teams: Chat;
  receiver: Receiver;
  webhookId: string;
  stream: Stream;
  /** The position in the list of events, and the time, from which all of them listened. */
  cursor: string;
  from: string;
};

const types = 'offer.*,entitlement.*';
/** The receiver refuses it once. */
export const refusedType = 'offer.accepted';

/** Two get their own mail; the third gets a copy of the first one's. */
const [to, copy] = [['sales@globex.example', 'finance@globex.example'], 'archive@globex.example'];
export const addresses: readonly string[] = [...to, copy];

/** Every type of event of the offer and its purchase in this story, as ACTION.ENTITY. */
const scopes: readonly string[] = [
  ...['CREATE', 'UPDATE', 'PENDING_ACCEPTANCE', 'EXPIRE_SOON', 'ACCEPT'].map((action) => `${action}.OFFER`),
  ...['CREATE', 'UPDATE', 'APPROVE', 'PENDING_CANCEL', 'CANCEL'].map((action) => `${action}.ENTITLEMENT`),
];

const configPath = '/notificationConfigInfo';

/** The events after a cursor, and the current end of the list. */
export const readEvents = async ({ api }: Scene, after: string): Promise<{ events: Happened[]; cursor: string }> => {
  const events: Happened[] = [];
  for (let cursor = after; ; ) {
    const path = `/event?types=${types}&limit=1000${cursor && `&cursor=${cursor}`}`;
    const page = await api.read<{ data: Happened[]; cursor: string; hasMore: boolean }>(path);
    events.push(...page.data);
    cursor = page.cursor;
    if (!page.hasMore) return { events, cursor };
  }
};

/** Sets up rules, channels, a webhook and a stream. */
export const listen = async (scene: Scene, recorder: StepRecorder, receiverUrl: string): Promise<Listeners> => {
  const { api, owner, simulator, urls } = scene;
  const [slack, teams] = [await openSlack(simulator, urls.simulator), await openTeams(simulator, urls.simulator)];
  const emailNotificationConfigs = scopes.map((scope) => ({ scope, toEmails: to, ccEmails: [copy] }));
  const chat = (webhookUrl: string) => ({ enabled: true, webhookUrl, scopes });
  await recorder.act('rules', '200', () =>
    change(scene, 'PATCH', configPath, {
      emailNotificationConfigs,
      slack: chat(slack.url),
      microsoftTeams: chat(teams.url),
    }),
  );
  const receiver = await openReceiver(receiverUrl, refusedType);
  let webhookId = '';
  await recorder.act('webhook', 'enabled', async () => {
    const body = { url: `${receiverUrl}/events`, types: types.split(','), description: 'The story of a deal' };
    const made = await owner.post<{ id: string; secret: string; enabled: boolean }>('/webhook', body);
    receiver.trust(made.secret);
    webhookId = made.id;
    return made.enabled ? 'enabled' : 'disabled';
  });
  const { cursor } = await readEvents(scene, '');
  const from = new Date(await simulator.now()).toISOString();
  const stream = await openStream(api, types, cursor);
  return { slack, teams, receiver, webhookId, stream, cursor, from };
};

/** Removes all receivers. */
export const silence = async (
  { api, owner }: Scene,
  recorder: StepRecorder,
  { stream, receiver, webhookId }: Listeners,
) => {
  await stream.close();
  await recorder.act('webhook', 'removed', async () => {
    await owner.call('DELETE', `/webhook/${webhookId}`);
    const { data } = await owner.read<{ data: unknown[] }>('/webhook');
    return data.length === 0 ? 'removed' : `${data.length} left`;
  });
  await receiver.close();
  await recorder.act('rules', 'none', async () => {
    const none = { emailNotificationConfigs: null, slack: null, microsoftTeams: null };
    await api.call('PATCH', configPath, { body: none });
    const { emailNotificationConfigs, slack, microsoftTeams } = await api.read<{
      emailNotificationConfigs: unknown[];
      slack: { enabled: boolean };
      microsoftTeams: { enabled: boolean };
    }>(configPath);
    const left = [...emailNotificationConfigs, ...[slack, microsoftTeams].filter(({ enabled }) => enabled)];
    return left.length === 0 ? 'none' : `${left.length} left`;
  });
};
