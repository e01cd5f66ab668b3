/**
 * The folder of a migrated cluster of the embedded database, created by the test run (`tools/migrated-templates.ts`).
 * Absent if a test file is run by hand, which then migrates itself. A copy is migrated too when it is opened, but finds
 * nothing to do.
 */
export const migratedCluster = process.env.TEST_CLUSTER;
