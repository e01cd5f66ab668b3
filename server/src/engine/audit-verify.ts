import {
  type Dropped,
  findDropped,
  findLinks,
  findLost,
  findUnsealed,
  type Link,
  type Unsealed,
} from '../db/audit-chain.ts';
import type { OrgDb } from '../db/org-db.ts';
import { chainStart, hashOfRow } from './audit-chain.ts';

/** A position in a chain, and its hash, noted earlier. */
export type Head = { sequence: number; hash: Buffer };

/** The first link that does not verify, or a row without a link. */
export type BrokenLink = {
  /** Null for a row outside the chain. */
  sequence: number | null;
  /** UUID of the row; null if unknown. */
  id: string | null;
  what: string;
};

export type ChainReport = {
  sealed: number;
  unsealed: Unsealed;
  head: Head | null;
  broken: BrokenLink | null;
  /** The month before which retention has dropped rows; null if none were. */
  droppedBefore: string | null;
};

const linksAtOnce = 500;
const rowsAtOnce = 5000;

const howMany = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Whether retention dropped the row of a link. The link itself stays, or one after it. */
const isDropped = (link: Link, dropped: Dropped | null): boolean =>
  dropped !== null && link.row === null && link.event_id < dropped.firstId;

const brokenAt = (orgId: string, last: Head, link: Link, dropped: Dropped | null): BrokenLink | null => {
  const { event_id: id, row } = link;
  const sequence = last.sequence + 1;
  if (link.sequence < sequence)
    return { sequence: link.sequence, id, what: 'inserted row: the chain has no such position' };
  if (link.sequence > sequence) {
    return {
      sequence,
      id: null,
      what: `${howMany(link.sequence - sequence, 'missing link')}: next is ${link.sequence}`,
    };
  }
  if (!link.previous_hash.equals(last.hash)) {
    return { sequence, id, what: 'wrong previous hash: a different row preceded this one' };
  }
  if (isDropped(link, dropped)) return null;
  if (!row) return { sequence, id, what: 'missing row: only its link is left' };
  const hash = hashOfRow({ orgId, sequence, previousHash: last.hash }, row);
  return link.hash.equals(hash) ? null : { sequence, id, what: 'altered row: its hash does not match' };
};

const isOther = (noted: Head, at: Head): boolean => noted.sequence === at.sequence && !noted.hash.equals(at.hash);

/** Walks the chain from its first link, or from the one that retention left of what it dropped, to the first that does not verify. */
const walk = async (
  db: OrgDb,
  dropped: Dropped | null,
  noted?: Head,
): Promise<{ head: Head; broken: BrokenLink | null }> => {
  let head: Head = { sequence: 0, hash: chainStart };
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const links = await findLinks(db, after, linksAtOnce);
    for (const link of links) {
      if (head.sequence === 0 && link.sequence > 1 && isDropped(link, dropped))
        head = { sequence: link.sequence - 1, hash: link.previous_hash };
      const broken = brokenAt(db.orgId, head, link, dropped);
      if (broken) return { head, broken };
      head = { sequence: link.sequence, hash: link.hash };
      if (noted && isOther(noted, head)) {
        const what = 'rewritten chain: its hash differs from the one recorded earlier';
        return { head, broken: { sequence: head.sequence, id: link.event_id, what } };
      }
    }
    const last = links.at(-1);
    if (!last) break;
    after = last.sequence;
  }
  const missing = noted ? noted.sequence - head.sequence : 0;
  if (missing <= 0) return { head, broken: null };
  const what = `${howMany(missing, 'missing link')} at the end of the chain`;
  return { head, broken: { sequence: head.sequence + 1, id: null, what } };
};

const countUnsealed = async (db: OrgDb, dropped: Dropped | null): Promise<Unsealed> => {
  const all: Unsealed = { count: 0, oldest: null, stray: null };
  for (let after: string | null = dropped?.firstId ?? null; ; ) {
    const { count, oldest, stray, last }: Awaited<ReturnType<typeof findUnsealed>> = await findUnsealed(
      db,
      after,
      rowsAtOnce,
    );
    all.count += count;
    if (oldest && (!all.oldest || oldest < all.oldest)) all.oldest = oldest;
    all.stray ??= stray;
    if (last === null) return all;
    after = last;
  }
};

/**
 * Recomputes the chain of an organization, in batches. Links and rows missing at its end can be detected only against a
 * head noted earlier.
 */
export const verifyChain = async (db: OrgDb, noted?: Head): Promise<ChainReport> => {
  const dropped = await findDropped(db);
  const { head, broken } = await walk(db, dropped, noted);
  const unsealed = await countUnsealed(db, dropped);
  const lost = await findLost(db);
  const outside = ((): BrokenLink | null => {
    if (unsealed.stray) return { sequence: null, id: unsealed.stray, what: 'inserted row: it is not in the chain' };
    return lost ? { sequence: null, id: lost, what: 'missing row: it was removed before it was sealed' } : null;
  })();
  return {
    sealed: head.sequence,
    unsealed,
    head: head.sequence === 0 ? null : head,
    broken: broken ?? outside,
    droppedBefore: dropped?.before ?? null,
  };
};
