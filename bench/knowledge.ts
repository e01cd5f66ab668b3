/**
 * Measures the knowledge search on both databases: the questions of `questions.test-support.ts`, one after another, in an index
 * of 10,000 sections (`--pieces`). It contains those of the release; the others are composed of their sentences.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../server/src/db/open.ts';
import { keepReleaseIndex } from '../server/src/domain/knowledge/actions/keep-index.ts';
import { type Piece, pageOf } from '../server/src/domain/knowledge/pieces/piece.ts';
import { questions } from '../server/src/domain/knowledge/questions.test-support.ts';
import { searchKnowledge } from '../server/src/domain/knowledge/reads.ts';
import { readRelease } from '../server/src/wiring/knowledge.ts';
import { startPostgres } from '../tools/postgres.ts';

const { values } = parseArgs({
  options: { pieces: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
});
const count = Number(values.pieces);
const rounds = Number(values.rounds);
const orgId = '01900000-0000-7000-8000-000000000000';

/** The same sequence in every run. */
let state = 7;
const below = (end: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * end);
};

const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T;

/** Sections as long as those of the release, composed of its sentences. */
export const morePieces = (pieces: readonly Piece[]): Piece[] => {
  const sentences = pieces.flatMap(({ markdown }) => markdown.split(/(?<=\.)\s+/)).filter((one) => one.length > 20);
  return Array.from({ length: Math.max(0, count - pieces.length) }, (_, index) => {
    const id = `made.${index}`;
    const { title, keywords, source } = oneOf(pieces);
    const markdown = Array.from({ length: 3 + below(10) }, () => oneOf(sentences)).join(' ');
    return { ...oneOf(pieces), id, title: `${title} ${index}`, keywords, source, path: pageOf(id), markdown };
  });
};

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

const measure = async (name: string, databaseUrl: string | undefined): Promise<void> => {
  const database = await openDatabase({
    databaseUrl,
    dataDir: 'memory://',
    strictReads: false,
    poolSize: 2,
    migrate: true,
  });
  try {
    const release = await readRelease();
    const pieces = await release.pieces();
    const all = [...pieces, ...morePieces(pieces)];
    const began = performance.now();
    await keepReleaseIndex(database, { digest: 'bench', pieces: async () => all });
    const seconds = (performance.now() - began) / 1000;
    const call = { db: database.read(orgId) } as unknown as Parameters<typeof searchKnowledge>[0];
    const times: { ms: number; query: string }[] = [];
    let before = process.cpuUsage();
    for (let round = 0; round <= rounds; round += 1) {
      if (round === 1) before = process.cpuUsage();
      for (const [query] of questions) {
        const start = performance.now();
        await searchKnowledge(call, { body: { query } });
        // The first round warms up.
        if (round > 0) times.push({ ms: performance.now() - start, query });
      }
    }
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1000 / times.length;
    const sorted = times.map(({ ms }) => ms).sort((one, other) => one - other);
    const slowest = times.reduce((one, other) => (other.ms > one.ms ? other : one));
    console.log(
      `${name}: ${all.length} pieces indexed in ${seconds.toFixed(1)} s; p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms, ` +
        `p99 ${at(sorted, 0.99)} ms, processor time of this process ${cpuMs.toFixed(1)} ms a search, slowest ${slowest.ms.toFixed(1)} ms (${slowest.query})`,
    );
  } finally {
    await database.close();
  }
};

if (import.meta.main) {
  await measure('embedded', undefined);
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('PostgreSQL is not installed.');
  try {
    await measure('postgres', await postgres.createDatabase('knowledge'));
  } finally {
    await postgres.stop();
  }
}
