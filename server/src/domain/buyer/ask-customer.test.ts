import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { CallEnds } from '../../adapters/call-health.ts';
import { createPartnerGateway } from '../../adapters/partner-gateway.ts';
import { createStripePayments } from '../../adapters/payment/stripe/payments.ts';
import { type StripeBench, startStripe } from '../../adapters/payment/stripe/simulator.test-support.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { AskCall } from '../../contract/call.ts';
import { isRefusal, type Refusal } from '../../kit/errors.ts';
import { connect } from '../organization/connection/actions/connect-account.ts';
import { insertOrganization } from '../organization/store.ts';
import { askCustomer, createBuyer } from './actions/create-buyer.ts';
import { NewBuyer } from './schema.ts';

const keys = createSecretKeys('payments '.repeat(8));
const payments = { STRIPE: createStripePayments({ answerTimeoutMs: 2000 }) };
const gateway = createPartnerGateway({}, { payments });

let world: World;
let bench: StripeBench;
before(async () => {
  [world, bench] = await Promise.all([openWorld(), startStripe()]);
});
after(async () => {
  await bench.close();
  await world.close();
});
const newOrganization = async (): Promise<void> => {
  world.orgId = randomUUID();
  const organization = { id: world.orgId, name: 'Acme', emailDomain: '', website: '', createdBy: 'test' };
  await world.database.system((system) => insertOrganization(system, { ...organization, now: world.clock.now() }));
};
beforeEach(newOrganization);

const connected = (apiKey = bench.access.credentials.apiKey) =>
  world.act((call) =>
    connect(
      call,
      { partner: 'STRIPE', service: 'PAYMENT', endpoint: bench.access.endpoint, credentials: { apiKey } },
      keys,
    ),
  );
const bodyOf = (fields: object) => NewBuyer.parse({ partner: 'STRIPE', ...fields });
/** The outcome of the last call, as it is recorded on the connection. */
let noted: Record<string, string | undefined> = {};
const noteCalls = async (_: string, ends: CallEnds): Promise<void> => {
  noted = Object.fromEntries([...ends].map(([kind, failure]) => [kind, failure?.code]));
};
const ask = async (fields: object, signal = AbortSignal.timeout(5000)) => {
  const { reply } = await world.read((call) =>
    askCustomer({ ...call, gateway, secretKeys: keys, signal, noteCalls } as AskCall, { body: bodyOf(fields) }),
  );
  return reply;
};
const refusalOf = async (doing: Promise<unknown>): Promise<Refusal> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  throw new Error('it should have been refused');
};

test('a named customer is looked up at the provider, and imported', async () => {
  await connected();
  const fields = { buyerId: 'x', name: 'Initech', description: '', email: null, address: null, defaultMethodId: null };
  const id = await payments.STRIPE.createCustomer!(bench.access, fields, randomUUID());
  await bench.addMethod(id, 'pm_card_visa', true);
  const answer = await ask({ stripeCustomerId: id });
  const view = await world.act((call) => createBuyer(call, { body: bodyOf({ stripeCustomerId: id }), answer }));
  assert.deepEqual([view.name, view.externalID], ['Initech', id]);
  assert.match(String(view.info.paymentConfig?.defaultWalletId), /^wallet_/);
  assert.deepEqual(noted, { CUSTOMER: undefined });
  const missing = await ask({ stripeCustomerId: 'cus_nobody' });
  const refusal = await refusalOf(
    world.act((call) => createBuyer(call, { body: bodyOf({ stripeCustomerId: 'cus_nobody' }), answer: missing })),
  );
  assert.deepEqual(
    (refusal.info as { path: string }[]).map(({ path }) => path),
    ['stripeCustomerId', 'name'],
  );
});

test('without an account of the provider it is refused; without a customer the provider is not asked', async () => {
  assert.equal((await refusalOf(ask({ name: 'Initech' }))).code, 'Conflict');
  await connected('sk_test_wrong');
  assert.deepEqual(await ask({ name: 'Initech' }), { customer: null, faults: [] });
});

test('a provider that refuses or does not respond is reported as such, without the credentials', async () => {
  await connected('sk_test_wrong');
  const refused = await refusalOf(ask({ stripeCustomerId: 'cus_1' }));
  assert.deepEqual([refused.code, (refused.info as { code: string }).code], ['3rdPartyError', 'Unauthorized']);
  assert.deepEqual(noted, { CUSTOMER: 'Unauthorized' });
  assert.ok(!JSON.stringify([refused.message, refused.info]).includes('sk_test_wrong'));
  await newOrganization();
  await connected();
  await bench.fault('timeout-before', { operation: 'customers.retrieve' });
  const late = await refusalOf(ask({ stripeCustomerId: 'cus_1' }, AbortSignal.timeout(200)));
  assert.deepEqual(noted, { CUSTOMER: 'Timeout' });
  assert.deepEqual([late.code, late.message], ['3rdPartyError', 'The partner did not answer in time.']);
});
