import { isDeepStrictEqual } from 'node:util';
import { cutText } from '../../kit/cut-text.ts';
import { big, decimalFromJson } from '../../kit/decimal.ts';
import { joinWithOr } from '../../kit/join-words.ts';
import { isRawNumber } from '../../kit/json.ts';
import { mustBeOneOf } from '../../kit/one-of.ts';
import { parseTime, plainTime } from '../../kit/time.ts';
import { isAbsent, isDay, isObject, valueAt } from './document.ts';
import type { DocumentFault, PartnerStanding, ReferralDocument, Situation } from './port.ts';

/** Something that a document says, at paths from its root. */
export type Condition =
  /** A text is one of these words; a list holds one of them. */
  { path: string; is: readonly string[] } | { path: string; given: boolean } | { not: Condition };

/** What a text must look like. `say` completes `must be …`. */
export type Form = { say: string; fits(text: string): boolean };

export const pattern = (fits: RegExp, say: string): Form => ({ say, fits: (text) => fits.test(text) });

const kinds = {
  anything: ['anything', () => true],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  day: ['a day, YYYY-MM-DD', (value: unknown) => typeof value === 'string' && isDay(value)],
  list: ['a list', Array.isArray],
  number: ['a number', (value: unknown) => typeof value === 'number' || isRawNumber(value)],
  object: ['an object', isObject],
  text: ['a text', (value: unknown) => typeof value === 'string'],
  time: ['an RFC 3339 time', (value: unknown) => typeof value === 'string' && parseTime(value) !== null],
  whole: ['a whole number', (value: unknown) => Number.isSafeInteger(value)],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>;

/** One member of a partner's document. What has members of its own needs a row only if it has more to say. */
export type MemberRule = {
  /** Dotted, from the root; `[]` after a list stands for each of its items. */
  path: string;
  kind: keyof typeof kinds;
  /** SUBMITTED: in a document that is submitted. WITH_ITS_OBJECT: wherever the object or item that holds it is given. */
  required?: 'SUBMITTED' | 'WITH_ITS_OBJECT';
  /** It is not required then. */
  unless?: Condition;
  requiredIf?: Condition;
  /** It must be left out otherwise. */
  onlyIf?: Condition;
  /** Characters of a text, items of a list, value of a number. */
  min?: number;
  max?: number;
  /** A number must be more than this. */
  above?: number;
  form?: Form;
  /** A closed list; `what` is its plural noun. Spaces, and capital or small letters, do not matter where it is `loose`. */
  words?: { what: string; list: readonly string[]; loose?: true };
  /** A day that is not in the past when it is submitted or changed. */
  notPast?: true;
};

/** What a partner takes in which standing: paths that cannot be changed, and why. */
export type FixedPaths = { paths: readonly string[]; why: string };

export type DocumentTable = {
  rules: readonly MemberRule[];
  /** Members that no rule names are faults: the partner refuses them, or they would be lost without a word. */
  closed: boolean;
  /** What an update may not change. */
  fixed(standing: PartnerStanding): FixedPaths;
  /** Rules that no row can say. */
  also(document: ReferralDocument, situation: Situation): readonly DocumentFault[];
};

const maxFaults = 100;
const maxDepth = 16;
const maxValues = 5000;
const maxCharacters = 262_144;
const maxKeyCharacters = 80;

/** Whether the document is small enough to be looked at. Needs no recursion, and ends as soon as a limit is passed. */
const isBounded = (document: unknown): boolean => {
  const open: [value: unknown, depth: number][] = [[document, 0]];
  let values = 0;
  let characters = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    values += 1;
    if (typeof value === 'string') characters += value.length;
    if (depth > maxDepth || values + open.length > maxValues || characters > maxCharacters) return false;
    if (Array.isArray(value)) {
      if (value.length > maxValues) return false;
      for (const item of value) open.push([item, depth + 1]);
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) {
        characters += key.length;
        open.push([value[key], depth + 1]);
      }
    }
  }
  return true;
};

const holds = (condition: Condition, document: ReferralDocument): boolean => {
  if ('not' in condition) return !holds(condition.not, document);
  const value = valueAt(document, condition.path);
  if ('given' in condition) return isAbsent(value) !== condition.given;
  const found = Array.isArray(value) ? value : [value];
  return condition.is.some((word) => found.includes(word));
};

const say = (condition: Condition, negated = false): string => {
  if ('not' in condition) return say(condition.not, !negated);
  if ('given' in condition) return `${condition.path} is ${condition.given === negated ? 'not ' : ''}given`;
  return `${condition.path} is ${negated ? 'not ' : ''}${joinWithOr(condition.is)}`;
};

type Node = { rule?: MemberRule; members: Map<string, Node>; items?: Node };

