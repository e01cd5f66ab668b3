import { chmodSync, cpSync, renameSync, rmSync } from 'node:fs';

/** Copies a cluster into an empty folder atomically: if killed on the way, the folder is unchanged. */
export const layTemplate = (cluster: string, folder: string): void => {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(cluster, draft, { recursive: true });
  // The database makes files that anybody could read and write.
  chmodSync(draft, 0o700);
  // Replaces only an empty folder.
  renameSync(draft, folder);
};
