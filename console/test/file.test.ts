import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (!skipPages) stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

test('a small file is checked before it is sent, and a large one is sent once', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const sent: { isTry: boolean }[] = [];
  await page.route('**/usageRecordGroup/upload**', (route) => {
    sent.push({ isTry: route.request().url().includes('dryRun=true') });
    return route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Refused for the test."}' });
  });
  await page.goto(`${stage.url}/console/${stage.orgId}/usage-records`);
  await page.getByRole('button', { name: 'Report usage from a CSV file' }).first().click();
  const dialog = page.getByRole('dialog');
  const choose = async (bytes: number): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByLabel('CSV file').click();
    await (await chooser).setFiles({ name: 'usage.csv', mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'a') });
  };
  const isTooLarge = dialog.getByText('It is checked only when you send it.');
  await choose(1_048_576);
  await dialog.getByRole('status').filter({ hasText: 'Refused for the test.' }).waitFor();
  assert.ok(
    sent.every(({ isTry }) => isTry),
    'it is only checked',
  );
  assert.equal(await isTooLarge.count(), 0);
  await choose(1_048_577);
  await isTooLarge.waitFor();
  sent.length = 0;
  const refused = page.waitForResponse('**/usageRecordGroup/upload');
  await dialog.getByRole('button', { name: 'Report usage from a CSV file' }).click();
  await refused;
  await dialog.getByRole('alert').filter({ hasText: 'Refused for the test.' }).waitFor();
  assert.deepEqual(
    sent.map(({ isTry }) => isTry),
    [false],
  );
  assert.deepEqual(stage.faults, []);
});
