import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { syncEventFields } from './fields.ts';
import type { SyncEvent } from './sync-event.ts';

type Documents = 'changes' | 'conflicts' | 'error';

type SyncEventRow = Omit<SyncEvent, Documents> & { [Name in Documents]: SyncEvent[Name] | string } & { org_id: string };

declare module '../../../db/tables.ts' {
  interface Tables {
    referral_sync_event: SyncEventRow;
  }
}

export const insertSyncEvent = async (db: OrgDb, event: SyncEvent): Promise<void> => {
  await db
    .insertInto('referral_sync_event', {
      ...event,
      changes: JSON.stringify(event.changes),
      conflicts: JSON.stringify(event.conflicts),
      error: event.error && JSON.stringify(event.error),
    })
    .execute();
};

export const selectSyncEvents = (db: OrgDb, page: PageRequest, referralId: string): Promise<SelectedPage<SyncEvent>> =>
  selectPage<SyncEvent>(
    db,
    db
      .selectFrom('referral_sync_event')
      .where('referral_sync_event.referral_id', '=', referralId)
      .select([
        'referral_sync_event.id',
        'referral_sync_event.referral_id',
        'referral_sync_event.time',
        'referral_sync_event.system',
        'referral_sync_event.direction',
        'referral_sync_event.operation_id',
        'referral_sync_event.changes',
        'referral_sync_event.conflicts',
        'referral_sync_event.error',
      ]),
    page,
    syncEventFields,
  );
