import type { Node } from 'libpg-query';
import { ourChoices } from '../../server/src/db/citus/placements.ts';

// What a distributed database (Citus 12 and 13) refuses, or does differently from a single PostgreSQL, even if every table in the statement names its
// organization. Each rule names its source.

export type ShardRule = {
  why: string;
  advice: string;
  /** The source: Citus's manual (`docs`), an error message in a file of its planner, or its regression tests. */
  source: string;
};

const manual = 'docs: develop/reference_workarounds';
const routerPlanner = 'src/backend/distributed/planner/multi_router_planner.c';

/** The rules by name; exceptions name them. */
export const shardRules = {
  'insert-select': {
    why: 'the rows of an INSERT … SELECT would pass through COPY on the coordinator, which row-level security refuses',
    advice:
      'take `org_id` from a distributed table that holds the organization’s rows (`select a.org_id, … from a … where a.org_id = $n`, without LIMIT), so that the ' +
      'shard does it alone, or write VALUES: `values ($1, unnest($2::uuid[]), unnest($3::text[]))` is one row that becomes as many as the lists have',
    source:
      'src/backend/distributed/planner/insert_select_planner.c (the target’s column has to be the column of a table); PostgreSQL, copy.c: COPY FROM not supported with row-level security',
  },
  'values-subquery': {
    why: 'a subquery may not stand in the VALUES, ON CONFLICT or RETURNING of an INSERT',
    advice: 'read the value first and give it as a parameter',
    source: `${manual}; ${routerPlanner}: subqueries are not supported within INSERT queries`,
  },
  'set-in-expression': {
    why: 'an expression around a set-returning function in VALUES would be evaluated before the row is sent, and fail',
    advice: 'let `unnest()` stand alone, over an array of the column’s own type',
    source:
      'src/backend/distributed/utils/citus_clauses.c (set-returning functions are left to the shard, expressions around them are not); pull request 3651',
  },
  'change-org': {
    why: 'a row cannot move to another shard',
    advice: 'delete the row and insert it for the other organization',
    source: `${routerPlanner}: modifying the partition value of rows is not allowed`,
  },
  'stable-in-conflict': {
    why: 'ON CONFLICT DO UPDATE may call immutable functions only',
    advice: 'give the value as a parameter, or insert it and take `excluded.…`',
    source: `${routerPlanner}: functions used in the DO UPDATE SET clause of INSERTs must be marked IMMUTABLE`,
  },
  'stable-over-column': {
    why: 'a stable function of a column, or within CASE or COALESCE, may not stand in an UPDATE or DELETE',
    advice: 'give its value as a parameter, or use an immutable function',
    source: `${routerPlanner}: STABLE functions used in UPDATE queries cannot be called with column references`,
  },
  'stable-in-returning': {
    why: 'RETURNING may call immutable functions only',
    advice: 'return the columns, and compute in the process',
    source: `${routerPlanner}: non-IMMUTABLE functions are not allowed in the RETURNING clause`,
  },
  'reference-change': {
    why: 'an UPDATE or DELETE of a reference table may not read a distributed table',
    advice: 'read the distributed table first and give what it says as a parameter',
    source: `${routerPlanner}: cannot perform select on a distributed table and modify a reference table; only reference tables may be queried when targeting a reference table`,
  },
  'set-config': {
    why: 'set_config() sets nothing on the servers that hold the shards',
    advice: "use `set local`, which `citus.propagate_set_commands = 'local'` passes on",
    source: 'src/test/regress/sql/propagate_set_commands.sql',
  },
  'spread-recursive': {
    why: 'a recursive query works on one shard only',
    advice: 'give every table in it the organization, or go from one organization to the next in the process',
    source: manual,
  },
  'spread-lateral': {
    why: 'a lateral join works on one shard only',
    advice: 'give every table in it the organization, or send one statement for each organization',
    source: `${manual} (correlated subqueries)`,
  },
  'spread-lock': {
    why: 'FOR UPDATE and FOR SHARE work on one shard only',
    advice: 'find the rows first, then lock them organization by organization',
    source: manual,
  },
  'spread-change': {
    why: 'the parts of a statement with modifying queries run one after the other, on several shards and without a common snapshot',
    advice: 'write one statement for each table and each organization',
    source: 'src/test/regress/sql/with_modifying.sql',
  },
  'spread-sets': {
    why: 'TABLESAMPLE and grouping sets work on one shard only',
    advice: 'give every table the organization, or leave them out',
    source: manual,
  },
} as const satisfies Record<string, ShardRule>;

export type ShardRuleName = keyof typeof shardRules;

/** Stable functions that are allowed in statements that change rows: their result depends on the session or the time. */
export const stable: ReadonlySet<string> = new Set([
  ...['now', 'date_trunc', 'to_char'],
  ...['jsonb_agg', 'jsonb_build_array', 'jsonb_build_object'],
]);

