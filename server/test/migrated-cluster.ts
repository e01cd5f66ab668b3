/**
 * The folder of a migrated cluster of the embedded database, which the run of the tests made (`tools/migrated-templates.ts`).
 * Absent where a file of tests is run by hand: it migrates then. Whoever opens a copy migrates too, and finds everything done.
 */
export const migratedCluster = process.env.TEST_CLUSTER;
