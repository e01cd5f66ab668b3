import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSlackSimulator } from '../../simulators/slack/server.ts';
import { startTeamsSimulator } from '../../simulators/teams/server.ts';
import { type Controls, startSimulated } from '../src/adapters/simulated.test-support.ts';
import { changeOffer } from '../src/domain/offer/change.ts';
import { lockOffer } from '../src/domain/offer/store.ts';
import { decodeId } from '../src/kit/ids.ts';
import { startApp, type TestApp, type TestOrganization } from './app.ts';
import { actIn } from './examples/deal.ts';
import { idOf } from './examples/example.ts';

type Chat = { controls: Controls; url: string; id: string };

let app: TestApp;
let slack: Chat;
let teams: Chat;
before(async () => {
  const [forSlack, forTeams] = [
    await startSimulated('slack', startSlackSimulator),
    await startSimulated('teams', startTeamsSimulator),
  ];
  const origins = [forSlack.simulator.url, forTeams.simulator.url];
  app = await startApp({}, { outgoing: { allowedOrigins: origins } });
  const chatOf = async ({ controls }: { controls: Controls }, origin: string | undefined, path: string) => {
    const made = await controls.control<{ id: string; path: string }>('POST', path);
    return { controls, url: `${origin}${made.path}`, id: made.id };
  };
  slack = await chatOf(forSlack, origins[0], '/hook');
  teams = await chatOf(forTeams, origins[1], '/workflow');
});
after(async () => {
  await app.close();
  for (const { controls } of [slack, teams]) await controls.close();
});

type Message = { type: string; status: string; lastError?: { code?: string; message: string } };

const acceptOffer = async (organization: TestOrganization, name: string): Promise<void> => {
  const body = { name, partner: 'AWS', info: { eulaType: 'SCMP' } };
  const id = idOf(await organization.editor.call('POST', '/draftOffer', { body }));
  await actIn(app, organization, async (call) => {
    const offer = await lockOffer(call.db, decodeId('offer', id) ?? '');
    assert.ok(offer);
    await changeOffer(call, offer, {}, 'offer.accepted');
  });
  await app.app.engine.idle();
};

const messagesOf = async ({ owner }: TestOrganization): Promise<Message[]> => {
  const { body } = await owner.call('GET', '/notificationMessage');
  return (body as { notificationMessages: Message[] }).notificationMessages;
};

const configure = async ({ owner }: TestOrganization): Promise<void> => {
  const scopes = ['ACCEPT.OFFER'];
  const reply = await owner.call('PATCH', '/notificationConfigInfo', {
    body: {
      slack: { enabled: true, webhookUrl: slack.url, scopes },
      microsoftTeams: { enabled: true, webhookUrl: teams.url, scopes },
    },
  });
  assert.equal(reply.status, 200, reply.text);
};

test('an accepted offer is announced in the channels of Slack and Teams', async () => {
  const organization = await app.addOrganization('chats');
  await configure(organization);
  await acceptOffer(organization, 'R&D <!channel>');
  const { posts } = await slack.controls.control<{ posts: { body: { text: string } }[] }>('GET', '/post');
  assert.deepEqual(
    posts.map(({ body }) => body.text),
    ['Offer accepted: The buyer accepted offer “R&amp;D &lt;!channel&gt;” (AWS).'],
  );
  const { runs } = await teams.controls.control<{ runs: { status: string; body: object }[] }>('GET', '/run');
  assert.deepEqual(
    runs.map(({ status }) => status),
    ['SUCCEEDED'],
  );
  assert.match(JSON.stringify(runs[0]?.body), /The buyer accepted offer “R&D/);
});

test('a channel that is gone fails its message with the error of the partner, and without its address', async () => {
  const organization = await app.addOrganization('chats-gone');
  await configure(organization);
  await slack.controls.control('POST', `/hook/${slack.id}/archive`);
  await teams.controls.control('POST', `/workflow/${teams.id}/disable`);
  await acceptOffer(organization, 'Gone');
  const messages = await messagesOf(organization);
  assert.deepEqual(messages.map(({ type, status }) => `${type} ${status}`).sort(), [
    'MICROSOFT_TEAMS FAILED',
    'SLACK FAILED',
  ]);
  const said = JSON.stringify(messages);
  assert.match(said, /channel_is_archived/);
  assert.match(said, /WorkflowTriggerIsNotEnabled/);
  const { rows } = await app.database.pool.query(
    `select row_to_json(o)::text as text from operation o union all select row_to_json(e)::text from operation_event e
     union all select row_to_json(m)::text from notification_message m union all select row_to_json(x)::text from outbox x`,
  );
  const secrets = [new URL(slack.url).pathname.split('/').at(-1), new URL(teams.url).searchParams.get('sig')];
  for (const { text } of [...(rows as { text: string }[]), { text: said }])
    for (const secret of secrets) assert.ok(secret && !text.includes(secret), text.slice(0, 300));
});
