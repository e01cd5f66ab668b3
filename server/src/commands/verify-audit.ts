import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config/config.ts';
import { findAuditedOrganizations } from '../db/audit-chain.ts';
import type { Database } from '../db/database.ts';
import { type ChainReport, type Head, verifyChain } from '../engine/audit-verify.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { runCommand } from '../kit/run-command.ts';
import { openForCommand } from './open-database.ts';

// Recomputes the chains of the audit trail: `npm run audit:verify [-- --org org_… [--head <sequence>:<hash>]]`.

const usage = 'npm run audit:verify [-- --org org_… [--head <sequence>:<hash>]]';
const organizationsAtOnce = 100;

type Wanted = { orgId: string | undefined; head: Head | undefined };

const readHead = (text: string): Head | undefined => {
  const [, sequence, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return sequence && hash ? { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') } : undefined;
};

const readArguments = (args: string[]): Wanted => {
  const { values } = parseArgs({ args, options: { org: { type: 'string' }, head: { type: 'string' } } });
  const orgId = values.org === undefined ? undefined : decodeId('org', values.org);
  const head = values.head === undefined ? undefined : readHead(values.head);
  if (orgId === null) throw new Error(`--org must be the ID of an organization.\n${usage}`);
  if (values.head !== undefined && (!head || !orgId)) {
    throw new Error(`--head must be <sequence>:<hash>, as printed earlier for the organization of --org.\n${usage}`);
  }
  return { orgId, head };
};

const open = (config: Config): Promise<Database> => {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
    throw new Error(`There is no database in ${config.dataDir}.`);
  }
  return openForCommand(config, { strictReads: config.strictRls, migrate: false });
};

const describe = (orgId: string, { sealed, unsealed, head, broken, droppedBefore }: ChainReport): string[] => {
  const name = encodeId('org', orgId);
  const waiting = `${unsealed.count} unsealed${unsealed.oldest ? ` since ${unsealed.oldest.toISOString()}` : ''}`;
  const dropped = droppedBefore ? `, rows before ${droppedBefore} dropped by retention` : '';
  const at = `${dropped}${head ? `, head ${head.sequence}:${head.hash.toString('hex')}` : ''}`;
  if (!broken) return [`${name}: ${sealed} sealed, ${waiting}${at}`];
  const where = broken.sequence === null ? 'outside the chain' : `at sequence ${broken.sequence}`;
  const row = broken.id === null ? '' : ` (${encodeId('audit', broken.id)})`;
  return [`${name}: BROKEN ${where}${row}: ${broken.what}`, `${name}: ${sealed} hold before it, ${waiting}${at}`];
};

/** Verifies one organization or all of them. Returns whether all chains are intact. */
const verify = async (database: Database, { orgId, head }: Wanted, print: (line: string) => void): Promise<boolean> => {
  let holds = true;
  const verifyOne = async (id: string): Promise<void> => {
    const report = await verifyChain(database.read(id), head);
    holds &&= report.broken === null;
    for (const line of describe(id, report)) print(line);
  };
  if (orgId !== undefined) {
    await verifyOne(orgId);
    return holds;
  }
  for (let after: string | null = null; ; ) {
    const ids: string[] = await database.system((db) => findAuditedOrganizations(db, after, organizationsAtOnce));
    for (const id of ids) await verifyOne(id);
    const last = ids.at(-1);
    if (last === undefined) return holds;
    after = last;
  }
};

const main = async (): Promise<boolean> => {
  const wanted = readArguments(process.argv.slice(2));
  const database = await open(loadConfig(process.env, { folderIsEmpty: () => false }));
  try {
    return await verify(database, wanted, (line) => process.stdout.write(`${line}\n`));
  } finally {
    await database.close();
  }
};

await runCommand(main);
