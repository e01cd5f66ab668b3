import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from './app.ts';
import { openBrowser, skipPages } from './browser.ts';

let app: TestApp;
let browser: Browser;
before(async () => {
  if (skipPages) return;
  app = await startApp({}, { idle: true });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await app?.close();
});

test('in a browser: the reference is shown, Authorize gets a token, and a call with it succeeds', {
  skip: skipPages,
}, async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![app.url, app.authUrl, 'null'].includes(origin)) elsewhere.push(request.url());
  });

  // The document is large, and the machine may be busy.
  page.setDefaultTimeout(60_000);
  await page.goto(`${app.url}/docs`);
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.dialog-ux .auth-container').filter({ hasText: 'clientCredentials' });
  await dialog.getByLabel('client_id').fill(app.acme.editor.clientId);
  await dialog.getByLabel('client_secret').fill(app.acme.editor.clientSecret);
  await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
  await dialog.getByRole('button', { name: 'Remove authorization' }).waitFor();
  await page.locator('.dialog-ux .close-modal').click();

  // The page draws endpoints as they come into sight.
  const endpoint = page.locator('#operations-contact-ListContactsByOrganization');
  for (let count = 0; count < 200 && !(await endpoint.isVisible()); count += 1) {
    await page.mouse.wheel(0, 2000);
    await page.waitForTimeout(50);
  }
  await endpoint.locator('button.opblock-summary-control').click();
  await endpoint.locator('tr[data-param-name="orgId"] input').fill(app.acme.id);
  const answered = page.waitForResponse((response) => response.url().includes('/contact'));
  await endpoint.getByRole('button', { name: 'Execute' }).click();
  assert.equal((await answered).status(), 200);
  await endpoint.locator('.live-responses-table .response-col_status').filter({ hasText: '200' }).waitFor();
  assert.deepEqual({ problems, elsewhere }, { problems: [], elsewhere: [] });
});
