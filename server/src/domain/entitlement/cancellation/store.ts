import type { Generated } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { CancellationRequest } from './cancellation.ts';
import { cancellationFields } from './fields.ts';

type CancellationRow = Omit<CancellationRequest, 'created_by' | 'version'> & {
  org_id: string;
  created_by: CancellationRequest['created_by'] | string;
  version: Generated<number>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    entitlement_cancellation_request: CancellationRow;
  }
}

const columns = [
  'entitlement_cancellation_request.id',
  'entitlement_cancellation_request.entitlement_id',
  'entitlement_cancellation_request.partner',
  'entitlement_cancellation_request.agreement_id',
  'entitlement_cancellation_request.external_id',
  'entitlement_cancellation_request.status',
  'entitlement_cancellation_request.status_message',
  'entitlement_cancellation_request.reason_code',
  'entitlement_cancellation_request.reason_description',
  'entitlement_cancellation_request.client_token',
  'entitlement_cancellation_request.withdrawal_reason',
  'entitlement_cancellation_request.created_by',
  'entitlement_cancellation_request.partner_version',
  'entitlement_cancellation_request.creation_time',
  'entitlement_cancellation_request.last_update_time',
  'entitlement_cancellation_request.version',
] as const;

const documents = ({ created_by: by }: CancellationRequest) => ({ created_by: by && JSON.stringify(by) });

export const insertCancellation = async (db: OrgDb, request: CancellationRequest): Promise<void> => {
  await db.insertInto('entitlement_cancellation_request', { ...request, ...documents(request) }).execute();
};

export const updateCancellationRow = async (db: OrgDb, request: CancellationRequest): Promise<void> => {
  const { id, ...rest } = request;
  await db
    .updateTable('entitlement_cancellation_request')
    .set({ ...rest, ...documents(request) })
    .where('entitlement_cancellation_request.id', '=', id)
    .execute();
};

export const findCancellation = async (db: OrgDb, id: string): Promise<CancellationRequest | undefined> =>
  (await db
    .selectFrom('entitlement_cancellation_request')
    .select(columns)
    .where('entitlement_cancellation_request.id', '=', id)
    .executeTakeFirst()) as CancellationRequest | undefined;

/** The newest requests of an entitlement, at most `max`. The entitlement's row is locked before they are changed. */
export const findNewestCancellations = async (
  db: OrgDb,
  entitlementId: string,
  max: number,
): Promise<CancellationRequest[]> =>
  (await db
    .selectFrom('entitlement_cancellation_request')
    .select(columns)
    .where('entitlement_cancellation_request.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_cancellation_request.creation_time', 'desc')
    .orderBy('entitlement_cancellation_request.id', 'desc')
    .limit(max)
    .execute()) as CancellationRequest[];

/** Of these agreements, those for which a request waits. */
export const findCancellingAgreements = async (
  db: OrgDb,
  partner: Partner,
  agreementIds: readonly string[],
): Promise<string[]> => {
  if (agreementIds.length === 0) return [];
  const rows = await db
    .selectFrom('entitlement_cancellation_request')
    .select('entitlement_cancellation_request.agreement_id')
    .where('entitlement_cancellation_request.partner', '=', partner)
    .where('entitlement_cancellation_request.agreement_id', 'in', [...agreementIds])
    .where('entitlement_cancellation_request.status', '=', 'PENDING_APPROVAL')
    .execute();
  return rows.map((row) => row.agreement_id);
};

/** The approved requests, oldest first: when each was made, and for which agreement. */
export const selectApproved = async (
  db: OrgDb,
  max: number,
): Promise<Pick<CancellationRequest, 'entitlement_id' | 'agreement_id' | 'creation_time'>[]> =>
  db
    .selectFrom('entitlement_cancellation_request')
    .select([
      'entitlement_cancellation_request.entitlement_id',
      'entitlement_cancellation_request.agreement_id',
      'entitlement_cancellation_request.creation_time',
    ])
    .where('entitlement_cancellation_request.status', '=', 'APPROVED')
    .orderBy('entitlement_cancellation_request.creation_time')
    .limit(max)
    .execute();

export const selectCancellations = (
  db: OrgDb,
  page: PageRequest,
  entitlementId: string,
): Promise<SelectedPage<CancellationRequest>> =>
  selectPage(
    db,
    db
      .selectFrom('entitlement_cancellation_request')
      .where('entitlement_cancellation_request.entitlement_id', '=', entitlementId)
      .select(columns),
    page,
    cancellationFields,
  );
