import { objectOf } from '../api/call.ts';
import type { Json } from '../state.ts';
import { referralRefusal } from './refusal.ts';
import { isReadOnly } from './schema.ts';

/**
 * Applies a JSON Patch (RFC 6902) to a referral. "Update a lead or opportunity": only `replace` and `add` are supported.
 * A member that the referral has not set yet can be replaced as well, because it exists in the type.
 */
export const applyPatch = (content: Json, body: Buffer): Json => {
  let changed: unknown = structuredClone(content);
  for (const [index, given] of readOperations(body).entries()) {
    const { op, path, value } = objectOf(given);
    const bad = (problem: string): Error => referralRefusal('invalidRequest', `Operation ${index}: ${problem}.`);
    if (op !== 'replace' && op !== 'add') throw bad('only replace and add are supported');
    if (typeof path !== 'string' || !path.startsWith('/')) throw bad('path is not a JSON Pointer');
    if (value === undefined) throw bad('value is missing');
    const names = path.slice(1).split('/').map(fromPointer);
    if (isReadOnly(names[0] ?? '')) throw bad(`${path} cannot be changed`);
    changed = setAt(changed, names, { op, value, bad });
  }
  return changed as Json;
};

const fromPointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

const readOperations = (body: Buffer): unknown[] => {
  let operations: unknown;
  try {
    operations = JSON.parse(body.toString('utf8'));
  } catch {
    operations = null;
  }
  if (!Array.isArray(operations) || operations.length === 0)
    throw referralRefusal('invalidRequest', 'The body is not a JSON Patch document: a list of operations.');
  return operations;
};

type Step = { op: 'replace' | 'add'; value: unknown; bad(problem: string): Error };

const setAt = (target: unknown, [name = '', ...rest]: string[], step: Step): unknown => {
  const isLast = rest.length === 0;
  if (!Array.isArray(target)) {
    const known = objectOf(target);
    const value = isLast ? step.value : setAt(known[name] ?? emptyFor(rest), rest, step);
    return { ...known, [name]: value };
  }
  if (name === '-' && step.op === 'add' && isLast) return [...target, step.value];
  const index = /^\d{1,6}$/.test(name) ? Number(name) : -1;
  if (isLast && step.op === 'add' && index >= 0 && index <= target.length)
    return target.toSpliced(index, 0, step.value);
  if (index < 0 || index >= target.length) throw step.bad(`there is no item ${name}`);
  return target.with(index, isLast ? step.value : setAt(target[index], rest, step));
};

/** The initial value of a missing member: a list if the pointer continues to an item. */
const emptyFor = ([name = '']: string[]): unknown => (name === '-' || /^\d+$/.test(name) ? [] : {});
