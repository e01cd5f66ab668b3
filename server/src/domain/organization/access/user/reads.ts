import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../../../contract/page.ts';
import { type UserListParams, userFields } from './fields.ts';

import { selectUsers } from './store.ts';
import { viewUser } from './view.ts';

export const listUsers = async (call: ReadCall, { query }: { query: z.output<typeof UserListParams> }) => {
  const page = readListPage(call, query, userFields);
  const { rows, nextToken, total } = await selectUsers(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map(viewUser);
};
