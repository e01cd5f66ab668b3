import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage();
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

const at = (path: string): string => `${stage.url}/console/${stage.orgId}/${path}`;

type Listed = { data: { id: string; partner: string; service: string }[] };
type Product = { id: string; partner: string };

test('the fulfilment address of a product is there to copy, to test and to register, and says when buyers are not identified', {
  skip: skipPages,
  timeout: 300_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, stage.owner);
  const products = await stage.call<Product[]>(page, 'GET', '/product');
  const productOf = (partner: string) => products.find((product) => product.partner === partner)?.id;
  const { data } = await stage.call<Listed>(page, 'GET', '/integration?partner=AWS&service=MARKETPLACE');
  const address = `${stage.url}/public/fulfillment/AWS/${data[0]?.id}`;

  await page.goto(at(`products/${productOf('AWS')}`));
  const fulfilment = page.getByRole('region', { name: 'Fulfilment address' });
  await fulfilment.getByText(address, { exact: true }).waitFor();
  await fulfilment.getByRole('button', { name: 'Test the address' }).click();
  await fulfilment.getByRole('status').filter({ hasText: 'It asks for x-amzn-marketplace-token' }).waitFor();
  await page.route('**/public/fulfillment/**', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'NotFound', title: 'Not found', message: 'There is no such integration.' },
    }),
  );
  await fulfilment.getByRole('button', { name: 'Test the address' }).click();
  await fulfilment.getByRole('alert').filter({ hasText: 'There is no such integration.' }).waitFor();
  assert.equal(await fulfilment.getByRole('status').count(), 0);

  await fulfilment.getByRole('button', { name: 'Register this address' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Fulfillment URL' });
  assert.equal(await field.inputValue(), address);
  await field.fill('https://sell.acme.example/welcome');
  await dialog.getByRole('status').filter({ hasText: 'The API accepts this' }).waitFor();
  await dialog.getByRole('button', { name: 'Update the fulfillment URL of a product' }).click();
  await fulfilment.getByText(/^A different address is registered at .*: https:.*sell\.acme\.example.welcome/).waitFor();

  // The marketplace cannot say who a buyer is: the address works, and nobody would notice.
  await stage.simulate('/aws/fault', { name: 'internal-error', operation: 'ResolveCustomer', count: 50 });
  const form = { 'x-amzn-marketplace-token': 'a token' };
  assert.equal((await page.request.post(address, { form })).status(), 503);
  await page.reload();
  await fulfilment.getByRole('alert').filter({ hasText: 'The last buyer could not be identified' }).waitFor();

  await page.goto(at(`products/${productOf('GCP')}`));
  await fulfilment.getByText('The API does not know which address is registered at Google Cloud.').waitFor();
  const register = fulfilment.getByRole('button', { name: 'Register this address' });
  assert.equal(await register.getAttribute('aria-disabled'), 'true');
  await register.hover();
  await page.getByRole('tooltip').filter({ hasText: 'Google Cloud has no API that writes listings' }).waitFor();
  assert.deepEqual(stage.faults, []);
});
