import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { decodeId } from '../../../kit/ids.ts';
import { createBuyer } from '../../buyer/actions/create-buyer.ts';
import { NewBuyer } from '../../buyer/schema.ts';
import { createOrUpdateDraftOffer } from '../../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../offer/schema.ts';
import { createEntitlement } from '../direct-purchase/actions/create-entitlement.ts';
import { endDirectPurchase } from '../direct-purchase/actions/pass-time.ts';
import { CreateEntitlement } from '../direct-purchase/schema.ts';
import { updateEntitlementPriceModel } from '../price-model/actions/update-entitlement-price-model.ts';
import { UpdateEntitlementPriceModel } from '../price-model/schema.ts';
import { type AgreedEntitlement, directAtOnce, loadAgreedTerms } from './load-agreed-terms.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const day = 86_400_000;
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * day).toISOString();

test('direct purchases are read some at a time, each once, with what each of their terms is billed by', async () => {
  const buyer = NewBuyer.parse({ partner: 'STRIPE', name: 'Initech', paymentConfig: { currency: 'USD' } });
  const { id: buyerId } = await world.act((call) =>
    createBuyer(call, { body: buyer, answer: { customer: null, faults: [] } }),
  );
  const buy = async (number: number): Promise<string> => {
    const info = {
      currency: 'USD',
      autoRenew: true,
      commits: [{ key: `c${number}`, rate: 10, length: 1, timeUnit: 'MONTH' }],
    };
    const offer = OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info });
    const { id: offerId } = await world.act((call) => createOrUpdateDraftOffer(call, { body: offer }));
    const uuid = decodeId('offer', offerId) ?? '';
    await world.act((call) =>
      call.db.updateTable('offer').set({ status: 'ACTIVE' }).where('offer.id', '=', uuid).execute(),
    );
    const body = CreateEntitlement.parse({ buyerId, offerId, endDate: inDays(2) });
    return decodeId('ent', (await world.act((call) => createEntitlement(call, { body }))).id) ?? '';
  };
  const ids: string[] = [];
  for (let number = 0; number < directAtOnce + 3; number += 1) ids.push(await buy(number));
  const last = ids.at(-1) ?? '';
  const renew = async (): Promise<void> => {
    world.clock.set(new Date(world.clock.now().getTime() + 2 * day));
    await world.act((call) => endDirectPurchase(call, { entitlementId: last }));
  };
  await renew();
  const prices = UpdateEntitlementPriceModel.parse({
    commits: [{ key: 'new', rate: 20, length: 1, timeUnit: 'MONTH' }],
  });
  await world.act((call) => updateEntitlementPriceModel(call, { params: { entitlementId: last }, body: prices }));
  await renew();
  await renew();

  const batches: number[] = [];
  const { reply: found } = await world.read((call) =>
    loadAgreedTerms(call.db, (entitlements): AgreedEntitlement[] => {
      batches.push(entitlements.length);
      return [...entitlements];
    }),
  );
  assert.deepEqual(found.map(({ id }) => id).sort(), [...ids].sort());
  assert.ok(Math.max(...batches) <= directAtOnce, batches.join());
  for (const [number, id] of ids.slice(0, -1).entries()) {
    const one = found.find((entitlement) => entitlement.id === id);
    assert.deepEqual(
      one?.terms.map(({ info }) => info?.commits?.[0]?.key),
      [`c${number}`],
    );
    assert.equal(one?.direct?.prices.length, 1);
  }
  const renewed = found.find(({ id }) => id === last);
  const keys = renewed?.terms.map(({ info }) => info?.commits?.[0]?.key);
  assert.equal(keys?.length, 4);
  assert.deepEqual(keys?.slice(-2), ['new', 'new']);
  assert.equal(renewed?.direct?.prices.length, 2);
});
