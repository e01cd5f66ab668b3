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