const plant = (root: Node, rule: MemberRule): void => {
  let node = root;
  for (const name of rule.path.replaceAll('[]', '.[]').split('.')) {
    let next = name === '[]' ? node.items : node.members.get(name);
    if (!next) {
      next = { members: new Map() };
      if (name === '[]') node.items = next;
      else node.members.set(name, next);
    }
    node = next;
  }
  node.rule = rule;
};

const counted = (count: number, kind: string): string =>
  `${count} ${kind === 'list' ? 'item' : 'character'}${count === 1 ? '' : 's'}`;

/** Code points, as Smithy and most partners count. */
const lengthOf = (text: string, limit: number): number =>
  text.length <= limit ? text.length : Array.from(text).length;

const plain = (word: string): string => word.replace(/\s+/g, '').toLowerCase();

type Problem = [code: string, message: string];

const problemsOfSize = (rule: MemberRule, value: string | readonly unknown[]): Problem[] => {
  const { kind, min = 0, max = Number.POSITIVE_INFINITY } = rule;
  const size = typeof value === 'string' ? Math.min(value.length, lengthOf(value, min)) : value.length;
  if (size < min) return [['too_short', `must have at least ${counted(min, kind)}`]];
  const isLong = typeof value === 'string' ? lengthOf(value, max) > max : value.length > max;
  return isLong ? [['too_long', `must have at most ${counted(max, kind)}`]] : [];
};

const problemsOfText = (rule: MemberRule, text: string): Problem[] => {
  const { words, form } = rule;
  const found = problemsOfSize(rule, text);
  if (found.length > 0) return found;
  if (form && !form.fits(text)) return [['format', `must be ${form.say}`]];
  if (!words) return [];
  const isKnown = words.loose ? words.list.some((word) => plain(word) === plain(text)) : words.list.includes(text);
  return isKnown ? [] : [['value', mustBeOneOf(words.what, words.list)]];
};

const problemsOfNumber = ({ min, max, above }: MemberRule, value: unknown): Problem[] => {
  const exact = typeof value === 'number' || isRawNumber(value) ? decimalFromJson(value) : null;
  if (exact === null) return [['format', 'must have at most 18 digits before the point and 9 after it']];
  if (above !== undefined && big(exact).lte(above)) return [['range', `must be more than ${above}`]];
  if (min !== undefined && big(exact).lt(min)) return [['range', `must be at least ${min}`]];
  if (max !== undefined && big(exact).gt(max)) return [['range', `must be at most ${max}`]];
  return [];
};

/** What is wrong with a value of the right kind, wherever it is. */
const problemsOf = (rule: MemberRule, value: unknown): Problem[] => {
  if (rule.kind === 'number' || rule.kind === 'whole') return problemsOfNumber(rule, value);
  if (Array.isArray(value)) return problemsOfSize(rule, value);
  return typeof value === 'string' ? problemsOfText(rule, value) : [];
};

/** A member without what says nothing, so that a null is the same as a member that is left out, and with times in one spelling. */
const tidied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value === 'string' && value !== '') return plainTime(value);
  if (!isObject(value)) return isAbsent(value) ? undefined : value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, tidied(member)] as const)
      .filter(([, member]) => !isAbsent(member)),
  );
};

/** Whether two values say the same. */
const saysTheSame = (one: unknown, other: unknown): boolean =>
  (isAbsent(one) && isAbsent(other)) || isDeepStrictEqual(tidied(one), tidied(other));

/**
 * Of what cannot be changed: the paths that are as the partner has them, where no fault can be mended, and a fault for
 * each of the others.
 */
const fixedIn = (
  table: DocumentTable,
  document: ReferralDocument,
  { act, before, standing }: Situation,
): { kept: readonly string[]; changed: readonly DocumentFault[] } => {
  if (act !== 'UPDATE' || !before || !standing) return { kept: [], changed: [] };
  const { paths, why } = table.fixed(standing);
  const isKept = (path: string): boolean => saysTheSame(valueAt(before, path), valueAt(document, path));
  return {
    kept: paths.filter(isKept),
    changed: paths
      .filter((path) => !isKept(path))
      .map((path) => ({ path, code: 'fixed', message: `cannot be changed: ${why}` })),
  };
};

/**
 * Returns the check of a partner's documents that a table describes. Its work is bounded by the document's size, which
 * is bounded too, and it tells at most 100 faults. It never throws.
 */
