import type { ActCall } from '../../../../contract/call.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { KeptRequest } from '../connection.ts';
import { deleteRequests, findRequests, insertRequest } from '../request-store.ts';

/** The reports of a kind that were requested with a connection, oldest first. */
export const listRequests = (db: OrgDb, connectionId: string, kind: string): Promise<KeptRequest[]> =>
  findRequests(db, connectionId, kind);

/** Keeps the id of a report that was requested. Repeatable. */
export const keepRequest = (call: ActCall, connectionId: string, request: KeptRequest): Promise<void> =>
  insertRequest(call.db, connectionId, request);

/** Forgets requests that are over. Repeatable. */
export const forgetRequests = (
  call: ActCall,
  connectionId: string,
  over: { kind: string; ids: readonly string[] },
): Promise<void> => deleteRequests(call.db, connectionId, over);