type Tree = Readonly<Record<string, unknown>>;

const isTree = (part: unknown): part is Tree => typeof part === 'object' && part !== null;

/** Whether the node, or a node inside it, matches. */
const holds = (part: unknown, fits: (tree: Tree) => boolean): boolean =>
  isTree(part) && (fits(part) || Object.values(part).some((value) => holds(value, fits)));

const lastName = (names: unknown): string => {
  const last = Array.isArray(names) ? (names.at(-1) as Node | undefined) : undefined;
  return last && 'String' in last ? (last.String.sval ?? '') : '';
};

const nameOfCall = (tree: Tree): string => (isTree(tree.FuncCall) ? lastName(tree.FuncCall.funcname) : '');

const setReturning: ReadonlySet<string> = new Set(['unnest', 'generate_series', 'jsonb_array_elements']);
const isSet = (tree: Tree): boolean => setReturning.has(nameOfCall(tree));

/** The values of the rows of VALUES. */
const itemsOf = (rows: unknown): unknown[] =>
  (Array.isArray(rows) ? rows : []).flatMap(
    (row: Tree) => (isTree(row.List) ? (row.List.items ?? []) : []) as unknown[],
  );

/** `interval '1 day'`, `$2::interval`, `make_interval(…)`, or one of them by itself in a product. */
const isInterval = (part: unknown): boolean => {
  if (!isTree(part)) return false;
  if (isTree(part.TypeCast)) return lastName((part.TypeCast.typeName as Tree | undefined)?.names) === 'interval';
  if (isTree(part.A_Expr) && lastName(part.A_Expr.name) === '*')
    return isInterval(part.A_Expr.lexpr) || isInterval(part.A_Expr.rexpr);
  return nameOfCall(part) === 'make_interval';
};

/** By our names of columns; a `day` is a date, whose sum with an interval is immutable. */
const isTimeColumn = (part: unknown): boolean =>
  isTree(part) &&
  isTree(part.ColumnRef) &&
  /(time|hour|_(until|start|end|from|by))$/.test(lastName(part.ColumnRef.fields));

/** A time moved by an interval: PostgreSQL's operators for it are stable, because days depend on the zone of the session. */
const isMovedTime = ({ A_Expr: expression }: Tree): boolean => {
  if (!isTree(expression) || !['+', '-'].includes(lastName(expression.name))) return false;
  const { lexpr, rexpr } = expression;
  return (isTimeColumn(lexpr) && isInterval(rexpr)) || (isInterval(lexpr) && isTimeColumn(rexpr));
};

const isStable = (tree: Tree): boolean =>
  stable.has(nameOfCall(tree)) || 'SQLValueFunction' in tree || isMovedTime(tree);
const isColumn = (tree: Tree): boolean => 'ColumnRef' in tree;
const isQuery = (tree: Tree): boolean => 'SubLink' in tree;

/** A stable call over a column, or in a CASE or COALESCE. */
const isUnevaluable = (tree: Tree): boolean =>
  (isStable(tree) && holds(tree, isColumn)) ||
  (('CaseExpr' in tree || 'CoalesceExpr' in tree) && holds(tree, isStable));

type Columns = { name?: string; val?: unknown };
const targetsOf = (list: unknown): Columns[] =>
  (Array.isArray(list) ? list : []).flatMap((item: Tree) =>
    isTree(item.ResTarget) ? [item.ResTarget as Columns] : [],
  );

type Find = { isTenant: (relation: unknown) => boolean; isSpread: boolean };

const placementOf = (relation: unknown): 'reference' | 'coordinator' | undefined => {
  const { schemaname = 'public', relname = '' } = (relation ?? {}) as { schemaname?: string; relname?: string };
  return schemaname === 'public' ? ourChoices.placements.get(relname)?.on : undefined;
};

/** Whether the planner of Citus judges a change of the table: it does so for reference tables too. */
const isJudged = (relation: unknown, isTenant: Find['isTenant']): boolean =>
  isTenant(relation) || placementOf(relation) === 'reference';

/** Whether a distributed table is read anywhere in the statement, its WITH included; `queries` are the names of WITH. */
const readsDistributed = (part: unknown, isTenant: Find['isTenant'], queries: readonly string[] = []): boolean => {
  if (!isTree(part)) return false;
  const named = isTree(part.withClause) ? (part.withClause.ctes as Tree[]) : [];
  const known = [...queries, ...named.map(({ CommonTableExpr }) => (CommonTableExpr as { ctename: string }).ctename)];
  if (isTree(part.RangeVar)) {
    const { schemaname, relname = '' } = part.RangeVar as { schemaname?: string; relname?: string };
    if (schemaname === undefined && known.includes(relname)) return false;
    return isTenant(part.RangeVar) && placementOf(part.RangeVar) === undefined;
  }
  return Object.values(part).some((value) => readsDistributed(value, isTenant, known));
};

