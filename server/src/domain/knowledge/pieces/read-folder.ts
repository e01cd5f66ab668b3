import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { TextFile } from './document-pieces.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export type FolderLimits = { files: number; bytes: number };

const unlimited: FolderLimits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

const decode = (file: string, bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error(`${file}: the file is not UTF-8; save it as UTF-8.`);
  }
};

/**
 * The Markdown files of a folder and the folders in it, by their paths below it. Links to files elsewhere are not followed.
 * Throws for too many files, and for one that is too large or not UTF-8.
 */
export const findMarkdown = async (folder: string, limits: FolderLimits = unlimited): Promise<TextFile[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join('/'))
    .sort();
  if (files.length > limits.files) {
    throw new Error(
      `${folder} has ${files.length} Markdown files; at most ${limits.files} can be imported at once. Import parts of it.`,
    );
  }
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const { size } = await stat(path);
      if (size > limits.bytes) {
        throw new Error(`${file}: the file has ${size} bytes; at most ${limits.bytes} are allowed. Divide it.`);
      }
      return { file, text: decode(file, await readFile(path)) };
    }),
  );
};
