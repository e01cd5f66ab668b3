import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Document,
  modelFaults,
  smallestOf,
} from '../../../../../simulators/hubspot/published-models.test-support.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Crm } from '../port.ts';
import { createHubspotCrm } from './adapter.ts';
import { type HubspotSimulator, startHubspot } from './simulator.test-support.ts';

let simulator: HubspotSimulator;
let crm: Crm;
before(async () => {
  simulator = await startHubspot();
  crm = createHubspotCrm({ outgoing: simulator.outgoing, clock: { now: simulator.now } });
});
after(() => simulator.close());
beforeEach(() => {
  simulator.sent.length = 0;
});

/** A call of the adapter: its address, and HubSpot's models of what is sent and answered. */
type Published = { call: RegExp; document: Document; sent?: string; answered: string };

const published: readonly Published[] = [
  ...(['deals', 'companies', 'contacts'] as const).map((document) => ({
    call: new RegExp(`^POST /crm/v3/objects/${document}/batch/read$`),
    document,
    sent: 'BatchReadInputSimplePublicObjectId',
    answered: 'BatchResponseSimplePublicObject',
  })),
  {
    call: /^POST \/crm\/v4\/associations\/deals\/(companies|contacts)\/batch\/read$/,
    document: 'associations/v4',
    sent: 'BatchInputPublicFetchAssociationsBatchRequest',
    answered: 'BatchResponsePublicAssociationMultiWithLabel',
  },
  {
    call: /^POST \/crm\/v3\/objects\/deals\/search$/,
    document: 'deals',
    sent: 'PublicObjectSearchRequest',
    answered: 'CollectionResponseWithTotalSimplePublicObjectForwardPaging',
  },
  // A deal that no batch finds may have been merged.
  { call: /^GET \/crm\/v3\/objects\/deals\/\d+$/, document: 'deals', answered: 'SimplePublicObjectWithAssociations' },
  {
    call: /^PATCH \/crm\/v3\/objects\/deals\/\d+$/,
    document: 'deals',
    sent: 'SimplePublicObjectInput',
    answered: 'SimplePublicObject',
  },
  {
    call: /^GET \/crm\/v3\/properties\/(deals|companies|contacts)$/,
    document: 'properties',
    answered: 'CollectionResponsePropertyNoPaging',
  },
  { call: /^GET \/crm\/v3\/pipelines\/deals$/, document: 'pipelines', answered: 'CollectionResponsePipelineNoPaging' },
];

type Asked = Parameters<Outgoing['request']>[0];

const callOf = ({ method, url }: Asked): string => `${method} ${new URL(url).pathname.replace(/^\/hubspot/, '')}`;
const publishedOf = (call: string): Published => {
  const found = published.find((one) => one.call.test(call));
  assert.ok(found, `${call} is none of HubSpot's published calls`);
  return found;
};

const selection = { deal: ['dealname', 'amount'], company: ['name'], contact: ['email'] };

test('requests have the fields, types and values that HubSpot publishes', async () => {
  const company = await simulator.create('companies', { name: 'Globex' });
  const contact = await simulator.create('contacts', { email: 'hank@globex.example' });
  const properties = { dealname: 'Globex', dealstage: 'qualifiedtobuy' };
  const id = await simulator.create('deals', properties, { [company]: 5, [contact]: 3 });
  await crm.readRecords(simulator.access, [id, '99'], selection);
  await crm.search(simulator.access, 'Globex', 5);
  await crm.write(simulator.access, id, { amount: JSON.rawJSON('12.50'), closedate: null });
  await crm.listChanged(simulator.access, null);
  await crm.describe(simulator.access);
  const used = new Set<Published>();
  for (const asked of simulator.sent) {
    const { document, sent, ...rest } = publishedOf(callOf(asked));
    used.add(published.find((one) => one.call === rest.call) as Published);
    if (sent === undefined) continue;
    assert.deepEqual(modelFaults(document, sent, JSON.parse(String(asked.body))), [], callOf(asked));
  }
  assert.equal(used.size, published.length, 'every call was made');
});

test('the smallest responses that HubSpot publishes can be read', async () => {
  const outgoing: Outgoing = {
    ...simulator.outgoing,
    request: async (asked) => {
      const { document, answered } = publishedOf(callOf(asked));
      return { status: 200, headers: {}, body: JSON.stringify(smallestOf(document, answered)) };
    },
  };
  const bare = createHubspotCrm({ outgoing, clock: { now: simulator.now } });
  const [record] = await bare.readRecords(simulator.access, ['1'], selection);
  assert.deepEqual([record?.id, record?.company, record?.contacts], ['1', {}, [{}]]);
  assert.deepEqual(await bare.search(simulator.access, 'Deal', 5), [
    { id: '1', name: '', url: 'https://app.hubspot.com/contacts/45678901/record/0-3/1' },
  ]);
  await bare.write(simulator.access, '1', { amount: '1' });
  const { ids, isEnd } = await bare.listChanged(simulator.access, null);
  assert.deepEqual([ids, isEnd], [['1'], true]);
  assert.equal((await bare.describe(simulator.access)).length, 3);
});
