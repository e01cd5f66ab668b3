import type { z } from 'zod';
import type { AskCall, ReadCall } from '../../../contract/call.ts';
import { linkWritten } from '../../../contract/written-files.ts';
import { requireFound } from '../../../kit/errors.ts';
import { fileNamePart } from '../../../kit/file-name.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findStatement } from '../../cosell/commission/actions/find-statement.ts';
import { listCommissions } from '../../cosell/commission/actions/list-commissions.ts';
import type { CommissionListParams } from '../../cosell/commission/schema.ts';
import { loadOrganization } from '../../organization/actions/load-organization.ts';
import { findRelationship } from '../relationship/store.ts';
import type { StatementParams } from './schema.ts';
import { writeCsvStatement, writeStatement } from './write-statement.ts';

type Of<Query extends z.ZodType> = { params: { partnerId: string }; query: z.output<Query> };

export const listPartnerCommissions = async (call: ReadCall, { params, query }: Of<typeof CommissionListParams>) => {
  const { id } = requireFound(await findRelationship(call.db, params.partnerId), 'partner relationship');
  return listCommissions(call, { relationshipId: id, query });
};

/** As many as are drawn and sent within a call. */
const limits = {
  csv: { most: 10_000, instead: 'Read the commissions with listPartnerCommissions.' },
  pdf: { most: 2000, instead: 'Ask for it with format=csv.' },
} as const;

/** Changes with the look of the document. */
const edition = 1;

/** The statement of a month: the file itself as CSV, or the address of a PDF. */
export const getPartnerCommissionStatement = async (
  call: AskCall,
  { params, query: { month, format = 'csv' } }: Of<typeof StatementParams>,
): Promise<string> => {
  const { id, company_name: partner } = requireFound(
    await findRelationship(call.db, params.partnerId),
    'partner relationship',
  );
  const statement = await findStatement(call.db, { relationshipId: id, month, ...limits[format] });
  if (format === 'csv') return writeCsvStatement(statement);
  const { name: organization } = await loadOrganization(call.db);
  return linkWritten(call, {
    kind: 'statement',
    id: `${encodeId('relation', id)}-${month}`,
    edition,
    document: writeStatement(month, statement, { orgId: call.orgId, relationshipId: id, organization, partner }),
    name: `${fileNamePart(partner) || 'Partner'} – Commissions ${month}.pdf`,
  });
};
