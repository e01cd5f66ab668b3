import type { Database } from '../../../db/database.ts';
import { findImportedFiles } from '../../../db/knowledge.ts';
import { type ImportedFile, importedPieces } from '../pieces/document-pieces.ts';
import { hashOf, type Piece } from '../pieces/piece.ts';
import { findMarkdown } from '../pieces/read-folder.ts';
import { readDocument } from '../pieces/split-document.ts';
import { keepImportedFile } from './keep-index.ts';

/** The limits of one import. A section is the text between two headings. */
const importLimits = { files: 2_000, bytes: 256 * 1024, sections: 500, title: 200, path: 300 };

const sources = ['MARKETPLACE', 'SERVICE'] as const;

const isSource = (source: string | undefined): source is ImportedFile['source'] =>
  (sources as readonly (string | undefined)[]).includes(source);

/** The pieces of a file. Throws a one-line description of the fault. */
const piecesOf = (file: string, text: string): Piece[] => {
  const { fields } = readDocument(text);
  const { source, title = '', reference } = fields;
  const refuse = (what: string): never => {
    throw new Error(`${file}: ${what}`);
  };
  if (file.length > importLimits.path) refuse(`the path has more than ${importLimits.path} characters; shorten it.`);
  if (text.includes('\0')) refuse('the text has U+0000, which cannot be stored; remove it.');
  if (!isSource(source)) {
    return refuse(
      `the file must begin with front matter that has source: ${sources.join(' or source: ')}${source === undefined ? '' : `, not ${source}`}.`,
    );
  }
  if (title.length > importLimits.title)
    refuse(`the title has more than ${importLimits.title} characters; shorten it.`);
  if (reference !== undefined && !/^https?:\/\/\S+$/.test(reference)) {
    refuse('reference must be a URL that begins with https:// or http://.');
  }
  const pieces = importedPieces({ file, text, source, key: hashOf(file).slice(0, 8) });
  if (pieces.length === 0) refuse('the file has no text below its front matter.');
  if (pieces.length > importLimits.sections) {
    refuse(`the file has ${pieces.length} sections; at most ${importLimits.sections} are allowed. Divide it.`);
  }
  return pieces;
};

export type FileOutcome = { file: string; pieces: number; changed: number; removed: number };

/**
 * Brings the Markdown files of a folder into the knowledge index, each instead of what an earlier import of the same path made.
 * All files are checked before the first one is stored. Throws one line for the first fault.
 */
export const importFolder = async (database: Database, folder: string): Promise<FileOutcome[]> => {
  const files = await findMarkdown(folder, importLimits);
  if (files.length === 0) throw new Error(`${folder} has no files that end in .md.`);
  const checked = files.map(({ file, text }) => ({ file, pieces: piecesOf(file, text) }));
  const outcomes: FileOutcome[] = [];
  for (const { file, pieces } of checked) {
    outcomes.push({ file, pieces: pieces.length, ...(await keepImportedFile(database, file, pieces)) });
  }
  return outcomes;
};

/**
 * Removes what was imported from a path: from one file, from the files of a folder, or everything for `.`. Throws if there is
 * nothing.
 */
export const removeImported = async (database: Database, path: string): Promise<FileOutcome[]> => {
  const wanted = path.replace(/^\.\/?/, '').replace(/\/+$/, '');
  const outcomes: FileOutcome[] = [];
  for (;;) {
    const files = await findImportedFiles(database.reads, wanted, importLimits.files);
    for (const file of files) {
      outcomes.push({ file, pieces: 0, ...(await keepImportedFile(database, file, [])) });
    }
    if (files.length < importLimits.files) break;
  }
  if (outcomes.length === 0)
    throw new Error(`Nothing was imported from ${path}. Give the path below the imported folder.`);
  return outcomes;
};
