import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partnerServices } from '../src/adapters/partner-services.ts';
import type { Actor } from '../src/auth/principal.ts';
import { eventCatalogue } from '../src/contract/events.ts';
import { payloads } from '../src/domain/notification/webhook/delivery/payload.ts';
import { createReferenceJudge } from './reference-reader.ts';
import { referenceIsMissing } from './reference-schemas.ts';

// A receiver that was made for the reference reads every webhook body in the format NOTIFICATION, whatever happened, to
// what, at which partner and by whom. The examples of the endpoints produce only some of these events.

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const actors: readonly Actor['type'][] = ['user', 'app', 'apikey', 'partner', 'workflow', 'schedule'];
// DIRECT is a deal with a partner organization, which the reference has no word for.
const partners = [...new Set(partnerServices.map(({ partner }) => partner)), 'DIRECT', 'UNKNOWN', '', 7, null];
const payloadsOf = (partner: unknown): Record<string, unknown>[] => [
  { partner },
  { partner, name: null, status: null, amount: null, currency: null, info: null },
  { partner, name: 'Acme', status: 'ACTIVE', amount: 1e-7, currency: 'EUR', direction: 'INBOUND', error: null },
];

const bodyOf = (event_type: string, type: Actor['type'], data: Record<string, unknown>): unknown =>
  JSON.parse(
    payloads.NOTIFICATION({
      orgId: uuid,
      event_id: uuid,
      event_type,
      entity_type: event_type.replace(/\..*/, ''),
      entity_id: 'entity',
      event: { time: '2027-01-01T00:00:00.000Z', version: 1, actor: { type, id: 'someone', name: 'Someone' }, data },
    } as Parameters<typeof payloads.NOTIFICATION>[0]),
  );

test('a client of the reference reads the notification of every event', { skip: referenceIsMissing }, () => {
  const judge = createReferenceJudge();
  const faults = new Set<string>();
  for (const name of [...Object.keys(eventCatalogue), 'webhook.test', 'of.a.later.release'])
    for (const partner of partners)
      for (const data of payloadsOf(partner))
        for (const actor of actors) {
          const body = bodyOf(name, actor, data);
          for (const fault of judge('NotificationEvent', body))
            faults.add(`${name} (${String(partner)}, ${actor}): ${fault}`);
        }
  assert.deepEqual([...faults], []);
});
