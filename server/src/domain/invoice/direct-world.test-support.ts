import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { World } from '../../../test/factories/commerce.ts';
import { allRows } from '../../../test/rows.ts';
import type { PaymentCode } from '../../adapters/payment/port.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { removeDue, scheduleDue } from '../../engine/due-store.ts';
import { decodeId } from '../../kit/ids.ts';
import { dueHandlers } from '../../workflows/schedules.ts';
import { applyCustomer } from '../buyer/actions/apply-customer.ts';
import { takeTickets } from '../buyer/actions/take-tickets.ts';
import { aCustomer, aMethod, makeBuyer, uuidOf } from '../buyer/buyer.test-support.ts';
import { createCreditWallet } from '../buyer/wallet/actions/create-credit-wallet.ts';
import { setDefaultWallet } from '../buyer/wallet/actions/set-default-wallet.ts';
import { NewCreditWallet } from '../buyer/wallet/schema.ts';
import { createEntitlement } from '../entitlement/direct-purchase/actions/create-entitlement.ts';
import { directBillKind } from '../entitlement/direct-purchase/direct-purchase.ts';
import { CreateEntitlement } from '../entitlement/direct-purchase/schema.ts';
import { createBillableMetric } from '../metering/billable-metric/actions/create-billable-metric.ts';
import { NewBillableMetric } from '../metering/billable-metric/schema.ts';
import { createOrUpdateDraftOffer } from '../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../offer/schema.ts';
import { connect } from '../organization/connection/actions/connect-account.ts';
import { reconcileDueKind, revenueDueKind } from '../organization/connection/connection.ts';
import { insertOrganization } from '../organization/store.ts';

// An organization that bills its buyers itself: its provider, its buyer, what that buys and pays with, and the passing of time.

export const dayMs = 86_400_000;

// Rows are read as the database has them.
type Row = Awaited<ReturnType<typeof allRows>>[number];

export const rowsOf = (world: World, table: string): Promise<Row[]> => allRows(world.database, world.orgId, table);

/** Makes `world` another organization, with an account at a provider and nothing else. */
export const newDirectSeller = async (world: World, partner: PaymentCode = 'STRIPE'): Promise<void> => {
  world.orgId = randomUUID();
  const organization = { id: world.orgId, name: 'Acme', emailDomain: '', website: '', createdBy: 'test' };
  await world.database.system((system) => insertOrganization(system, { ...organization, now: world.clock.now() }));
  const account = { partner, service: 'PAYMENT', accountId: 'acct_1', credentials: { apiKey: 'sk_test_1' } };
  await world.act((call) => connect(call, account, createSecretKeys('billing '.repeat(8))));
};

/** A buyer that pays in a currency: its public id, and its id at the provider. */
export const aDirectBuyer = async (
  world: World,
  { partner = 'STRIPE', currency = 'USD' }: { partner?: PaymentCode; currency?: string } = {},
): Promise<{ id: string; externalId: string }> => {
  // Only STRIPE makes a customer.
  const customer = partner === 'STRIPE' ? aCustomer() : null;
  const { id, externalID } = await makeBuyer(world, { partner, paymentConfig: { currency } }, customer);
  return { id, externalId: String(externalID) };
};

/** Gives a buyer a card that pays by default. Returns the id of its wallet. */
export const giveCard = async (
  world: World,
  buyer: { id: string; externalId: string },
  partner: PaymentCode = 'STRIPE',
): Promise<string> => {
  const [ticket] = await world.act((call) => takeTickets(call, partner, [buyer.externalId]));
  assert.ok(ticket);
  const read = aCustomer({ externalId: buyer.externalId, methods: [aMethod('pm_1')] });
  await world.act((call) => applyCustomer(call, { ...ticket, read }));
  const wallet = (await rowsOf(world, 'wallet')).find(({ type }) => type === 'card');
  const params = { buyerId: uuidOf('buyer', buyer.id), walletId: wallet.id };
  await world.act((call) => setDefaultWallet(call, { params }));
  return wallet.id;
};

