import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../../test/until.ts';
import { startWebhooks } from './webhook.test-support.ts';

let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
before(async () => {
  // They hang for longer than the test waits.
  webhooks = await startWebhooks({ deliveryMs: 300_000 });
});
after(() => webhooks.close());

test('twenty receivers that hang do not delay one that answers', async () => {
  const { receiver, anOrganization, create, addContact, tell } = webhooks;
  const hanging = await anOrganization();
  for (let index = 0; index < 20; index += 1) await create(hanging, `/hangs/${index}`);
  for (let index = 0; index < 6; index += 1) await addContact(hanging);
  const good = await anOrganization();
  await create(good, '/ok/beside');
  for (let index = 0; index < 10; index += 1) await addContact(good);
  await tell();
  const isHanging = (): number => receiver.taken.filter(({ path }) => path.startsWith('/hangs/')).length;
  await until('all hang', () => isHanging() >= 20, 60_000);
  await tell();
  await until('the good one has all', () => receiver.at('/ok/beside').length === 10, 60_000);
});

test('webhooks that always have something to send take turns with those behind them', async () => {
  const { receiver, anOrganization, create, addContact, tell } = webhooks;
  const organizations = [await anOrganization(), await anOrganization(), await anOrganization()];
  const [one, other, late] = organizations.sort((left, right) => (left.uuid < right.uuid ? -1 : 1));
  assert.ok(one && other && late);
  for (const organization of [one, other]) {
    for (let index = 0; index < 40; index += 1) await create(organization, `/waits/${organization.uuid}/${index}`);
    for (let index = 0; index < 6; index += 1) await addContact(organization);
  }
  await tell();
  const isWaiting = (): number => receiver.taken.filter(({ path }) => path.startsWith('/waits/')).length;
  // Those that hang in the test before have half of the places.
  await until('all places are taken', () => isWaiting() >= 32, 60_000);
  await create(late, '/ok/late');
  await addContact(late);
  await tell();
  let released = 0;
  await until('the late one has its turn', () => {
    released += receiver.release();
    return receiver.at('/ok/late').length > 0 || released > 300;
  });
  assert.ok(released <= 200, `${released} of the others went first`);
  await until('the others are over', () => receiver.release() === 0 && isWaiting() === 480, 60_000);
});