export const documentChecker = (
  table: DocumentTable,
): ((document: ReferralDocument, situation: Situation) => DocumentFault[]) => {
  const root: Node = { members: new Map() };
  for (const rule of table.rules) plant(root, rule);

  return (document, situation) => {
    if (!isBounded(document)) {
      const message = `must have at most ${maxValues} values, ${maxCharacters} characters and ${maxDepth} levels`;
      return [{ path: '', code: 'too_large', message }];
    }
    const faults: DocumentFault[] = [];
    const tell = (path: string, code: string, message: string): void => {
      if (faults.length < maxFaults) faults.push({ path, code, message });
    };

    const missing = (rule: MemberRule, isInside: boolean): string | null => {
      if (rule.requiredIf && holds(rule.requiredIf, document)) return `is required, as ${say(rule.requiredIf)}`;
      const isRequired = rule.required === 'WITH_ITS_OBJECT' ? isInside : situation.act === 'SUBMIT' && rule.required;
      return isRequired && !(rule.unless && holds(rule.unless, document)) ? 'is required' : null;
    };

    const visitAbsent = (node: Node, path: string, isInside: boolean): void => {
      const reason = node.rule && missing(node.rule, isInside);
      if (reason) tell(path, 'required', reason);
      else for (const [name, member] of node.members) visitAbsent(member, `${path}.${name}`, false);
    };

    const visitMembers = (node: Node, value: Readonly<Record<string, unknown>>, path: string): void => {
      const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
      for (const [name, member] of node.members) {
        visit(member, Object.hasOwn(value, name) ? value[name] : undefined, at(name));
      }
      if (!table.closed || node.members.size === 0) return;
      const names = [...node.members.keys()];
      for (const name of Object.keys(value)) {
        if (faults.length === maxFaults) return;
        if (node.members.has(name) || isAbsent(value[name]) || isTheirs(at(name), value[name])) continue;
        const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
        const message = meant ? `must be spelled ${meant}` : `is unknown here; ${mustBeOneOf('members', names)}`;
        tell(at(cutText(name, maxKeyCharacters)), 'unknown', message);
      }
    };

    /** What the partner has itself is not judged by itself: it may know more words than we do. */
    const isTheirs = (path: string, value: unknown): boolean =>
      situation.act === 'UPDATE' &&
      situation.before !== undefined &&
      saysTheSame(valueAt(situation.before, path), value);

    const visitGiven = (node: Node, value: unknown, path: string): void => {
      const { rule } = node;
      const [wanted, fits] = kinds[rule?.kind ?? (node.items ? 'list' : 'object')];
      if (!fits(value)) {
        if (!isTheirs(path, value)) tell(path, 'type', `must be ${wanted}`);
        return;
      }
      if (rule?.onlyIf && !holds(rule.onlyIf, document)) {
        tell(path, 'forbidden', `must be left out unless ${say(rule.onlyIf)}`);
        return;
      }
      const problems = rule ? problemsOf(rule, value) : [];
      if (rule?.notPast && String(value).slice(0, situation.today.length) < situation.today) {
        problems.push(['past', `must not be in the past; today is ${situation.today}`]);
      }
      if (problems.length > 0 && !isTheirs(path, value)) {
        for (const [code, message] of problems) tell(path, code, message);
      }
      if (isObject(value)) visitMembers(node, value, path);
      if (node.items && Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          if (isAbsent(item)) tell(`${path}.${index}`, 'required', 'must not be empty');
          else visit(node.items, item, `${path}.${index}`);
        }
      }
    };

    const visit = (node: Node, value: unknown, path: string): void => {
      if (faults.length === maxFaults) return;
      if (isAbsent(value)) visitAbsent(node, path, true);
      else visitGiven(node, value, path);
    };

    visit(root, document, '');
    const wrongKinds = faults.filter(({ code }) => code === 'type').map(({ path }) => `${path}.`);
    for (const { path, code, message } of table.also(document, situation)) {
      // What is not even an object lacks no members.
      if (!wrongKinds.some((wrong) => path.startsWith(wrong))) tell(path, code, message);
    }
    const { kept, changed } = fixedIn(table, document, situation);
    for (const fault of changed) tell(fault.path, fault.code, fault.message);
    const isKept = (path: string): boolean => kept.some((fixed) => path === fixed || path.startsWith(`${fixed}.`));
    return faults.filter(({ path }) => !isKept(path));
  };
};

/** The paths that stay fixed where only these may be changed. A list is one path. */
export const allBut = (rules: readonly MemberRule[], free: readonly string[]): string[] => {
  const paths = [...new Set(rules.map(({ path }) => path.replace(/\[\].*$/, '')))];
  const isHolder = (path: string): boolean => paths.some((other) => other.startsWith(`${path}.`));
  const isFree = (path: string): boolean => free.some((open) => path === open || path.startsWith(`${open}.`));
  return paths.filter((path) => !isHolder(path) && !isFree(path));
};

/** The first names of all paths: the whole document. */
export const wholeDocument = (rules: readonly MemberRule[]): string[] => [
  ...new Set(rules.map(({ path }) => path.replace(/[.[].*$/, ''))),
];
