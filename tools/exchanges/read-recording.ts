import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Exchange, LeftOut } from '../../simulators/kit/record.ts';

const isLeftOut = (line: Exchange | LeftOut): line is LeftOut => 'leftOut' in line;

/** The last line of a killed process may be incomplete. */
const parseLine = (line: string): Exchange | LeftOut | null => {
  try {
    return JSON.parse(line) as Exchange | LeftOut;
  } catch {
    return null;
  }
};

/**
 * All exchanges of a folder, with one line in memory at a time. `leftOut` is called with the number of exchanges that a
 * recording could not hold.
 */
export const readRecording = async function* (
  folder: string,
  leftOut: (count: number) => void,
): AsyncGenerator<Exchange> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  for (const name of files.sort()) {
    const lines = createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const parsed = parseLine(line);
      if (parsed === null) continue;
      if (isLeftOut(parsed)) leftOut(parsed.leftOut);
      else yield parsed;
    }
  }
};
