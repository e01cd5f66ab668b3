import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { startApp, type TestApp } from '../../test/app.ts';
import { actIn, aDeal, type Deal } from '../../test/examples/deal.ts';
import { anAgreementRead, aProductRead } from '../../test/factories/commerce.ts';
import type { LandingRead, LandingToken, Marketplace } from '../adapters/marketplace/port.ts';
import { partnerError } from '../adapters/partner-error.ts';
import { signLandingReference } from '../auth/landing-reference.ts';
import { importProduct } from '../domain/product/actions/import-product.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { isRefusal } from '../kit/errors.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { type Landing, publicUrl, startLanding } from './landing.test-support.ts';

let app: TestApp;
let deal: Deal;
let landing: Landing;
let asked: Pick<LandingToken, 'token' | 'audience'>[] = [];
let landed: LandingRead | null = null;
/** Why the agreements cannot be listed once the token has been taken. */
let listFailure: Error | null = null;
/** What is logged. */
let warned: object[] = [];
/** The failures of the next calls, in order. */
let failures: Error[] = [];
let readFailure: Error | null = null;
let pauses: number[] = [];

const marketplace = {
  resolveLanding: async (_access: unknown, landing: LandingToken) => {
    const { token, audience, retry } = landing;
    asked.push({ token, audience });
    assert.equal(typeof token, 'string');
    const failure = failures.shift();
    if (failure) throw failure;
    if (listFailure) await retry?.(() => Promise.reject(listFailure)).catch(() => {});
    return landed;
  },
  readAgreement: async (_access: unknown, externalId: string) => {
    if (readFailure) throw readFailure;
    return anAgreementRead({
      externalId,
      buyerAccountId: '777788889999',
      ...(externalId === 'agmt-of-other' ? { productEntityId: 'prod-other', offerExternalId: null } : {}),
    });
  },
  prettifyError: ({ message }: { message: string }) => message,
  readProduct: async (_access: unknown, entityId: string) => aProductRead({ entityId, externalId: 'other-code' }),
} as unknown as Marketplace;

before(async () => {
  app = await startApp({}, { idle: true });
  deal = await aDeal(app, app.acme);
  landing = await startLanding({
    ...app.app,
    marketplaces: { AWS: marketplace },
    limiter: createRateLimiter({ perSecond: 0.01, burst: 10 }, () => performance.now()),
    log: { ...silentLog, warn: (fields: object) => void warned.push(fields) } as typeof silentLog,
    waiting: { pause: async (ms) => void pauses.push(ms), now: () => pauses.reduce((sum, ms) => sum + ms, 0) },
  });
});
after(async () => {
  await landing.close();
  await app.close();
});

const field = 'x-amzn-marketplace-token';
const aLanding = (fields: Partial<LandingRead> = {}): LandingRead => ({
  buyerAccountId: '777788889999',
  agreementIds: [],
  productExternalId: 'code123',
  licenseArn: null,
  ...fields,
});
beforeEach(() => {
  asked = [];
  landed = aLanding();
  failures = [];
  readFailure = null;
  listFailure = null;
  warned = [];
  pauses = [];
});

let addresses = 0;
/** Every buyer comes from a different address. */
const nextAddress = (): string => {
  addresses += 1;
  return `192.0.2.${addresses}`;
};

