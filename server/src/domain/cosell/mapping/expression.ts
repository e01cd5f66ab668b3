import { setImmediate as nextTurn } from 'node:timers/promises';
import canonicalize from 'canonicalize';
import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { yieldIfLong } from '../../../kit/yield-to-others.ts';

/**
 * Expressions of field mappings: JSONata (docs.jsonata.org) without what could run for long or grow without end. There are
 * no functions or variables of one's own, no regular expressions and no ranges, so that the work is bounded by the expression and the record;
 * a limit of steps, in which long texts and lists count for more, and of text length bounds the rest.
 */

export const expressionMax = 1000;
/** All expressions of a record together take at most so many steps. */
const stepsMax = 20_000;
/** After so many steps, a few milliseconds, others have a turn. */
const stepsOfTurn = 1000;
const textMax = 256 * 1024;
const literalMax = 100;
/** Of a text or list that an expression reads or makes, so much counts as a step. */
const charsOfStep = 128;
const itemsOfStep = 8;

type Node = {
  type?: string;
  value?: unknown;
  position?: number;
  procedure?: Node;
  arguments?: Node[];
  [part: string]: unknown;
};

const nodeTypes: ReadonlySet<string> = new Set([
  'path',
  'name',
  'string',
  'number',
  'value',
  'variable',
  'function',
  'binary',
  'unary',
  'condition',
  'block',
  'filter',
  'index',
]);

const operators: ReadonlySet<unknown> = new Set([
  '&',
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'in',
]);

/** Functions of JSONata whose result is no larger than what they get. */
const functions: ReadonlySet<unknown> = new Set(
  (
    'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim contains replace split ' +
    'join number floor ceil round abs boolean not keys lookup append exists reverse type distinct toMillis fromMillis formatNumber'
  ).split(' '),
);

/** Arguments that must be written out, by function: their length multiplies that of the others. */
const literalArguments: Readonly<Record<string, readonly number[]>> = { replace: [1, 2], join: [1], split: [1] };

/** What is known of an expression: why it is refused, and the members that it names. */
type Known = { fault: string | null; paths: readonly (readonly string[])[] };

/** The maximum number of characters of cached expressions: those of a few of the largest mappings. Parsing one takes milliseconds. */
const known = new LRUCache<string, Known>({ maxSize: 1_000_000, sizeCalculation: (_known, text) => text.length + 1 });

const read = (text: string): Known => {
  try {
    const ast = jsonata(text).ast() as unknown as Node;
    const fault = findForbidden(ast);
    return { fault, paths: fault === null ? pathsIn(ast) : [] };
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number };
    const where = position === undefined ? '' : ` (at character ${position})`;
    return { fault: `is not JSONata: ${message ?? 'it cannot be read'}${where}`, paths: [] };
  }
};

const know = (text: string): Known => {
  const found = known.get(text) ?? read(text);
  known.set(text, found);
  return found;
};

/** Why an expression is refused, as the end of a sentence; null: it may be used. */
export const checkExpression = (text: string): string | null =>
  text.length > expressionMax ? `has more than ${expressionMax} characters` : know(text).fault;

const at = ({ position }: Node): string => (position === undefined ? '' : ` (at character ${position})`);

const checkFunction = (node: Node): string | null => {
  const name = node.procedure?.value;
  if (node.procedure?.type !== 'variable' || !functions.has(name)) {
    return `uses a function that mappings do not have${at(node)}: they have ${[...functions].map((one) => `$${String(one)}`).join(', ')}`;
  }
  for (const index of literalArguments[String(name)] ?? []) {
    const given = node.arguments?.[index];
    if (given && (given.type !== 'string' || String(given.value).length > literalMax)) {
      return `has an argument of $${String(name)} that is not written out, or is longer than ${literalMax} characters${at(node)}`;
    }
  }
  return null;
};

const checkNode = (node: Node): string | null => {
  const { type = '' } = node;
  if (!nodeTypes.has(type)) return `uses ${type || 'something'}, which mappings do not have${at(node)}`;
  if (type === 'binary' && !operators.has(node.value))
    return `uses the operator ${String(node.value)}, which mappings do not have${at(node)}`;
  if (type === 'variable' && node.value !== '' && node.value !== '$')
    return `uses the variable $${String(node.value)}, which does not exist${at(node)}`;
  return type === 'function' ? checkFunction(node) : null;
};

