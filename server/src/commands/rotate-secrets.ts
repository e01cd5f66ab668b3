import { isRotationUnfinished, type Rotation, rotateSecrets } from '../auth/rotate-secrets.ts';
import { loadConfig } from '../config/config.ts';
import {
  deriveKeys,
  ensureKeyFile,
  type MasterKeys,
  newMasterKey,
  readMasterKeys,
  replaceKeyFile,
} from '../config/key-file.ts';
import type { Database } from '../db/database.ts';
import { runCommand } from '../kit/run-command.ts';
import { openForCommand } from './open-database.ts';

// Seals every stored secret again with the current key: `npm run secrets:rotate`. The current key is SECRET_KEY; an
// embedded database that manages its own keys gets a new one. It can be killed at any moment and run again.

const describe = ({ columns, hashes }: Rotation): string[] => [
  ...columns.map(({ name, resealed, left }) => `${name}: ${resealed} sealed anew, ${left} left`),
  ...hashes.map(({ keyId, count, columns: where }) =>
    count === 0
      ? `retiring key ${keyId}: not used any more`
      : `retiring key ${keyId}: ${count} secrets are hashed with it until their next use (${where.join(', ')})`,
  ),
];

/**
 * The keys of an embedded database, with a new one first unless an earlier rotation is unfinished. No other process has
 * the database open.
 */
const beginInFile = async (database: Database, dataDir: string): Promise<MasterKeys> => {
  const keys = ensureKeyFile(dataDir);
  if (keys.length > 1 && (await isRotationUnfinished(database, deriveKeys(keys)))) return keys;
  const withNew: MasterKeys = [newMasterKey(), ...keys];
  // Both keys stay on disk from before the first value is sealed with the new one until none is sealed with the old
  // one.
  replaceKeyFile(dataDir, withNew);
  return withNew;
};

const finishInFile = (dataDir: string, [first, ...others]: MasterKeys, { columns, hashes }: Rotation): void => {
  if (columns.some(({ left }) => left > 0)) return;
  const needed = new Set(hashes.filter(({ count }) => count > 0).map(({ keyId }) => keyId));
  replaceKeyFile(dataDir, [first, ...others.filter((key) => needed.has(deriveKeys([key])[0].id))]);
};

/** Returns whether everything is sealed with the current key. */
const main = async (): Promise<boolean> => {
  const config = loadConfig(process.env, { folderIsEmpty: () => false });
  const database = await openForCommand(config);
  try {
    const inFile = config.secretKey === null ? await beginInFile(database, config.dataDir) : undefined;
    const keys = inFile ? ([...inFile, ...config.retiringKeys] as const) : readMasterKeys(config);
    const rotation = await rotateSecrets({ database, keys: deriveKeys(keys) });
    if (inFile) finishInFile(config.dataDir, inFile, rotation);
    for (const line of describe(rotation)) process.stdout.write(`${line}\n`);
    return rotation.columns.every(({ left }) => left === 0);
  } finally {
    await database.close();
  }
};

await runCommand(main);
