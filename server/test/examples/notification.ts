import { announceOffer } from '../../src/domain/notification/message/actions/announce-offer.ts';
import { insertNotificationEvents } from '../../src/domain/notification/notification-event/store.ts';
import { recordAttempt } from '../../src/domain/notification/webhook/delivery/actions/record-attempt.ts';
import { decodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { aContact } from './contact.ts';
import { actIn } from './deal.ts';
import { type Examples, idOf } from './example.ts';

type Offered = { offerId: string; contactId: string };

/** An offer with one contact that can be accepted now, made without a marketplace. */
export const anAnnouncedOffer = async (app: TestApp, organization: TestOrganization): Promise<Offered> => {
  const contactId = await aContact(organization, { name: 'Ada' });
  const body = { name: 'Announced', partner: 'AWS', contactIds: [contactId], info: { eulaType: 'SCMP' } };
  const offerId = idOf(await organization.editor.call('POST', '/draftOffer', { body }));
  await actIn(app, organization, async (call) => {
    const change = { status: 'PENDING_ACCEPTANCE' } as const;
    await call.db
      .updateTable('offer')
      .set(change)
      .where('offer.id', '=', decodeId('offer', offerId) ?? '')
      .execute();
  });
  return { offerId, contactId };
};

/** An offer whose acceptance was notified. Returns its ID. */
const aToldOffer = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { offerId } = await anAnnouncedOffer(app, organization);
  await actIn(app, organization, (call) =>
    insertNotificationEvents(call.db, [
      {
        id: call.newId(),
        name: 'offer.accepted',
        action: 'ACCEPT',
        entity_type: 'OFFER',
        entity_id: offerId,
        entity_name: 'Announced',
        entity_status: 'ACCEPTED',
        partner: 'AWS',
        priority: 'HIGH',
        title: 'Offer accepted',
        message: 'The offer “Announced” was accepted.',
        is_action_item: false,
        actor: { type: 'partner', id: 'AWS', name: 'AWS' },
        channels: ['EMAIL'],
        creation_time: call.now,
      },
    ]),
  );
  return offerId;
};

const aMessage = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { offerId, contactId } = await anAnnouncedOffer(app, organization);
  const input = { offerId: decodeId('offer', offerId) ?? '', contactIds: [decodeId('contact', contactId) ?? ''] };
  await actIn(app, organization, (call) => announceOffer(call, input));
  const { body } = await organization.editor.call('GET', '/notificationMessage?limit=1');
  return (body as { notificationMessages: { id: string }[] }).notificationMessages[0]?.id ?? '';
};

/** An organization has at most 50 webhooks: the oldest are removed for those of later examples. */
const makeRoomForWebhooks = async ({ owner }: TestOrganization): Promise<void> => {
  for (;;) {
    const { body, headers } = await owner.call('GET', '/webhook?page_size=20&s=creation_time');
    if (Number(headers.get('x-total-count')) < 40) return;
    for (const { id } of (body as { data: { id: string }[] }).data) await owner.call('DELETE', `/webhook/${id}`);
  }
};

const aWebhook = async (organization: TestOrganization, fields: object = {}): Promise<string> => {
  const { owner } = organization;
  await makeRoomForWebhooks(organization);
  const body = { url: 'https://events.example.com/marketplace', ...fields };
  const reply = await owner.call('POST', '/webhook', { body });
  if (reply.status !== 200) throw new Error(reply.text);
  return idOf(reply);
};

type SentDelivery = { webhookId: string; deliveryId: string };

/** A delivery whose receiver has failed once. */
const aFailedDelivery = async (app: TestApp, organization: TestOrganization): Promise<SentDelivery> => {
  const webhookId = await aWebhook(organization);
  const deliveryId = idOf(await organization.editor.call('POST', `/webhook/${webhookId}/test`));
  const ids = { webhookId: decodeId('webhook', webhookId) ?? '', deliveryId: decodeId('delivery', deliveryId) ?? '' };
  await actIn(app, organization, async (call) => {
    const leaseUntil = new Date(call.now.getTime() + 30_000);
    await call.db
      .updateTable('webhook_delivery')
      .set({ lease_until: leaseUntil })
      .where('webhook_delivery.id', '=', ids.deliveryId)
      .execute();
    await recordAttempt(call, {
      ...ids,
      leaseUntil,
      time: call.now,
      outcome: {
        statusCode: 503,
        answer: 'Down for maintenance',
        milliseconds: 84,
        error: { code: 'HTTP_503', message: 'The receiver answered with 503.' },
        isFinal: false,
        isGone: false,
        headers: {},
      },
    });
  });
  return { webhookId, deliveryId };
};

let days = 9;
/** Another number each time, so that the example changes something. */
const nextDays = (): number => {
  days = (days % 89) + 1;
  return days;
};

