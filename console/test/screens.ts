import type { Page } from 'playwright-core';
import { buyerAccount, type Stage } from './console.test-support.ts';

/** A screen of the console: its name in pictures, its address below the organization, and what shows that it is there. */
export type Screen = {
  name: string;
  path: string;
  ready: string;
  /** An act whose form is opened on it, and what shows that the form is complete. */
  form?: { act: string; ready: string };
  /** A button of the sandbox bar whose menu or dialog is opened on it, and what shows that it is there. */
  sandbox?: { button: string; ready: string };
};

type Listed = { data: { id: string; name?: string; status?: string; externalID?: string }[] };

type AzureProduct = { info: { azureProductResource: { plans: { plan: { id: string } }[] } } };

const until = async <T>(read: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

/** Makes what the screens show: offers in several states, a contract with usage, a ticket, a webhook. */
export const seedScreens = async (stage: Stage, page: Page): Promise<Screen[]> => {
  const { call } = stage;
  await stage.simulate('/aws/account', { kind: 'buyer', id: buyerAccount, name: 'Initech' });
  const products = await call<{ id: string; partner: string }[]>(page, 'GET', '/product');
  const productOf = (partner: string) => products.find((product) => product.partner === partner)?.id;
  const info = {
    buyerAwsAccountIds: [buyerAccount],
    currency: 'USD',
    eulaType: 'SCMP',
    commits: [{ key: 'platform', rate: 12000, length: 12, timeUnit: 'MONTH' }],
    dimensions: [
      { key: 'requests', rate: 0.02 },
      { key: 'storage', rate: 0.0005 },
    ],
  };
  const offer = { partner: 'AWS', productID: productOf('AWS'), expireTime: '2028-01-01T00:00:00Z', info };
  const ahead = (days: number): string =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  const paymentInstallments = [45, 135, 225, 315].map((days) => ({ amount: 3000, chargeOn: ahead(days) }));
  const contact = await call<{ id: string }>(page, 'POST', '/contact', {
    emailAddress: 'robin@initech.example',
    name: 'Robin Buyer',
  });
  const app = await call<{ id: string }>(page, 'POST', '/oauthApp', { name: 'Billing sync', accessLevel: 'EDITOR' });
  const names = ['Initech platform', 'Umbrella pilot', 'Soylent fail-release', 'Stark renewal'];
  for (const name of names) await call(page, 'POST', '/offer', { ...offer, name, contactIds: [contact.id] });
  await call(page, 'POST', '/draftOffer', {
    ...offer,
    name: 'Wayne expansion',
    expireTime: ahead(30),
    info: { ...info, paymentInstallments },
  });
  await call(page, 'POST', '/draftOffer', { name: 'Tyrell on Google', partner: 'GCP', productID: productOf('GCP') });
  await call(page, 'POST', '/draftOffer', {
    name: 'Cyberdyne on Azure',
    partner: 'AZURE',
    productID: productOf('AZURE'),
  });
  await call(page, 'POST', '/support/ticket', {
    name: 'The buyer cannot accept',
    description: 'The link says that the offer is not for this account.',
    priority: 'HIGH',
    taskType: 'Task',
  });
  const azureProduct = await call<AzureProduct>(page, 'GET', `/product/${productOf('AZURE')}`);
  await call(page, 'POST', '/offer', {
    name: 'Cyberdyne pilot',
    partner: 'AZURE',
    productID: productOf('AZURE'),
    expireTime: ahead(60),
    endTime: ahead(400),
    info: {
      eulaType: 'SCMP',
      discountPercentage: 15,
      azureOriginalPlan: { plan: azureProduct.info.azureProductResource.plans[0]?.plan.id },
      azurePrivateOffer: {
        preparedBy: stage.owner.email,
        beneficiaries: [{ id: 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31' }],
      },
    },
  });
  const released = await until(async () => {
    const { data } = await call<Listed>(page, 'GET', '/offer/query?page_size=100');
    return data.some(({ status }) => status === 'PENDING_CREATE') ? undefined : data;
  });
  const named = (name: string) => released.find((one) => one.name === name);
  const external = named('Initech platform')?.externalID;
  await stage.simulate(`/aws/offer/${external}/accept`, { buyerAccountId: buyerAccount });
  const contract = await until(async () => {
    const [first] = await call<{ id: string; buyerID?: string }[]>(page, 'GET', '/entitlement');
    return first;
  });
  const usage = [12.75, 40, 8, 25].map((requests, at) => ({
    id: `usage-${at}`,
    entitlementID: contract.id,
    records: { requests, storage: 100 + at * 40 },
  }));
  await call(page, 'POST', '/batchCreateUsageRecordGroups', usage);
  const { operations } = await call<{ operations: { id: string }[] }>(page, 'POST', '/v2/operation/list', {
    filter: { operator: '=', field: 'entityId', value: named('Soylent fail-release')?.id },
  });
  const [person] = await call<{ id: string }[]>(page, 'GET', '/user');
  const { data: connections } = await call<Listed>(page, 'GET', '/integration');

  return [
    { name: 'today', path: 'today', ready: 'Refused by the marketplace' },
    { name: 'offers', path: 'offers', ready: 'Umbrella pilot' },
    { name: 'offer', path: `offers/${named('Initech platform')?.id}`, ready: 'Bought in advance' },
    {
      name: 'notify',
      path: `offers/${named('Umbrella pilot')?.id}`,
      ready: 'Bought in advance',
      form: { act: 'Notify contacts about an offer by mail', ready: 'Hello Robin Buyer' },
    },
    {
      name: 'sandbox',
      path: `offers/${named('Cyberdyne pilot')?.id}`,
      ready: 'Pending acceptance',
      sandbox: { button: 'Act as the buyer', ready: 'Purchase what the offer is for' },
    },
    {
      name: 'sandbox-faults',
      path: 'today',
      ready: 'Refused by the marketplace',
      sandbox: { button: 'Faults', ready: 'Inject a fault' },
    },
    { name: 'refused-offer', path: `offers/${named('Soylent fail-release')?.id}`, ready: 'The terms do not fit' },
    { name: 'offer-form', path: `offers/${named('Wayne expansion')?.id}/edit`, ready: 'The API accepts this' },
    { name: 'contracts', path: 'contracts', ready: 'Initech platform' },
    { name: 'contract', path: `contracts/${contract.id}`, ready: 'Used so far' },
    { name: 'customers', path: 'customers', ready: buyerAccount },
    { name: 'customer', path: `customers/${contract.buyerID}`, ready: 'Initech platform' },
    { name: 'products', path: 'products', ready: 'Acme Analytics' },
    { name: 'product', path: `products/${productOf('GCP')}`, ready: 'Test the address' },
    { name: 'contacts', path: 'contacts', ready: 'robin@initech.example' },
    { name: 'usage', path: 'usage', ready: 'Initech platform' },
    { name: 'usage-problems', path: 'usage-problems', ready: 'usage problems' },
    { name: 'usage-records', path: 'usage-records', ready: 'usage-0' },
    { name: 'revenue', path: 'revenue', ready: 'What changed it' },
    { name: 'referrals', path: 'referrals', ready: 'co-sell' },
    { name: 'connections', path: 'connections', ready: 'HubSpot' },
    { name: 'connection', path: `connections/${connections.at(-1)?.id}`, ready: 'Stored credentials' },
    { name: 'connect', path: 'connections/new?partner=AWS&service=MARKETPLACE', ready: 'attach this policy' },
    { name: 'operations', path: 'operations', ready: 'offer.create' },
    { name: 'operation', path: `operations/${operations[0]?.id}`, ready: 'The operation started' },
    { name: 'notifications', path: 'events', ready: 'Offer' },
    { name: 'webhooks', path: 'webhooks', ready: 'webhooks' },
    { name: 'tickets', path: 'tickets', ready: 'The buyer cannot accept' },
    { name: 'people', path: 'people', ready: 'Olivia' },
    { name: 'person', path: `people/${person?.id}`, ready: 'can do, and why' },
    { name: 'roles', path: 'roles', ready: 'roles' },
    { name: 'apps', path: 'apps', ready: 'Billing sync' },
    { name: 'app', path: `apps/${app.id}`, ready: 'in the last 30 days' },
    { name: 'profile', path: 'profile', ready: 'Email domain' },
    { name: 'branding', path: 'branding', ready: 'What your buyers see' },
    { name: 'audit', path: 'audit', ready: 'changes' },
    { name: 'knowledge', path: 'knowledge', ready: 'Ask in your own words' },
  ];
};

/** Opens a screen and waits until it shows what it is about. */
export const show = async (stage: Stage, page: Page, { path, ready, form, sandbox }: Screen): Promise<void> => {
  await page.goto(`${stage.url}/console/${stage.orgId}/${path}`);
  await page.getByRole('main').getByText(new RegExp(ready, 'i')).first().waitFor();
  if (sandbox) {
    await page.getByRole('region', { name: 'Sandbox' }).getByRole('button', { name: sandbox.button }).click();
    await page.getByText(sandbox.ready).first().waitFor();
  }
  if (!form) return;
  await page.getByRole('button', { name: 'All actions' }).click();
  await page.getByRole('menuitem', { name: form.act }).click();
  await page.getByRole('dialog').getByText(form.ready).waitFor();
};

/** Waits until everything has settled: colours of another scheme, menus, images, fonts. */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const moves = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(moves.map(({ finished }) => finished));
    await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
    await document.fonts.ready;
  });
};
