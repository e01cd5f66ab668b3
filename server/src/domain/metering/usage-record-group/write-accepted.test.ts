import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeJson, parseJson } from '../../../kit/json.ts';
import type { AcceptedUsage } from './accept-usage.ts';
import { columnsOf, type Fresh } from './group-columns.ts';
import { groupOf, statesOfAccepted } from './group-of.ts';
import { noMetaInfo } from './parse-usage.ts';
import { createGroupViewer, type GroupViewer } from './view.ts';
import { writeAccepted } from './write-accepted.ts';

const now = new Date('2026-11-05T10:30:00.250Z');
const uuids = ['018f9af7-c80c-4a67-a763-e26c082622f7', '2ff366fb-a195-4a19-aa64-4a6ee6041e1a'];

const words = fc.constantFrom('users', 'gb', '1', '0', '__proto__', 'constructor', 'a"b\\', '$&', 'é\u2028', '');
const quantities = fc.constantFrom('1', '0.25', '0.000000001', '123456789012345678.123456789', '2147483647');
const sent = fc.record({
  id: fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 36 })),
  owner: fc.nat(1),
  hour: fc.nat(1),
  minute: fc.nat(1),
  items: fc.uniqueArray(fc.tuple(words, quantities), { selector: ([name]) => name, maxLength: 3 }),
  metaInfo: fc.constantFrom(noMetaInfo, noMetaInfo, noMetaInfo, { note: '"' }),
});
type Sent = Parameters<Parameters<typeof sent.map>[0]>[0];

const freshOf = ({ id, owner, hour, minute, items, metaInfo }: Sent): Fresh => {
  const start = new Date(Date.UTC(2026, 10, 5, 8 + hour));
  const entitlement = { id: uuids[owner], buyerId: owner === 0 ? null : uuids[0], productId: null, partner: 'AWS' };
  const accepted = {
    usage: { metaInfo, sentRecords: parseJson(recordsText(items)), allocations: null, billable: null },
    entitlement,
    termId: uuids[owner],
    time: new Date(start.getTime() + minute * 60_000),
    hour: start,
    test: false,
    items: items.map(([dimension, quantity]) => ({ dimension, quantity, allocations: null })),
    mapped: false,
  } as unknown as AcceptedUsage;
  return { group: groupOf(accepted, id, '2026-11-01', now), accepted };
};
const recordsText = (items: Sent['items']): string =>
  `{${items.map(([name, quantity]) => `${JSON.stringify(name)}:${quantity}`).join(',')}}`;

test('the text of accepted groups is the text of their views, whatever they have in common', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 12 }), (batch) => {
      const fresh = batch.map(freshOf);
      const states = new Map(fresh.map(({ group, accepted }) => [group, statesOfAccepted(accepted)]));
      const view: GroupViewer = (group) =>
        createGroupViewer(uuids[0] as string, { get: () => states.get(group) })(group);
      const written = writeAccepted(fresh, columnsOf(fresh, '2026-11-01', now), view);
      assert.equal(encodeJson(written), encodeJson(fresh.map(({ group }) => view(group))));
    }),
    { numRuns: 500 },
  );
});