/** The names of the distributed tables on one query level. */
const tenantsOf = (from: unknown, isTenant: Find['isTenant']): string[] => {
  if (!isTree(from)) return [];
  if (isTree(from.RangeVar)) {
    const { relname = '', alias } = from.RangeVar as { relname?: string; alias?: { aliasname?: string } };
    return isTenant(from.RangeVar) && !ourChoices.placements.has(relname) ? [alias?.aliasname ?? relname] : [];
  }
  if ('SubLink' in from || 'RangeSubselect' in from) return [];
  return Object.values(from).flatMap((value) => tenantsOf(value, isTenant));
};

/** Whether the organization of the new rows comes from a column of a table, so that a shard can select the rows by itself. */
const isLocalInsert = (insert: Tree, isTenant: Find['isTenant']): boolean => {
  const select = isTree(insert.selectStmt) ? (insert.selectStmt.SelectStmt as Tree | undefined) : undefined;
  if (!select || 'valuesLists' in select) return true;
  if ('limitCount' in select || 'limitOffset' in select || 'larg' in select) return false;
  const place = targetsOf(insert.cols).findIndex(({ name }) => name === 'org_id');
  const value = targetsOf(select.targetList)[place]?.val;
  if (!isTree(value) || !isTree(value.ColumnRef)) return false;
  const fields = value.ColumnRef.fields as Node[];
  const tenants = tenantsOf(select.fromClause, isTenant);
  if (lastName(fields) !== 'org_id') return false;
  return fields.length === 1 ? tenants.length === 1 : tenants.includes(lastName(fields.slice(0, -1)));
};

/** Parsers of PostgreSQL 17 and 18 name it differently. */
const returningOf = ({ returningList, returningClause }: Tree): unknown => returningList ?? returningClause;

const isChange = (tree: Tree): boolean => 'InsertStmt' in tree || 'UpdateStmt' in tree || 'DeleteStmt' in tree;

/** The rules that one statement breaks. `isSpread`: it has tables of several organizations. */
export const findShardOffences = (statement: unknown, { isTenant, isSpread }: Find): ShardRuleName[] => {
  const found = new Set<ShardRuleName>();

  const judgeChange = (change: Tree): void => {
    if (!isJudged(change.relation, isTenant)) return;
    const { targetList, whereClause } = change;
    if (targetsOf(targetList).some(({ name }) => name === 'org_id')) found.add('change-org');
    if (placementOf(change.relation) === 'reference' && readsDistributed(change, isTenant))
      found.add('reference-change');
    if (holds([targetList, whereClause], isUnevaluable)) found.add('stable-over-column');
    if (holds(returningOf(change), isStable)) found.add('stable-in-returning');
  };

  const judgeInsert = (insert: Tree): void => {
    if (!isJudged(insert.relation, isTenant)) return;
    const select = isTree(insert.selectStmt) ? (insert.selectStmt.SelectStmt as Tree | undefined) : undefined;
    const rows = select?.valuesLists;
    if (rows !== undefined && holds([rows, insert.onConflictClause, returningOf(insert)], isQuery))
      found.add('values-subquery');
    if (itemsOf(select?.valuesLists).some((item) => holds(item, isSet) && !(isTree(item) && isSet(item))))
      found.add('set-in-expression');
    if (isTenant(insert.relation) && !isLocalInsert(insert, isTenant)) found.add('insert-select');
    const conflict = isTree(insert.onConflictClause) ? insert.onConflictClause : undefined;
    if (conflict && targetsOf(conflict.targetList).some(({ name }) => name === 'org_id')) found.add('change-org');
    if (conflict && holds(conflict, isStable)) found.add('stable-in-conflict');
    if (holds(returningOf(insert), isStable)) found.add('stable-in-returning');
  };

  const judgeSpread = (tree: Tree): void => {
    if (isTree(tree.withClause)) {
      if (tree.withClause.recursive === true) found.add('spread-recursive');
      if (holds(tree.withClause, isChange)) found.add('spread-change');
    }
    if (isTree(tree.RangeSubselect) && tree.RangeSubselect.lateral === true) found.add('spread-lateral');
    if ('lockingClause' in tree) found.add('spread-lock');
    if ('RangeTableSample' in tree || 'GroupingSet' in tree) found.add('spread-sets');
  };

  const visit = (part: unknown): void => {
    if (!isTree(part)) return;
    if (isTree(part.InsertStmt)) judgeInsert(part.InsertStmt);
    if (isTree(part.UpdateStmt)) judgeChange(part.UpdateStmt);
    if (isTree(part.DeleteStmt)) judgeChange(part.DeleteStmt);
    if (nameOfCall(part) === 'set_config') found.add('set-config');
    if (isSpread) judgeSpread(part);
    for (const value of Object.values(part)) visit(value);
  };
  visit(statement);
  return [...found];
};
