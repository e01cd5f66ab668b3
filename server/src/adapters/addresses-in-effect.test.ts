import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import { MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import { type Addressed, addressesInEffect } from './addresses-in-effect.ts';
import { partnerServices } from './partner-services.ts';

const connection = (change: Partial<Addressed>): Addressed => ({
  ...{ partner: 'AWS', service: 'MARKETPLACE', endpoint: null, endpoints: {}, region: 'us-east-1' },
  ...{ meteringRegion: 'us-east-1', credentialFields: [] },
  ...change,
});

test('AWS is called at the addresses that its own SDK resolves, in every partition', () => {
  for (const region of ['us-east-1', 'eu-west-1', 'us-gov-west-1', 'cn-north-1', 'us-iso-east-1', 'us-isob-east-1']) {
    const parameters = { Region: region, UseDualStack: false, UseFIPS: false };
    const clients = {
      catalog: new MarketplaceCatalogClient({ region }),
      agreement: new MarketplaceAgreementClient({ region }),
      metering: new MarketplaceMeteringClient({ region }),
    };
    const found = addressesInEffect(connection({ region, meteringRegion: region }));
    for (const [name, client] of Object.entries(clients)) {
      const { href } = client.config.endpointProvider(parameters).url;
      assert.deepEqual(found[name], { address: href.replace(/\/$/, ''), from: 'REGION' }, `${name} ${region}`);
      client.destroy();
    }
  }
  const apart = addressesInEffect(connection({ meteringRegion: 'eu-west-1' }));
  assert.equal(apart.metering?.address, 'https://metering.marketplace.eu-west-1.amazonaws.com');
});

test('every service whose address a connection can change shows the address and where it comes from', () => {
  for (const { partner, service, ...known } of partnerServices) {
    const addresses: Readonly<Record<string, string>> = 'addresses' in known ? known.addresses : {};
    const names = Object.keys(addresses);
    const free = addressesInEffect(connection({ partner, service }));
    for (const name of names) {
      if (addresses[name] === '') assert.equal(free[name], undefined, `${partner} has no ${name} of its own`);
      else assert.match(free[name]?.address ?? '', /^https:\/\//, `${partner} ${name}`);
      const own = addressesInEffect(connection({ partner, service, endpoints: { [name]: 'https://own.example/x' } }));
      assert.deepEqual(
        own,
        { ...free, [name]: { address: 'https://own.example/x', from: 'SET' } },
        `${partner} ${name}`,
      );
    }
    const moved = addressesInEffect(connection({ partner, service, endpoint: 'https://all.example' }));
    const sources = new Set(Object.entries(moved).flatMap(([name, { from }]) => (name === 'graph' ? [] : [from])));
    assert.deepEqual([...sources], ['ENDPOINT'], partner);
  }
});

test('Adyen with a live prefix and Google’s console are shown with the addresses that are called', () => {
  const live = addressesInEffect(
    connection({ partner: 'ADYEN', service: 'PAYMENT', credentialFields: ['livePrefix'] }),
  );
  assert.equal(live.checkout?.address, 'https://{livePrefix}-checkout-live.adyenpayments.com/checkout');
  const google = addressesInEffect(connection({ partner: 'GCP', endpoint: 'http://127.0.0.1:7/gcp' }));
  assert.deepEqual(google.serviceControl, { address: 'http://127.0.0.1:7/gcp/servicecontrol', from: 'ENDPOINT' });
});
