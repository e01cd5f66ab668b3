import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, openStage, type Stage, signIn } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

test('what buyers see is changed with a preview, and is on the landing page from then on', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Branding' }).click();
  await page.getByRole('heading', { level: 1, name: 'Branding' }).waitFor();
  const preview = page.frameLocator('iframe[title="The landing page"]');
  await preview.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();

  await page.getByLabel('Name', { exact: true }).fill('Initrode Cloud');
  await preview.getByText('Your purchase is registered with Initrode Cloud.').waitFor();
  await page.getByLabel('Colour').fill('#ffd400');
  await page
    .getByRole('list', { name: 'Corrections' })
    .or(page.getByText('#ffd400 has a contrast of'))
    .first()
    .waitFor();
  const bar = await preview.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor);
  assert.equal(bar, 'rgb(255, 212, 0)');

  // An image that is too large is made smaller here.
  const large = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 300;
    const context = canvas.getContext('2d');
    const pixels = context?.createImageData(900, 300);
    for (let at = 0; pixels && at < pixels.data.length; at += 1) pixels.data[at] = Math.random() * 255;
    if (pixels) context?.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  assert.ok(large.length > 200_000);
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Logo', { exact: true }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(large, 'base64') });
  await page.getByRole('img', { name: 'The logo' }).waitFor();

  await page.getByLabel('Mail address for questions').fill('help');
  await page.getByText('This must be a mail address, such as support@acme.example.').waitFor();
  // The API says that mails would not name this one.
  const questions = page.getByRole('textbox', { name: 'Mail address for questions' });
  const hint = /Mails about offers do not name jörg@initrode\.example as their reply address/;
  await questions.fill('jörg@initrode.example');
  await page.getByText(hint).waitFor();
  const described = (await questions.getAttribute('aria-describedby'))?.split(' ')[0];
  assert.match((await page.locator(`[id="${described}"]`).textContent()) ?? '', hint);
  await questions.fill('help@initrode.example');
  await page.getByText(hint).waitFor({ state: 'detached' });
  assert.equal(await page.getByText('This must be a mail address').count(), 0);
  await page.getByRole('combobox', { name: 'When' }).or(page.getByLabel('When')).first().click();
  await page.getByRole('option', { name: 'The link is no longer valid' }).click();
  await preview.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Buyers see it from now on.').waitFor();

  const kept = await stage.call<Record<string, string>>(page, 'GET', '/branding');
  assert.deepEqual(
    [kept.displayName, kept.accentColor, kept.supportEmail],
    ['Initrode Cloud', '#ffd400', 'help@initrode.example'],
  );
  assert.match(kept.logo ?? '', /^data:image\/jpeg;base64,/);

  const { data } = await stage.call<{ data: { id: string; partner: string; service: string }[] }>(
    page,
    'GET',
    '/integration?page_size=100',
  );
  const connection = data.find(({ partner, service }) => partner === 'AWS' && service === 'MARKETPLACE');
  const buyer = await stage.open({ viewport: { width: 360, height: 740 }, isMobile: true });
  await buyer.page.goto(`${stage.url}/public/fulfillment/aws/${connection?.id}?x-amzn-marketplace-token=old`);
  await buyer.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await buyer.page.getByText('Initrode Cloud').first().waitFor();
  await buyer.page.getByRole('link', { name: 'help@initrode.example' }).waitFor();
  const { width, pixels } = await buyer.page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    pixels: document.querySelector('img')?.naturalWidth,
  }));
  assert.deepEqual({ width, pixels }, { width: 360, pixels: 288 });
  assert.deepEqual(stage.faults, []);
});

test('the profile of the organization is shown and changed, and what is emptied is cleared', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await signIn(page, stage.url, stage.owner);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Organization', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor();
  const change = async (label: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change the profile of the organization' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole('button', { name: 'Change the profile of the organization' }).click();
    await form.waitFor({ state: 'detached' });
  };
  const main = page.getByRole('main');
  await change('Name', 'Initrode Holding');
  await main.getByText('Initrode Holding').waitFor();
  await change('Website', 'https://www.initrode.example');
  await main.getByText('https://www.initrode.example').waitFor();
  await change('Website', '');
  await main.getByText('https://www.initrode.example').waitFor({ state: 'detached' });
  await main.getByText('Initrode Holding').waitFor();
});
