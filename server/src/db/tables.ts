/**
 * Every table by name. A family adds its own rows where its SQL stands (`domain/<family>/store.ts`), by
 * `declare module`, so that joins are typed while the columns are described once, beside the statements.
 */
export interface Tables {}

/** A table with `org_id` as the first column of its primary key, behind row-level security. */
export interface TenantRow {
  org_id: string;
}
