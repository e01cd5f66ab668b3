import type { OrgDb } from '../db/org-db.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { ActCall } from './call.ts';
import type { EventName } from './events.ts';

type Versioned = { version: number; last_update_time: Date; creation_time?: Date };

/**
 * The time of a change of a row: now, but never before the row was created. The clocks of two processes differ, so a process that
 * changes what another one just created may be behind it.
 */
const changeTime = ({ now }: ActCall, { creation_time: created }: Versioned): Date =>
  created !== undefined && created > now ? created : now;

/** A row with its changes as the next version; sets who changed it if the row has such columns. */
export const nextVersion = <Row extends Versioned>(call: ActCall, old: Row, change: Partial<Row>): Row => ({
  ...old,
  ...change,
  ...('last_updated_by' in old && { last_updated_by: call.actor.id }),
  last_update_time: changeTime(call, old),
  version: old.version + 1,
});

/** One kind of rows: the type of their IDs, and how clients see them. */
type Kind<Row, View> = { type: IdPrefix; view: (orgId: string, row: Row) => View };
type Write<Row> = (db: OrgDb, row: Row) => Promise<unknown>;
type Written<Row, View> = Promise<{ row: Row; view: View }>;

/** Creates the function that inserts a new row of a kind and records it, with its events. */
export const createRowAdder =
  <Row extends Versioned, View extends { id: string }>({
    type,
    view,
    insert,
  }: Kind<Row, View> & { insert: Write<Row> }) =>
  async (call: ActCall, row: Row, ...events: EventName[]): Written<Row, View> => {
    await insert(call.db, row);
    const after = view(call.orgId, row);
    call.recordChange({ type, before: null, after, version: row.version, events });
    return { row, view: after };
  };

/** Creates the function that writes the next version of a row and records the change, with its events. */
export const createRowChanger =
  <Row extends Versioned, View extends { id: string }>({
    type,
    view,
    update,
  }: Kind<Row, View> & { update: Write<Row> }) =>
  async (call: ActCall, old: Row, change: Partial<Row>, ...events: EventName[]): Written<Row, View> => {
    const row = nextVersion(call, old, change);
    await update(call.db, row);
    const after = view(call.orgId, row);
    call.recordChange({ type, before: view(call.orgId, old), after, version: row.version, events });
    return { row, view: after };
  };

/** The same function, returning only the view. */
export const viewOf =
  <Given extends unknown[], View>(write: (...given: Given) => Promise<{ view: View }>) =>
  async (...given: Given): Promise<View> =>
    (await write(...given)).view;