/** Credit for a buyer, by default in USD, from now on and without an end. */
export const grantCredit = (world: World, buyerId: string, fields: { totalAmount: number; [name: string]: unknown }) =>
  world.act((call) =>
    createCreditWallet(call, {
      params: { buyerId: uuidOf('buyer', buyerId) },
      body: NewCreditWallet.parse({ currency: 'USD', ...fields }),
    }),
  );

/** A metric that usage is billed by. Returns its public id. */
export const aBilledMetric = async (world: World, fields: object = {}): Promise<string> => {
  const body = NewBillableMetric.parse({ name: 'Calls', aggregationType: 'SUM', info: {}, ...fields });
  return (await world.act((call) => createBillableMetric(call, { body }))).id;
};

/** An offer that can be bought, by default in USD. Returns its public id. */
export const aDirectOffer = async (
  world: World,
  { partner = 'STRIPE', info }: { partner?: PaymentCode; info: object },
): Promise<string> => {
  const body = OfferIn.parse({ name: 'Direct', partner, info: { currency: 'USD', ...info } });
  const { id } = await world.act((call) => createOrUpdateDraftOffer(call, { body }));
  const uuid = decodeId('offer', id) ?? '';
  await world.act((call) =>
    call.db.updateTable('offer').set({ status: 'ACTIVE' }).where('offer.id', '=', uuid).execute(),
  );
  return id;
};

/** A purchase, by default from now on. Returns its id; nothing is billed yet. */
export const aDirectPurchase = async (
  world: World,
  asked: { buyerId: string; offerId: string; startDate?: string | undefined; endDate?: string | undefined },
): Promise<string> => {
  const body = CreateEntitlement.parse(asked);
  const { id } = await world.act((call) => createEntitlement(call, { body }));
  return decodeId('ent', id) ?? '';
};

/** Ends a purchase at this moment, as a provider or the seller may. What that costs is due, and not yet billed. */
export const endPurchaseNow = async (call: ActCall, entitlementId: string): Promise<void> => {
  const ended = { end_time: call.now };
  await call.db.updateTable('entitlement').set(ended).where('entitlement.id', '=', entitlementId).execute();
  await call.db
    .updateTable('entitlement_term')
    .set(ended)
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .execute();
  await scheduleDue(call.db, directBillKind, entitlementId, call.now);
};

/** Runs the handler of due work, as the clock does, but leaves the row. */
export const handleDue = (call: ActCall, kind: string, entityId: string, dueTime: Date): Promise<unknown> =>
  Promise.resolve(dueHandlers.find((handler) => handler.kind === kind)?.act(call, { entityId, dueTime }));

/** The provider's regular reads are another story. */
const regularReads: readonly string[] = [reconcileDueKind, revenueDueKind];

/** Due work of purchases and invoices in the order of its times, without the kinds in `except`. */
export const dueWork = async (world: World, except: readonly string[] = []): Promise<Row[]> =>
  (await rowsOf(world, 'due'))
    .filter(({ kind }) => !regularReads.includes(kind) && !except.includes(kind))
    .sort((left, right) => left.due_time - right.due_time || left.kind.localeCompare(right.kind));

/** More than this is work that makes more work for ever. */
const workMax = 5000;

/** Runs what is due, in the order of its times, until nothing is left at this time. */
export const runDueWork = async (
  world: World,
  { except = [], after = async () => {} }: { except?: readonly string[]; after?: (done: Row) => Promise<void> } = {},
): Promise<void> => {
  for (let count = 0; count < workMax; count += 1) {
    const [next] = (await dueWork(world, except)).filter(({ due_time: time }) => time <= world.clock.now());
    if (!next) return;
    await world.act(async (call) => {
      await handleDue(call, next.kind, next.entity_id, next.due_time);
      await removeDue(call.db, next);
    });
    await after(next);
  }
  assert.fail('the due work does not end');
};
