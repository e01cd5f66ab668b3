import { createHmac, timingSafeEqual } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseInsideTransaction } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLeftoverRemover } from '../../kit/leftover-parts.ts';
import { type FileLink, type FileStorage, isFileKey, secondsOf } from './port.ts';

type LocalOptions = {
  dir: string;
  /** The API's address as callers reach it, without a trailing slash: it serves the files. */
  baseUrl: string;
  /** The first one signs; links signed with the others stay valid. */
  linkKeys: readonly [Buffer, ...Buffer[]];
  clock: Pick<Clock, 'wallNow'>;
};

/** The claims of a link, and its signature. */
export type SignedFile = { key: string; name: string; contentType: string; exp: string; sig: string };

export type LocalFiles = FileStorage & {
  /** Whether we made the link and it may still be used; compared in constant time, before the clock is read. */
  check(link: SignedFile): 'GOOD' | 'WRONG' | 'EXPIRED';
};

/** Every part is preceded by its length, so that no two links have the same text. */
const textOf = ({ key, name, contentType, exp }: Omit<SignedFile, 'sig'>): string =>
  ['GET', key, exp, contentType, name].map((part) => `${part.length}:${part}`).join('');

const signed = (key: Buffer, link: Omit<SignedFile, 'sig'>): Buffer =>
  createHmac('sha256', key).update(textOf(link)).digest();

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files in a local folder, which the API serves at `/files/{key}` to the holder of a signed link. */
export const createLocalFiles = ({ dir, baseUrl, linkKeys, clock }: LocalOptions): LocalFiles => {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('this is not the key of a file');
    return join(dir, key);
  };
  const secondsNow = (): number => Math.floor(clock.wallNow().getTime() / 1000);
  let parts = 0;
  const removeLeftParts = createLeftoverRemover(dir, () => clock.wallNow());

  return {
    put: async (key, bytes) => {
      refuseInsideTransaction('the folder of files');
      const path = pathOf(key);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removeLeftParts();
      parts += 1;
      const part = `${path}.${process.pid}-${parts}.part`;
      try {
        // On disk before it gets its name, so that a partial file is never visible.
        const file = await open(part, 'w', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
    },
    get: async (key) => {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    has: async (key) => {
      try {
        await access(pathOf(key));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    remove: async (key) => {
      refuseInsideTransaction('the folder of files');
      await rm(pathOf(key), { force: true });
    },
    presignGet: async (key, link: FileLink) => {
      pathOf(key);
      const exp = String(secondsNow() + secondsOf(link));
      const { name, contentType } = link;
      const sig = signed(linkKeys[0], { key, name, contentType, exp }).toString('base64url');
      const query = new URLSearchParams({ exp, type: contentType, name, sig });
      return `${baseUrl}/files/${encodeURIComponent(key)}?${query}`;
    },
    check: (link) => {
      const given = Buffer.from(link.sig, 'base64url');
      const matches = linkKeys.map((key) => {
        const expected = signed(key, link);
        return timingSafeEqual(expected, given.length === expected.length ? given : Buffer.alloc(expected.length));
      });
      if (!matches.includes(true)) return 'WRONG';
      return Number(link.exp) > secondsNow() ? 'GOOD' : 'EXPIRED';
    },
  };
};