const findForbidden = (part: unknown): string | null => {
  if (Array.isArray(part)) {
    for (const item of part) {
      const found = findForbidden(item);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof part !== 'object' || part === null) return null;
  const node = part as Node;
  const own = node.type === undefined ? null : checkNode(node);
  if (own !== null) return own;
  const { procedure: _procedure, ...rest } = node;
  for (const member of Object.values(rest)) {
    const found = findForbidden(member);
    if (found !== null) return found;
  }
  return null;
};

const tooMuch = (): Error => new Error('it needs too many steps, or produces too long a text: shorten it');

/** The steps that expressions have taken so far, and those after which others had a turn. */
export type Work = { steps: number; paused: number };

export const noWork = (): Work => ({ steps: 0, paused: 0 });

const stepsFor = (value: unknown): number => {
  if (typeof value === 'string') return value.length / charsOfStep;
  return Array.isArray(value) ? value.length / itemsOfStep : 0;
};

/** A width of a component; a larger one would make a text of that length. */
const width = '(?:,[0-9*]{1,2}(?:-[0-9*]{1,2})?)?';
const numbers = `(?:\\[[YMDdHhms][01]{0,4}${width}\\])+`;
const component = `(?:${numbers}|\\[[MFP](?:Nn|N|n)${width}\\]|\\[f[01]{0,3}${width}\\])`;
const zone = '(?:\\[[Zz](?:0101|01:01)?t?\\])?';

/**
 * A picture of a time that is read and written without long searches. JSONata makes a regular expression of it, in which two
 * components of any length next to each other would be tried in every split.
 */
const timePicture = new RegExp(`^${component}${zone}(?:(?:[^\\[\\]\\p{L}\\p{N}]+|T)${component}${zone})*$`, 'u');

const checkPicture = (picture: string | undefined, isAllowed: (text: string) => boolean): void => {
  if (picture === undefined || (picture.length <= literalMax && isAllowed(picture))) return;
  throw new Error(
    `the picture "${picture.slice(0, 40)}" cannot be used: write one like [Y0001]-[M01]-[D01] or #,##0.00`,
  );
};

const isTimePicture = (text: string): boolean => timePicture.test(text);

/** Functions of JSONata itself, for those that are called with a checked picture. */
const asTime = jsonata('$toMillis(value, picture)');
const asTimeText = jsonata('$fromMillis(value, picture, zone)');
const asNumberText = jsonata('$formatNumber(value, picture)');

const itemKey = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `${canonicalize(value)}` : `${typeof value} ${String(value)}`;

/** Each item once. JSONata's own function compares each with all others. */
const distinct = (list: unknown): unknown => {
  if (!Array.isArray(list) || list.length <= 1) return list;
  const firsts = new Map<string, unknown>();
  for (const item of list) {
    const key = itemKey(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  const items = [...firsts.values()];
  return 'sequence' in list ? Object.defineProperty(items, 'sequence', { value: true }) : items;
};

const registerBounded = (expression: jsonata.Expression): void => {
  expression.registerFunction('distinct', distinct, '<x:x>');
  expression.registerFunction(
    'toMillis',
    (value?: string, picture?: string) => {
      checkPicture(picture, isTimePicture);
      return asTime.evaluate({ value, picture });
    },
    '<s-s?:n>',
  );
  expression.registerFunction(
    'fromMillis',
    (value?: number, picture?: string, zone?: string) => {
      checkPicture(picture, isTimePicture);
      return asTimeText.evaluate({ value, picture, zone });
    },
    '<n-s?s?:s>',
  );
  expression.registerFunction(
    'formatNumber',
    (value?: number, picture?: string) => {
      checkPicture(picture, () => true);
      return asNumberText.evaluate({ value, picture });
    },
    '<n-s:s>',
  );
};

/**
 * What an expression, checked before, gives for a record; undefined: nothing. `work`: the steps of the record's other
 * expressions, which count, too. Throws a readable error.
 */
export const evaluate = async (text: string, input: unknown, work: Work = noWork()): Promise<unknown> => {
  // Expressions that take few steps cost, too: reading one of a thousand characters takes milliseconds.
  await yieldIfLong();
  const expression = jsonata(text);
  registerBounded(expression);
  const take = (steps: number): void => {
    work.steps += steps;
    if (work.steps > stepsMax) throw tooMuch();
  };
  const enter = (): void => take(1);
  const leave = (node: Node, read: unknown, _environment: unknown, result: unknown): Promise<void> | undefined => {
    if (typeof result === 'string' && result.length > textMax) throw tooMuch();
    take(stepsFor(result) + (node.type === 'function' ? stepsFor(read) : 0));
    if (work.steps - work.paused < stepsOfTurn) return undefined;
    work.paused = work.steps;
    return nextTurn();
  };
  // The package looks its hooks up by these symbols; its types know only names of variables.
  const assign = expression.assign as unknown as (name: symbol, value: unknown) => void;
  assign(Symbol.for('jsonata.__evaluate_entry'), enter);
  assign(Symbol.for('jsonata.__evaluate_exit'), leave);
  const result: unknown = await expression.evaluate(input);
  // JSONata lists carry internal marks.
  return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
};

/** The paths of the members that an expression names. Names in filters and brackets are relative to their position. */
const pathsIn = (ast: Node): string[][] => {
  const found: string[][] = [];
  const search = (part: unknown, from: readonly string[]): void => {
    if (Array.isArray(part)) {
      for (const item of part) search(item, from);
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    const node = part as Node & { steps?: (Node & { stages?: unknown; predicate?: unknown })[] };
    if (node.type !== 'path' || !node.steps) {
      for (const member of Object.values(node)) search(member, from);
      return;
    }
    let path = node.steps[0]?.value === '$' ? [] : [...from];
    for (const step of node.steps) {
      if (step.type === 'name') path = [...path, String(step.value)];
      else search(step, path);
      search([step.stages, step.predicate], path);
    }
    if (path.length > 1) found.push(path);
  };
  search(ast, []);
  return found;
};

/**
 * The members that an expression names below one object of its input, as dotted paths: the fields that it needs.
 * `contacts[Primary].Email` needs `Primary` and `Email`.
 */
export const fieldsNamed = (text: string, root: string): string[] => [
  ...new Set(know(text).paths.flatMap(([first, ...rest]) => (first === root ? [rest.join('.')] : []))),
];
