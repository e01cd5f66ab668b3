import type { TestFile } from './test-files.ts';

/**
 * The files that run on the embedded database after all of them have run on PostgreSQL: those that always do, and then as few and as
 * short ones as send every statement there that any of these files sent to PostgreSQL. The guarantee of the second database is that it
 * understands and answers every statement of the service; what a file promises beyond that does not depend on the database, and held on
 * PostgreSQL (docs/decisions/0272).
 */
export const chooseEmbedded = (
  files: readonly TestFile[],
  sent: ReadonlyMap<string, ReadonlySet<string>>,
): TestFile[] => {
  const chosen = files.filter(({ alwaysEmbedded }) => alwaysEmbedded);
  const covered = new Set(chosen.flatMap(({ path }) => [...(sent.get(path) ?? [])]));
  const others = files.filter(({ alwaysEmbedded }) => !alwaysEmbedded);
  const news = ({ path }: TestFile): number => [...(sent.get(path) ?? [])].filter((text) => !covered.has(text)).length;
  for (;;) {
    const [best] = others
      .map((file) => ({ file, worth: news(file) / (file.seconds + 1) }))
      .sort((a, b) => b.worth - a.worth);
    if (!best || best.worth === 0) return chosen;
    chosen.push(best.file);
    for (const text of sent.get(best.file.path) ?? []) covered.add(text);
  }
};
