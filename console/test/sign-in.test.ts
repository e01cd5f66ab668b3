/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { chooseFreePort } from '../../server/src/kit/free-port.ts';
import { clientId, clientSecret, type Provider, startProvider } from '../../server/src/people/provider.test-support.ts';
import { totp } from '../../server/src/people/totp.test-support.ts';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, enter, openStage, type Stage } from './console.test-support.ts';

/** Owns the organizations of these stories. */
const owner = { email: 'ada@initech.example', password: 'seven green lamps over harbour' };

let provider: Provider;
let stage: Stage;
let orgId: string;

/** Calls the API as the owner, as a program would. */
let asOwner: <T>(method: string, path: string, body?: object) => Promise<T>;

const callAs =
  (token?: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(stage.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

before(async () => {
  if (skipPages) return;
  provider = await startProvider();
  const [port, authPort] = [await chooseFreePort(), await chooseFreePort()];
  // A host name: browsers make no passkeys for an IP address.
  // Of another host name, as where the two have subdomains of their own: cookies of one are not sent to the other.
  const authUrl = `http://127.0.0.1:${authPort}`;
  stage = await openStage({
    demo: false,
    elsewhere: [provider.issuer],
    settings: {
      PORT: String(port),
      AUTH_PORT: String(authPort),
      PUBLIC_URL: `http://localhost:${port}`,
      AUTH_URL: authUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Sign in with Initech',
    },
  });
  const ask = callAs();
  await ask('POST', '/people/sign-up', { ...owner, firstName: 'Ada' });
  const { token } = await ask<{ token: string }>('POST', '/people/session', owner);
  asOwner = callAs(token);
  orgId = (await asOwner<{ id: string }>('POST', '/org', { name: 'Initech' })).id;
});
after(async () => {
  await stage?.close();
  await provider?.close();
});
closePagesAfterEach(() => stage);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Today' });
const account = (page: Page) => page.getByRole('heading', { name: 'Your account' });
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
/** A part of the account page. */
const part = (page: Page, title: string) =>
  page.locator('.mantine-Card-root').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The organization of the page: its name comes after the page. */
const isIn = (page: Page, organization: string) =>
  page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('input[aria-label="Organization"]')?.value === name,
    organization,
  );

const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: /menu$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const signOut = async (page: Page): Promise<void> => {
  await choose(page, 'Sign out');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

/** Opens the account page with no session: the sign-in comes first. */
const openAccountAnew = async (page: Page): Promise<void> => {
  await page.context().clearCookies();
  await page.goto(`${stage.url}/console/account`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

/** Gives email address and password on the page of the sign-in. */
const givePassword = async (page: Page, { email, password }: typeof owner): Promise<void> => {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await button(page, 'Sign in').click();
};

const invite = (email: string, into: string = orgId) => asOwner('POST', `/org/${into}/user`, { email, role: 'EDITOR' });

/** A person who has joined: each story has a person of its own. */
const join = async (name: string): Promise<typeof owner> => {
  const person = { email: `${name}@initech.example`, password: `five more moons above ${name}` };
  await invite(person.email);
  const token = new URL(await stage.mailLink(person.email)).searchParams.get('token');
  await callAs()('POST', '/people/invitation/accept', { token, password: person.password });
  return person;
};

/** What a reader sees in a picture of the page. */
const scan = async (picture: Locator): Promise<string> => {
  const png = (await picture.screenshot()).toString('base64');
  const pixels = await picture.page().evaluate(async (content) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const { width, height, data } = context?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1);
    return { width, height, data: Array.from(data) };
  }, png);
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) }, { timeLimit: 5000 });
};