const throttled = (retryAfterMs?: number) =>
  partnerError('Rate exceeded', {
    ...{ partner: 'AWS', outcome: 'REFUSED', partnerCode: 'ThrottlingException', httpStatus: 400 },
    ...{ requestId: undefined, retryable: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  });

type Sent = { connection?: string; partner?: string; ip?: string; headers?: Record<string, string> };

const land = (
  query = '',
  { connection = deal.connectionId, partner = 'aws', ip = nextAddress(), headers }: Sent = {},
) =>
  landing.server.inject({
    method: 'POST',
    url: `/public/fulfillment/${partner}/${connection}${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: query === '' ? new URLSearchParams({ [field]: 'a+token/=' }).toString() : '',
    remoteAddress: ip,
  });

const change = (
  id: string,
  { status = 'LIMITED', signUpUrl }: { status?: 'LIMITED' | 'DELETED'; signUpUrl?: string },
) =>
  actIn(app, app.acme, (call) =>
    call.db
      .updateTable('product')
      .set({ status, info: JSON.stringify(signUpUrl === undefined ? {} : { attributes: { signUpUrl } }) })
      .where('product.id', '=', decodeId('prod', id) ?? '')
      .execute(),
  );

describe('/public/fulfillment/{partner}/{connection}', () => {
  it('sends the buyer on with a reference that is made out to the page, and is no access token', async () => {
    await change(deal.productId, { signUpUrl: 'https://sign-up.acme.example/begin?plan=a' });
    landed = aLanding({ agreementIds: ['agmt-landed1'] });
    const { statusCode, headers } = await land();
    assert.equal(statusCode, 303);
    assert.deepEqual(asked, [{ token: 'a+token/=', audience: 'api.example' }]);
    const url = new URL(headers.location ?? '');
    assert.equal(`${url.origin}${url.pathname}`, 'https://sign-up.acme.example/begin');
    assert.equal(url.searchParams.get('plan'), 'a');
    const reference = url.searchParams.get('marketplace_reference') ?? '';
    const { aud, org_id, external_id, buyer_id, sub, exp = 0, iat = 0 } = decodeJwt(reference);
    assert.deepEqual([aud, org_id, external_id, sub], [url.origin, app.acme.id, 'agmt-landed1', buyer_id]);
    assert.equal(exp - iat, 600);
    assert.equal(decodeProtectedHeader(reference).typ, 'landing+jwt');
    const forApi = await signLandingReference(
      landing.auth,
      { partner: 'AWS', orgId: app.acme.id, buyerId: 'buyer_1', entitlementId: null, externalId: null },
      { audience: publicUrl, now: new Date() },
    );
    await assert.rejects(
      landing.auth.authenticate({ rawHeaders: ['Authorization', `Bearer ${forApi}`], url: '/', address: '192.0.2.1' }),
      (error: unknown) => isRefusal(error) && /invalid_token/.test(error.headers['www-authenticate'] ?? ''),
    );
  });

  it('makes one buyer and one entitlement of several landings at once', async () => {
    landed = aLanding({ buyerAccountId: '777788889999', agreementIds: ['agmt-landed2'] });
    const replies = await Promise.all([land(), land(), land(), land()]);
    const references = replies.map(({ headers }) =>
      decodeJwt(new URL(headers.location ?? '').searchParams.get('marketplace_reference') ?? ''),
    );
    for (const name of ['buyer_id', 'entitlement_id'])
      assert.equal(new Set(references.map((claims) => claims[name])).size, 1, name);
  });

  it('goes by the product that the token is of, not by the latest purchase', async () => {
    const claims = async (agreementIds: string[]) => {
      landed = aLanding({ agreementIds });
      const { headers } = await land();
      return decodeJwt(new URL(headers.location ?? '').searchParams.get('marketplace_reference') ?? '');
    };
    assert.equal((await claims(['agmt-of-other', 'agmt-landed3'])).external_id, 'agmt-landed3');
    const early = await claims(['agmt-of-other']);
    assert.deepEqual([early.external_id, early.entitlement_id], [undefined, undefined], 'it is not seen yet');
  });

  it('asks a busy marketplace again, for a few seconds and no longer', async () => {
    failures = [throttled(), throttled(), throttled()];
    assert.equal((await land()).statusCode, 303);
    assert.equal(asked.length, 4);
    assert.deepEqual(pauses, [300, 900, 1800]);
    for (const [failure, attempts] of [
      [throttled(60_000), 1],
      [throttled(2000), 4],
      [partnerError('refused', { ...throttled(), retryable: false }), 1],
    ] as const) {
      asked = [];
      pauses = [];
      failures = [failure, failure, failure, failure];
      assert.equal((await land()).statusCode, 503);
      assert.equal(asked.length, attempts, failure.message);
    }
  });

  it('lets the buyer try again with the token, if the marketplace stays busy', async () => {
    failures = Array.from({ length: 4 }, () => throttled());
    const refused = await land('', { headers: { accept: 'text/html' } });
    assert.equal(refused.statusCode, 503);
    const [, name, value] =
      /<form method="post"><input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(refused.body) ?? [];
    assert.deepEqual([name, value], [field, 'a+token/=']);
    assert.match(String(refused.headers['content-security-policy']), /form-action 'self' https:;/);
    assert.equal(refused.headers['cache-control'], 'no-store');
    assert.equal((await land()).statusCode, 303);
    failures = Array.from({ length: 4 }, () => throttled());
    const hostile = await land(`?${field}=${encodeURIComponent('"><script>')}`, { headers: { accept: 'text/html' } });
    assert.ok(!hostile.body.includes('<script'));
  });

  it('keeps a buyer whose token has been taken, if the purchase cannot be read then', async () => {
    landed = aLanding({ buyerAccountId: '777788880001', agreementIds: ['agmt-landed4'] });
    readFailure = throttled();
    const { statusCode, headers } = await land();
    assert.equal(statusCode, 303);
    const reference = new URL(headers.location ?? '').searchParams.get('marketplace_reference') ?? '';
    const { buyer_id, entitlement_id } = decodeJwt(reference);
    assert.deepEqual([typeof buyer_id, entitlement_id, asked.length], ['string', undefined, 1]);
  });

  it('says why the purchases of a buyer could not be listed, where failures of the account and of landings are seen', async () => {
    const code = 'AccessDeniedException';
    landed = aLanding({
      failure: partnerError('not allowed', {
        ...{ partner: 'AWS', outcome: 'REFUSED', partnerCode: code, httpStatus: 400 },
        ...{ requestId: undefined, retryable: false },
      }),
    });
    assert.equal((await land()).statusCode, 303);
    assert.deepEqual(
      warned.map((fields) => (fields as { code?: string }).code),
      [code],
    );
    const { body } = await app.acme.owner.call('GET', '/integration');
    assert.match(JSON.stringify(body), new RegExp(code));
  });

  it('waits six seconds at most for all calls of a landing', async () => {
    const busy = throttled(1900);
    for (const [list, read] of [
      [busy, null],
      [null, busy],
      [busy, busy],
    ]) {
      landed = aLanding({ agreementIds: ['agmt-landed5'] });
      failures = [throttled(), throttled(2000)];
      listFailure = list ?? null;
      readFailure = read ?? null;
      pauses = [];
      assert.equal((await land()).statusCode, 303);
      assert.deepEqual(pauses, [300, 2000, 1900], 'another 1.9 seconds would be too long');
    }
  });

  it('refuses what is no token before the marketplace is asked', async () => {
    for (const query of [`?${field}=a&${field}=b`, '?token=a', `?${field}=`, `?${field}=${'x'.repeat(16_385)}`])
      assert.equal((await land(query)).statusCode, 400, query.slice(0, 80));
    assert.deepEqual(asked, []);
  });

  it('answers other partners and unknown accounts alike, and a browser with a page', async () => {
    const unknown = encodeId('conn', app.app.environment.ids.next());
    const tries: Sent[] = [
      { partner: 'gcp' },
      { partner: 'constructor' },
      { connection: unknown },
      { connection: 'x' },
    ];
    for (const other of tries) {
      const { statusCode, body } = await land('', other);
      assert.deepEqual([statusCode, JSON.parse(body).message], [404, 'No such integration.'], JSON.stringify(other));
    }
    landed = null;
    assert.match((await land()).headers['content-type'] as string, /problem\+json/);
    const page = await land('', { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(page.statusCode, 400);
    assert.match(page.headers['content-type'] as string, /^text\/html/);
    assert.match(page.body, /open the page from the marketplace again/);
  });

  it('finds the page of the product that is sold, not of a copy that was given up, and never itself', async () => {
    await change(deal.productId, { status: 'DELETED', signUpUrl: 'https://old.acme.example/' });
    assert.match((await land()).headers.location ?? '', /^https:\/\/old\.acme\.example/, 'what was sold goes on');
    const reference = {
      id: decodeId('conn', deal.connectionId) ?? '',
      partner: 'AWS',
      accountId: '111122223333',
    } as const;
    const fulfillmentUrl = 'https://API.example:443/public/fulfillment/aws/x';
    await actIn(app, app.acme, (call) =>
      importProduct(call, reference, aProductRead({ entityId: 'prod-new', fulfillmentUrl })),
    );
    const { statusCode, body } = await land();
    assert.deepEqual([statusCode, body.includes('Thank you')], [200, true]);
  });

  it('lets no network ask the marketplace without end', async () => {
    const from = (ip: string) => land('', { ip });
    const replies = await Promise.all(Array.from({ length: 12 }, () => from('198.51.100.7')));
    assert.ok(replies.some(({ statusCode, headers }) => statusCode === 429 && headers['retry-after'] !== undefined));
    assert.ok(asked.length <= 10, String(asked.length));
    assert.notEqual((await from('198.51.100.8')).statusCode, 429);
  });
});
