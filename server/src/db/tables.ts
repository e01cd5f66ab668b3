/**
 * Every table by name. Each family adds its rows beside its SQL (`domain/<family>/store.ts`) by `declare module`, so
 * that joins are typed and each column is described only once.
 */
export interface Tables {}

/** A table with `org_id` as the first column of its primary key, behind row-level security. */
export interface TenantRow {
  org_id: string;
}
