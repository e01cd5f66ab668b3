import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** A file or folder as PGlite has it open; `nfd` is Node's descriptor. */
type Open = { nfd: number; node: { mode: number } };

/** What PGlite's program has of a file system of Node; missing from its types. */
type WithFiles = {
  NODEFS: { stream_ops: { fsync?: (open: Open) => number }; convertNodeCode(error: unknown): number };
  FS: { isDir(mode: number): boolean; ErrnoError: new (code: number) => Error };
};

/**
 * The files of a folder, with an `fsync` that reaches the disk: PGlite's own does nothing, so that a crash of the machine could lose what was
 * acknowledged, and damage the database beyond repair. `sync` is called with the descriptor of the file.
 *
 * It begins to work when the database is open. After a kill the database first synchronizes all of its files, thousands of them, one after
 * another, which takes seconds; the system does the same by itself within half a minute.
 */
export const syncedFiles = (
  folder: string,
  sync: (descriptor: number) => void = fsyncSync,
): { files: NodeFS; begin: () => void } => {
  const files = new NodeFS(folder);
  let isOpen = false;
  const init = files.init.bind(files);
  files.init = async (lite, options) => {
    const { emscriptenOpts } = await init(lite, options);
    const reachDisk = (program: unknown): void => {
      const { NODEFS, FS } = program as WithFiles;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (!isOpen) return 0;
        try {
          sync(nfd);
        } catch (error) {
          // Not every system synchronizes folders. Of a file, a failure is the end: the database fails, and recovers.
          if (!FS.isDir(node.mode)) throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), reachDisk] } };
  };
  const begin = (): void => {
    isOpen = true;
  };
  return { files, begin };
};
