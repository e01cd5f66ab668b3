import type { OrgDb } from '../../../db/org-db.ts';

export const contactExists = async (db: OrgDb, contactId: string): Promise<boolean> =>
  (await db.selectFrom('contact').select('contact.id').where('contact.id', '=', contactId).executeTakeFirst()) !==
  undefined;

export const linkContact = async (db: OrgDb, buyerId: string, contactId: string): Promise<void> => {
  await db.insertInto('buyer_contact', { buyer_id: buyerId, contact_id: contactId }).execute();
};

export const unlinkContact = async (db: OrgDb, buyerId: string, contactId: string): Promise<void> => {
  await db
    .deleteFrom('buyer_contact')
    .where('buyer_contact.buyer_id', '=', buyerId)
    .where('buyer_contact.contact_id', '=', contactId)
    .execute();
};