export const notificationExamples: Examples = {
  sendOfferNotifications: async (app, organization) => {
    const { offerId, contactId } = await anAnnouncedOffer(app, organization);
    return { params: { offerId }, body: [contactId] };
  },
  updateOfferMetaInfo: async (app, organization) => {
    const { offerId } = await anAnnouncedOffer(app, organization);
    return {
      params: { offerId },
      body: { internalNote: 'Call on Monday', errorMessages: ['ours'], customMetaInfo: { a: 'b' } },
    };
  },
  getOfferEula: async (app, organization) => ({
    params: { offerId: (await anAnnouncedOffer(app, organization)).offerId },
    query: 'format=JSON',
  }),
  getOfferResellerEula: async (_app, organization) => {
    const body = { name: 'Channel', partner: 'AWS', info: { resellerEulaType: 'SCMP' } };
    return { params: { offerId: idOf(await organization.editor.call('POST', '/draftOffer', { body })) } };
  },
  getNotificationConfigInfo: async () => ({}),
  updateNotificationConfigInfo: async () => ({
    body: {
      daysToExpireSoonOfferWorkflowNotification: nextDays(),
      emailNotificationConfigs: [
        {
          scope: 'ACCEPT.OFFER',
          enabled: true,
          toEmails: ['sales@example.com'],
          ccEmails: ['cfo@example.com'],
          bccEmails: [],
        },
        {
          scope: 'FAIL.OFFER',
          enabled: true,
          toEmails: ['ops@example.com'],
          ccEmails: [],
          bccEmails: [],
          templateId: 'short',
        },
      ],
      templates: [{ id: 'short', name: 'Short', subject: '{{title}}', text: '{{message}}\n{{link}}' }],
      slack: {
        enabled: true,
        webhookUrl: 'https://hooks.slack.example/services/T0/B0/secret',
        scopes: ['ACCEPT.OFFER'],
      },
      digest: { mode: 'OFF', hour: 8 },
      quietHours: { enabled: false, start: '22:00', end: '07:00' },
      timeZone: 'Europe/Berlin',
    },
  }),
  previewNotification: async () => ({
    body: { scope: 'ACCEPT.OFFER', template: { subject: '{{title}}', text: '{{message}} {{link}}' } },
  }),
  testNotification: async () => ({ body: { channel: 'EMAIL', toEmails: ['ops@example.com'] } }),
  listNotificationEvents: async (app, organization) => {
    await aToldOffer(app, organization);
    return { query: 'priorities=MEDIUM,HIGH,CRITICAL&message=offer&limit=5' };
  },
  listNotificationEventsByEntity: async (app, organization) => ({
    params: { entityType: 'OFFER', entityId: await aToldOffer(app, organization) },
  }),
  listEvents: async () => ({ query: 'types=contact.*,offer.accepted&limit=10' }),
  listWebhooks: async (_app, organization) => {
    await aWebhook(organization);
    return { query: 'enabled=true&page_size=5' };
  },
  createWebhook: async (_app, organization) => {
    await makeRoomForWebhooks(organization);
    return {
      body: {
        url: 'https://events.example.com/marketplace',
        description: 'Our CRM',
        types: ['offer.*', 'entitlement.created'],
        ordered: true,
        headers: { Authorization: 'Bearer 5f0c' },
      },
    };
  },
  getWebhook: async (_app, organization) => ({ params: { webhookId: await aWebhook(organization) } }),
  updateWebhook: async (_app, organization) => ({
    params: { webhookId: await aWebhook(organization) },
    body: { types: ['offer.accepted'], enabled: false },
  }),
  deleteWebhook: async (_app, organization) => ({ params: { webhookId: await aWebhook(organization) } }),
  rotateWebhookSecret: async (_app, organization) => ({ params: { webhookId: await aWebhook(organization) } }),
  testWebhook: async (_app, organization) => ({ params: { webhookId: await aWebhook(organization) } }),
  listWebhookDeliveries: async (app, organization) => {
    const { webhookId } = await aFailedDelivery(app, organization);
    return { params: { webhookId }, query: 'status=PENDING&eventType=webhook.test&page_size=5' };
  },
  getWebhookDelivery: async (app, organization) => ({ params: await aFailedDelivery(app, organization) }),
  resendWebhookDelivery: async (app, organization) => ({ params: await aFailedDelivery(app, organization) }),
  replayWebhook: async (_app, organization) => ({
    params: { webhookId: await aWebhook(organization) },
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', onlyFailed: true, types: ['offer.*'] },
  }),
  listNotificationMessages: async (app, organization) => {
    await aMessage(app, organization);
    return { query: 'keyword=Announced&limit=5' };
  },
  getNotificationMessage: async (app, organization) => ({
    params: { notificationMessageId: await aMessage(app, organization) },
  }),
};
