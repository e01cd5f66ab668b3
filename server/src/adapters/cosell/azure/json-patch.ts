import canonicalize from 'canonicalize';
import { isObject } from '../document.ts';
import type { ReferralDocument } from '../port.ts';

/** An operation of RFC 6902. Microsoft takes `add` and `replace` only ("Update a lead or opportunity"). */
export type PatchOperation = { op: 'add' | 'replace'; path: string; value: unknown };

const pointer = (names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const isSame = (left: unknown, right: unknown): boolean =>
  left === undefined || right === undefined ? left === right : canonicalize(left) === canonicalize(right);

/**
 * What turns one document into another. A list is replaced as a whole; a member that is to go becomes null, or an empty list.
 * A member that is absent in both, or null in one of them, is the same.
 */
export const patchBetween = (before: ReferralDocument, after: ReferralDocument): PatchOperation[] => {
  const operations: PatchOperation[] = [];
  const walk = (names: readonly string[], old: unknown, next: unknown): void => {
    const [was, is] = [old ?? undefined, next ?? undefined];
    if (isSame(was, is)) return;
    if (isObject(was) && isObject(is)) {
      const members = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
      for (const name of members) walk([...names, name], was[name], is[name]);
      return;
    }
    const value = is ?? (Array.isArray(was) ? [] : null);
    operations.push({ op: was === undefined ? 'add' : 'replace', path: pointer(names), value });
  };
  walk([], before, after);
  return operations;
};
