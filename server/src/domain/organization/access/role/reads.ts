import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../../contract/page.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { type RoleQueryParams, roleFields } from './fields.ts';

import { findRole, selectRoles } from './store.ts';
import { viewRole } from './view.ts';

export const getRole = async (call: ReadCall, { params }: { params: { roleId: string } }) => {
  const role = requireFound(await findRole(call.db, params.roleId), 'role');
  call.setVersion(role.version);
  return viewRole(call.orgId, role);
};

export const queryRoles = async (call: ReadCall, { query }: { query: z.output<typeof RoleQueryParams> }) => {
  const page = readQueryPage(call, query, roleFields);
  const { rows, nextToken, total } = await selectRoles(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => viewRole(call.orgId, row)),
    total,
  );
};
