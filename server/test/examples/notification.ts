import { announceOffer } from '../../src/domain/notification/message/actions/announce-offer.ts';
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

const aMessage = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const { offerId, contactId } = await anAnnouncedOffer(app, organization);
  const input = { offerId: decodeId('offer', offerId) ?? '', contactIds: [decodeId('contact', contactId) ?? ''] };
  await actIn(app, organization, (call) => announceOffer(call, input));
  const { body } = await organization.editor.call('GET', '/notificationMessage?limit=1');
  return (body as { notificationMessages: { id: string }[] }).notificationMessages[0]?.id ?? '';
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
  listNotificationEvents: async () => ({ query: 'priorities=MEDIUM,HIGH,CRITICAL&message=offer&limit=5' }),
  listNotificationEventsByEntity: async (app, organization) => ({
    params: { entityType: 'OFFER', entityId: (await anAnnouncedOffer(app, organization)).offerId },
  }),
  listEvents: async () => ({ query: 'types=contact.*,offer.accepted&limit=10' }),
  listNotificationMessages: async (app, organization) => {
    await aMessage(app, organization);
    return { query: 'keyword=Announced&limit=5' };
  },
  getNotificationMessage: async (app, organization) => ({
    params: { notificationMessageId: await aMessage(app, organization) },
  }),
};
