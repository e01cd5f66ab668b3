import type { Generated } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { PartnerMessage } from './partner-message.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    /** `body` and `error` are jsonb, written as text. */
    partner_message: Omit<PartnerMessage, 'body' | 'error' | 'version'> & {
      body: PartnerMessage['body'] | string;
      error: PartnerMessage['error'] | string;
      version: Generated<number>;
      org_id: string;
    };
  }
}

const partnerMessageColumns = [
  'partner_message.id',
  'partner_message.connection_id',
  'partner_message.partner',
  'partner_message.partner_message_id',
  'partner_message.partner_request_id',
  'partner_message.type',
  'partner_message.body',
  'partner_message.status',
  'partner_message.error',
  'partner_message.creation_time',
  'partner_message.last_update_time',
  'partner_message.version',
] as const;

/** Returns whether the message is new; partners can send a message more than once. */
export const insertPartnerMessage = async (db: OrgDb, message: PartnerMessage): Promise<boolean> => {
  const result = await db
    .insertInto('partner_message', { ...message, body: JSON.stringify(message.body), error: null })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id', 'partner_message_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const findPartnerMessage = async (db: OrgDb, id: string): Promise<PartnerMessage | undefined> =>
  (await db
    .selectFrom('partner_message')
    .select(partnerMessageColumns)
    .where('partner_message.id', '=', id)
    .executeTakeFirst()) as PartnerMessage | undefined;

/** The bodies of all messages of a type from a partner, oldest first. */
export const findMessageBodies = async (
  db: OrgDb,
  partner: string,
  type: string,
): Promise<PartnerMessage['body'][]> => {
  const rows = await db
    .selectFrom('partner_message')
    .select('partner_message.body')
    .where('partner_message.partner', '=', partner)
    .where('partner_message.type', '=', type)
    .orderBy('partner_message.creation_time')
    .orderBy('partner_message.id')
    .execute();
  return rows.map(({ body }) => body as PartnerMessage['body']);
};

export const lockPartnerMessage = async (db: OrgDb, id: string): Promise<PartnerMessage | undefined> =>
  (await db
    .selectFrom('partner_message')
    .select(partnerMessageColumns)
    .where('partner_message.id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as PartnerMessage | undefined;

export const updatePartnerMessageRow = async (db: OrgDb, message: PartnerMessage): Promise<void> => {
  const { id, body: _body, error, ...rest } = message;
  await db
    .updateTable('partner_message')
    .set({ ...rest, error: error && JSON.stringify(error) })
    .where('partner_message.id', '=', id)
    .execute();
};
