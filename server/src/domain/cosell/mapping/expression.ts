import jsonata from 'jsonata';

/**
 * Expressions of field mappings: JSONata (docs.jsonata.org) without what could run for long or grow without end. There are
 * no functions or variables of one's own, no regular expressions and no ranges, so that the work is bounded by the expression and the record;
 * a limit of steps and of text length bounds the rest.
 */

export const expressionMax = 1000;
const stepsMax = 20_000;
const textMax = 256 * 1024;
const literalMax = 100;

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

/** Why an expression is refused, as the end of a sentence; null: it may be used. */
export const checkExpression = (text: string): string | null => {
  if (text.length > expressionMax) return `has more than ${expressionMax} characters`;
  try {
    return findForbidden(jsonata(text).ast() as unknown as Node);
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number };
    return `is not JSONata: ${message ?? 'it cannot be read'}${position === undefined ? '' : ` (at character ${position})`}`;
  }
};

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

const tooMuch = (): Error => new Error('it takes too many steps, or makes too long a text: make it shorter');

/** What an expression, checked before, gives for a record; undefined: nothing. Throws a readable error. */
export const evaluate = async (text: string, input: unknown): Promise<unknown> => {
  const expression = jsonata(text);
  let steps = 0;
  const enter = (): void => {
    steps += 1;
    if (steps > stepsMax) throw tooMuch();
  };
  const leave = (_expression: unknown, _input: unknown, _environment: unknown, result: unknown): void => {
    if (typeof result === 'string' && result.length > textMax) throw tooMuch();
  };
  // The package looks its hooks up by these symbols; its types know only names of variables.
  const assign = expression.assign as unknown as (name: symbol, value: unknown) => void;
  assign(Symbol.for('jsonata.__evaluate_entry'), enter);
  assign(Symbol.for('jsonata.__evaluate_exit'), leave);
  const result: unknown = await expression.evaluate(input);
  // Lists of JSONata carry marks of their own.
  return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown);
};

/**
 * The members that an expression names below one object of its input, as dotted paths: the fields that it needs. Names in
 * filters and brackets count from where they stand: `contacts[Primary].Email` needs `Primary` and `Email`.
 */
export const fieldsNamed = (text: string, root: string): string[] => {
  const found = new Set<string>();
  const add = (path: readonly string[]): void => {
    const [first, ...rest] = path;
    if (first === root && rest.length > 0) found.add(rest.join('.'));
  };
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
    let path = node.steps[0]?.value === '$' ? [] : from;
    for (const step of node.steps) {
      if (step.type === 'name') path = [...path, String(step.value)];
      else search(step, path);
      search([step.stages, step.predicate], path);
    }
    add(path);
  };
  search(jsonata(text).ast(), []);
  return [...found];
};
