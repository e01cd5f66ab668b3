import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { endpoints } from '../domain/endpoints.ts';
import { keepReleaseIndex } from '../domain/knowledge/actions/keep-index.ts';
import { findMarkdown } from '../domain/knowledge/pieces/read-folder.ts';
import type { Log } from '../kit/log.ts';
import { startLoop } from '../kit/wake.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * A release that is replaced while another one runs may have put its own pieces back; a later look finds that. It costs
 * one read of the files.
 */
const everyMs = 3_600_000;

/** Everything of this release that is searched for. */
export const readRelease = async () => {
  const [articles, documents, readme] = await Promise.all([
    findMarkdown(join(root, 'server/knowledge')),
    findMarkdown(join(root, 'docs')),
    readFile(join(root, 'README.md'), 'utf8'),
  ]);
  // Loaded at its first use, after the start.
  const { releaseOf } = await import('../domain/knowledge/pieces/release.ts');
  return releaseOf({
    articles,
    documents: [
      { file: 'README.md', text: readme },
      ...documents.map(({ file, text }) => ({ file: `docs/${file}`, text })),
    ],
    endpoints,
  });
};

/** Keeps the knowledge index as this release has it, in the background. Returns how to stop. */
export const startKnowledge = ({ database, log }: { database: Database; log: Log }): (() => Promise<void>) => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the knowledge index could not be updated');
  const loop = startLoop({ everyMs, failed }, async (isStopping) => {
    const outcome = await keepReleaseIndex(database, await readRelease(), isStopping);
    if (outcome !== null) log.info(outcome, 'the knowledge index was updated');
    return false;
  });
  return () => loop.stop();
};
