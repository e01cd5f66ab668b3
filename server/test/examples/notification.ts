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
  listEvents: async () => ({ query: 'types=contact.*,offer.accepted&limit=10' }),
  listNotificationMessages: async (app, organization) => {
    await aMessage(app, organization);
    return { query: 'keyword=Announced&limit=5' };
  },
  getNotificationMessage: async (app, organization) => ({
    params: { notificationMessageId: await aMessage(app, organization) },
  }),
};