test('a second factor is turned on, asked for with the password, and turned off with a recovery code', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const person = await join('sam');
  const { page, context } = await stage.open();
  await enter(page, stage.url, person);
  await page.goto(`${stage.url}/console/account`);
  // One of two other sessions is ended, by the browser that it names.
  const begin = async (userAgent: string): Promise<string> => {
    const response = await fetch(`${stage.url}/people/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(person),
    });
    return ((await response.json()) as { token: string }).token;
  };
  const statusOf = async (token: string): Promise<number> =>
    (await fetch(`${stage.url}/people/session`, { headers: { authorization: `Bearer ${token}` } })).status;
  const phone = await begin('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1');
  const script = await begin('nightly-export/1.2');
  await page.reload();
  const sessions = part(page, 'Where you are signed in');
  await sessions.getByText('This browser').waitFor();
  await sessions.getByRole('button', { name: /^End the session of nightly-export/ }).waitFor();
  assert.equal(await sessions.getByRole('button', { name: /^End the session of/ }).count(), 2);
  await sessions.getByRole('button', { name: /^End the session of Safari on iPhone, 127\.0\.0\.0/ }).click();
  await page.getByText('The session is ended.').waitFor();
  await sessions.getByText('Safari on iPhone').waitFor({ state: 'detached' });
  assert.deepEqual([await statusOf(phone), await statusOf(script)], [401, 200]);

  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const factor = part(page, 'Second factor');
  await factor.getByRole('textbox', { name: 'Password' }).fill('a wrong password here');
  await factor.getByRole('button', { name: 'Turn it on' }).click();
  await factor.getByText('the password is wrong').waitFor();
  // What computes the code is loaded where it is needed.
  assert.ok(!loaded.some((url) => url.includes('qr-code')), loaded.join(' '));
  await factor.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await factor.getByRole('button', { name: 'Turn it on' }).click();
  const secret = (await factor.locator('code').textContent()) ?? '';
  assert.match(secret, /^[A-Z2-7]{32,}$/);
  const link = await factor.getByRole('link', { name: 'open the app' }).getAttribute('href');
  assert.ok(link?.startsWith('otpauth://totp/') && link.includes(secret), link ?? '');
  const code = factor.getByRole('img', { name: /^QR code/ });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    assert.equal(await scan(code), link, `in ${colorScheme} colours`);
  }
  assert.ok(
    loaded.some((url) => url.includes('qr-code')),
    loaded.join(' '),
  );
  await factor.getByLabel('Code', { exact: true }).fill('000000');
  await factor.getByRole('button', { name: 'Confirm the code' }).click();
  await factor.getByText('the code is wrong').waitFor();
  // A code works once: for the sign-in below, the app would show the next one.
  await factor.getByLabel('Code', { exact: true }).fill(totp(secret));
  await factor.getByRole('button', { name: 'Confirm the code' }).click();
  await factor.getByText('On: signing in').waitFor();
  const [first = '', second = '', third = ''] = await factor.locator('code').allTextContents();
  assert.match(third, /^\w{5}-\w{5}$/);

  await openAccountAnew(page);
  await givePassword(page, person);
  await page.getByText('Enter the code that your authenticator app shows.').waitFor();
  const type = async (code: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Digit 1' }).focus();
    await page.keyboard.type(code);
    await button(page, 'Sign in').click();
  };
  await type('000000');
  await alert(page, 'code is wrong').waitFor();
  await type(totp(secret, 1));
  await account(page).waitFor();

  await openAccountAnew(page);
  await givePassword(page, person);
  await button(page, 'Use a recovery code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(first);
  await button(page, 'Sign in').click();
  await account(page).waitFor();
  await openAccountAnew(page);
  await givePassword(page, person);
  await button(page, 'Use a recovery code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(first);
  await button(page, 'Sign in').click();
  await alert(page, 'code is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(second);
  await button(page, 'Sign in').click();
  await account(page).waitFor();

  const prove = async (code: string, act: string): Promise<void> => {
    await factor.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await button(page, 'Use a recovery code').click();
    await factor.getByRole('textbox', { name: 'Recovery code' }).fill(code);
    await factor.getByRole('button', { name: act }).click();
  };
  await prove(third, 'New recovery codes');
  await factor.getByText('Keep these recovery codes').waitFor();
  const [fresh = ''] = await factor.locator('code').allTextContents();
  await prove(third, 'Turn it off');
  await factor.getByText('the code is wrong, or was used before').waitFor();
  await factor.getByRole('textbox', { name: 'Recovery code' }).fill(fresh);
  await factor.getByRole('button', { name: 'Turn it off' }).click();
  await factor.getByText('Off. With a second factor').waitFor();
  await factor.getByRole('button', { name: 'Turn it on' }).waitFor();
  assert.equal(await factor.locator('code').count(), 0);

  await openAccountAnew(page);
  await givePassword(page, person);
  await account(page).waitFor();
  await context.close();
  assert.deepEqual(stage.faults, []);
});

test('a passkey is added and signs in without a password until it is removed; a refusal by the device is shown', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const person = await join('kim');
  const { page, context } = await stage.open();
  await enter(page, stage.url, person);
  await page.goto(`${stage.url}/console/account`);
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const add = async (): Promise<void> => {
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await button(page, 'Add a passkey').click();
  };
  await add();
  await page.getByText(/^Laptop, created/).waitFor();
  await add();
  await alert(page, 'This device already has a passkey for your account.').waitFor();

  await openAccountAnew(page);
  const byPasskey = button(page, 'Sign in with a passkey');
  await byPasskey.click();
  await account(page).waitFor();
  await openAccountAnew(page);
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await byPasskey.click();
  await alert(page, 'No passkey was used').waitFor();
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await byPasskey.click();
  await account(page).waitFor();

  await button(page, 'Remove Laptop').click();
  await page.getByText('None. A passkey signs you in').waitFor();
  await openAccountAnew(page);
  await byPasskey.click();
  await alert(page, 'The passkey was not accepted.').waitFor();
  await context.close();
  assert.deepEqual(stage.faults, []);
});

test('an identity provider signs people in; a failure there is shown on the page where they started', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const { page, context } = await stage.open();
  const provided = page.getByRole('link', { name: 'Sign in with Initech' });
  provider.person = { sub: 'eve', email: 'eve@initech.example', email_verified: true, given_name: 'Eve' };
  await page.goto(`${stage.url}/console/account`);
  await provided.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await alert(page, 'The sign-in was cancelled at the identity provider').waitFor();
  await provided.click();
  await page.getByRole('link', { name: 'Continue' }).click();
  // Where they wanted to go at first.
  await account(page).waitFor();
  await page.getByText('eve@initech.example').waitFor();
  assert.equal(await part(page, 'Password').count(), 0);
  assert.equal(await part(page, 'Second factor').getByRole('textbox', { name: 'Password' }).count(), 0);

  await page.getByRole('link', { name: 'Back to work' }).click();
  await page.getByLabel('New organization').fill('Initrode');
  await button(page, 'Make').click();
  await today(page).waitFor();
  await signOut(page);
  await provided.click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await today(page).waitFor();

  await signOut(page);
  provider.person = { sub: 'other', email: owner.email, email_verified: true };
  await provided.click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await alert(page, 'Sign in as you did before').waitFor();

  // A person with a second factor here is asked for it after the provider, too.
  provider.person = { sub: 'eve', email: 'eve@initech.example', email_verified: true };
  await page.goto(`${stage.url}/console/account`);
  await provided.click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await account(page).waitFor();
  const secret = await page.evaluate(async () => {
    const answer = await fetch('/people/account/secondFactor', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return ((await answer.json()) as { secret: string }).secret;
  });
  const [recoveryCode = ''] = await page.evaluate(
    async (code) => {
      const answer = await fetch('/people/account/secondFactor/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      return ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes;
    },
    totp(secret, -1),
  );
  await context.clearCookies();
  await page.goto(`${stage.url}/console/account`);
  await provided.click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('Enter the code that your authenticator app shows.').waitFor();
  assert.equal(await page.getByLabel('Email address').count(), 0);
  await button(page, 'Use a recovery code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await button(page, 'Sign in').click();
  await account(page).waitFor();
  await context.close();
  assert.deepEqual(stage.faults, []);
});

test('an invited person follows the link of the mail into the organization, and sets a new password by mail', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const peter = { email: 'peter@initech.example', password: 'nine quiet rivers under stone' };
  await invite(peter.email);
  const { page, context } = await stage.open();
  await page.goto(await stage.mailLink(peter.email));
  await page.getByRole('textbox', { name: 'Password' }).fill('password1234');
  await button(page, 'Accept').click();
  await alert(page, 'guess').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(peter.password);
  await page.getByLabel('First name').fill('Peter');
  await button(page, 'Accept').click();
  await today(page).waitFor();
  assert.equal(page.url(), `${stage.url}/console/${orgId}/today`);
  await isIn(page, 'Initech');

  await signOut(page);
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await page.getByLabel('Email address').fill(peter.email);
  await button(page, 'Send the link').click();
  await page.getByRole('status').filter({ hasText: 'a mail is on its way' }).waitFor();
  const link = await stage.mailLink(peter.email, '/console/password');
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await button(page, 'Set the password').click();
  await alert(page, /12|twelve/).waitFor();
  const password = 'four slow trains past midnight';
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await button(page, 'Set the password').click();
  await page.getByRole('status').filter({ hasText: 'Your password is set' }).waitFor();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await givePassword(page, peter);
  await alert(page, 'wrong').waitFor();
  await givePassword(page, { ...peter, password });
  await today(page).waitFor();
  await context.close();

  // Once.
  const again = await stage.open();
  await again.page.goto(link);
  await again.page.getByRole('textbox', { name: 'New password' }).fill('five more trains past midnight');
  await button(again.page, 'Set the password').click();
  await alert(again.page, 'link').waitFor();
  await again.context.close();
  assert.deepEqual(stage.faults, []);
});

test('an invited person signs in by the identity provider first, and joins then', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const milton = 'milton@initech.example';
  await invite(milton);
  const { page, context } = await stage.open();
  await page.goto(await stage.mailLink(milton));
  await page.getByRole('link', { name: 'Sign in first' }).click();
  provider.person = { sub: 'milton', email: milton, email_verified: true, given_name: 'Milton' };
  await page.getByRole('link', { name: 'Sign in with Initech' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText(`You join as ${milton}.`).waitFor();
  await button(page, 'Accept').click();
  await today(page).waitFor();
  assert.equal(page.url(), `${stage.url}/console/${orgId}/today`);
  await context.close();
  assert.deepEqual(stage.faults, []);
});

test('someone signs up, confirms the address by mail, joins two organizations, chooses one and switches', {
  skip: skipPages,
  timeout: 120_000,
}, async () => {
  const nina = { email: 'nina@initech.example', password: 'two old maps of the river' };
  const { page, context } = await stage.open();
  await page.goto(`${stage.url}/console/sign-in`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Email address').fill(nina.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(nina.password);
  await button(page, 'Create the account').click();
  await page.getByRole('status').filter({ hasText: 'A mail with a link' }).waitFor();
  await page.goto(await stage.mailLink(nina.email));
  await page.getByRole('textbox', { name: 'Password' }).fill(nina.password);
  await button(page, 'Confirm').click();
  await page.getByRole('status').filter({ hasText: 'Your account is ready' }).waitFor();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await givePassword(page, nina);
  await page.getByText('You do not belong to an organization yet').waitFor();

  const chotchkies = (await asOwner<{ id: string }>('POST', '/org', { name: 'Chotchkies' })).id;
  for (const id of [orgId, chotchkies]) {
    await invite(nina.email, id);
    await page.goto(await stage.mailLink(nina.email, '/console/invitation'));
    await button(page, 'Accept').click();
    await today(page).waitFor();
    // Into the one that the mail is about, not the one that this browser showed last.
    assert.equal(page.url(), `${stage.url}/console/${id}/today`);
  }

  const elsewhere = await stage.open();
  await elsewhere.page.goto(stage.url);
  await givePassword(elsewhere.page, nina);
  await elsewhere.page.getByRole('heading', { name: 'Your organizations' }).waitFor();
  await elsewhere.page.getByRole('link', { name: 'Chotchkies' }).click();
  await today(elsewhere.page).waitFor();
  const chosen = elsewhere.page.getByRole('combobox', { name: 'Organization' });
  await isIn(elsewhere.page, 'Chotchkies');
  await chosen.click();
  await elsewhere.page.getByRole('option', { name: 'Initech' }).click();
  await elsewhere.page.waitForURL(`${stage.url}/console/${orgId}/today`);
  await today(elsewhere.page).waitFor();
  await isIn(elsewhere.page, 'Initech');
  // The next visit begins where this one ended.
  await elsewhere.page.goto(stage.url);
  await elsewhere.page.waitForURL(`${stage.url}/console/${orgId}/today`);
  await choose(elsewhere.page, 'Your organizations');
  await elsewhere.page.getByRole('link', { name: 'Chotchkies' }).click();
  await elsewhere.page.waitForURL(`${stage.url}/console/${chotchkies}/today`);
  await elsewhere.context.close();
  await context.close();
  assert.deepEqual(stage.faults, []);
});
