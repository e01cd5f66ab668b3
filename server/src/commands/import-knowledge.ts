import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { type FileOutcome, importFolder, removeImported } from '../domain/knowledge/actions/import-files.ts';
import { runCommand } from '../kit/run-command.ts';
import { openForCommand } from './open-database.ts';

// Brings Markdown files into the knowledge index: `npm run knowledge:import -- FOLDER`, or removes what was imported:
// `npm run knowledge:import -- --remove PATH`. Documented in docs/operating.

const usage = 'npm run knowledge:import -- FOLDER, or npm run knowledge:import -- --remove PATH';

type Wanted = { folder: string } | { remove: string };

const readArguments = (args: string[]): Wanted => {
  const { values, positionals } = parseArgs({ args, options: { remove: { type: 'string' } }, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (values.remove !== undefined && folder === undefined) return { remove: values.remove };
  if (values.remove !== undefined || folder === undefined || more.length > 0) {
    throw new Error(`Give one folder to import, or one path to remove.\n${usage}`);
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder} is not a folder.\n${usage}`);
  return { folder };
};

const describe = ({ file, pieces, changed, removed }: FileOutcome): string =>
  `${file}: ${pieces} pieces, ${changed} changed, ${removed} removed`;

const main = async (): Promise<boolean> => {
  const wanted = readArguments(process.argv.slice(2));
  const database = await openForCommand(loadConfig(process.env, { folderIsEmpty: () => false }));
  try {
    const outcomes =
      'folder' in wanted ? await importFolder(database, wanted.folder) : await removeImported(database, wanted.remove);
    for (const outcome of outcomes) process.stdout.write(`${describe(outcome)}\n`);
    process.stdout.write(`${outcomes.length} files\n`);
    return true;
  } finally {
    await database.close();
  }
};

await runCommand(main);
