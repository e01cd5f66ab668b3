import type { TestFile } from './test-files.ts';

/**
 * The files that run on the embedded database after all of them have run on PostgreSQL: those that always do, and of the others as short
 * ones as together run every function there that sent PostgreSQL a statement (docs/decisions/0272). `senders`: these functions, by file.
 */
export const chooseEmbedded = (
  files: readonly TestFile[],
  senders: ReadonlyMap<string, ReadonlySet<string>>,
): TestFile[] => {
  const sendersOf = ({ path }: TestFile): string[] => [...(senders.get(path) ?? [])];
  const chosen = files.filter(({ alwaysEmbedded }) => alwaysEmbedded);
  const others = files.filter(({ alwaysEmbedded }) => !alwaysEmbedded);
  const covered = new Set(chosen.flatMap(sendersOf));
  const worth = (file: TestFile): number =>
    sendersOf(file).filter((sender) => !covered.has(sender)).length / (file.seconds + 1);
  for (;;) {
    const best = others.toSorted((a, b) => worth(b) - worth(a))[0];
    if (!best || worth(best) === 0) break;
    chosen.push(best);
    for (const sender of sendersOf(best)) covered.add(sender);
  }
  // Those that were chosen later may have made an earlier one needless.
  return chosen
    .toSorted((a, b) => b.seconds - a.seconds)
    .reduce((kept, file) => {
      const rest = kept.filter((other) => other !== file);
      const restSends = new Set(rest.flatMap(sendersOf));
      return file.alwaysEmbedded || sendersOf(file).some((sender) => !restSends.has(sender)) ? kept : rest;
    }, chosen);
};
