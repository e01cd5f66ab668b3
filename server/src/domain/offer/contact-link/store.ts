import type { OrgDb } from '../../../db/org-db.ts';

export const contactExists = async (db: OrgDb, contactId: string): Promise<boolean> =>
  (await db.selectFrom('contact').select('contact.id').where('contact.id', '=', contactId).executeTakeFirst()) !==
  undefined;
