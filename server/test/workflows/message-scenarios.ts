import assert from 'node:assert/strict';
import { createContact } from '../../src/domain/contact/actions/create-contact.ts';
import { announceOffer } from '../../src/domain/notification/message/actions/announce-offer.ts';
import { startDelivery } from '../../src/domain/notification/message/actions/start-delivery.ts';
import { sendKind } from '../../src/domain/notification/message/message.ts';
import { sendOfferNotifications } from '../../src/domain/offer/actions/notify-offer-contacts.ts';
import { createOrUpdateDraftOffer } from '../../src/domain/offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../src/domain/offer/schema.ts';
import { cancelDue } from '../../src/engine/due-store.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

type Offered = { offerId: string; contactIds: string[] };

const addressOf = ({ orgId }: Tenant): string => `ann-${orgId}@told.test`;
const mailsOf = (tenant: Tenant) => tenant.deployment.mails.filter(({ to }) => to === addressOf(tenant));

/** An offer with one contact that can be accepted, made without the marketplace. */
const anOffer = async (tenant: Tenant): Promise<Offered> => {
  const contact = await tenant.act('contact', (call) =>
    createContact(call, { body: { emailAddress: addressOf(tenant) } }),
  );
  const body = OfferIn.parse({ name: 'Told', partner: 'AWS', contactIds: [contact.id] });
  const { id } = await tenant.act('offer', (call) => createOrUpdateDraftOffer(call, { body }));
  const offerId = decodeId('offer', id) as string;
  await tenant.act('release', (call) =>
    call.db.updateTable('offer').set({ status: 'PENDING_ACCEPTANCE' }).where('offer.id', '=', offerId).execute(),
  );
  return { offerId, contactIds: [decodeId('contact', contact.id) as string] };
};

const dueMessages = async (tenant: Tenant) =>
  (await tenant.rows('due')).filter(({ kind }) => kind === 'message.send').map(({ entity_id: id }) => id);

/** It is written and waits to be sent. */
const isWritten = async (tenant: Tenant): Promise<void> => {
  const message = only(await tenant.rows('notification_message'));
  assert.deepEqual([message.status, message.recipient], ['SCHEDULED', addressOf(tenant)]);
  assert.deepEqual(await dueMessages(tenant), [message.id]);
};

/** What was sent is one mail, however often. */
const isSent = async (tenant: Tenant): Promise<void> => {
  const message = only(await tenant.rows('notification_message'));
  assert.equal(message.status, 'DONE');
  const [first, ...others] = mailsOf(tenant);
  assert.equal(first?.messageId, message.id);
  for (const mail of others) assert.deepEqual(mail, first, 'a repeated mail is the same mail');
  assert.ok(!(await dueMessages(tenant)).includes(message.id));
};

export const messageScenarios: Record<'offer.notify' | 'message.send', readonly [Scenario, ...Scenario[]]> = {
  'offer.notify': [
    {
      title: 'an offer with a contact',
      arrange: async (tenant) => {
        const { offerId } = await anOffer(tenant);
        await tenant.act('notify', (call) => sendOfferNotifications(call, { params: { offerId }, body: null }));
      },
      status: 'COMPLETED',
      check: isWritten,
      checkRefused: async (tenant) => {
        assert.deepEqual(await tenant.rows('notification_message'), []);
        const offerId = only(await tenant.rows('offer')).id as string;
        await tenant.act('again', (call) => sendOfferNotifications(call, { params: { offerId }, body: null }));
        await finishRuns(tenant);
        await isWritten(tenant);
      },
    },
  ],
  'message.send': [
    {
      title: 'a mail server that takes the mail',
      arrange: async (tenant) => {
        const offered = await anOffer(tenant);
        await tenant.act('write', (call) => announceOffer(call, offered));
        const entityId = only(await tenant.rows('notification_message')).id as string;
        await tenant.act('due', async (call) => {
          await startDelivery(call, { entityId });
          await cancelDue(call.db, sendKind, entityId);
        });
      },
      status: 'COMPLETED',
      check: isSent,
      checkRefused: async (tenant) => {
        const message = only(await tenant.rows('notification_message'));
        assert.deepEqual([message.status, message.attempts], ['PENDING', 1]);
        assert.deepEqual(await dueMessages(tenant), [message.id], 'the next attempt comes by itself');
        await tenant.act('due', async (call) => {
          await startDelivery(call, { entityId: message.id as string });
          await cancelDue(call.db, sendKind, message.id as string);
        });
        await finishRuns(tenant);
        await isSent(tenant);
      },
    },
  ],
};
