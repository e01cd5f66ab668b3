import {
  type DeleteStmt,
  type InsertStmt,
  type Node,
  parseSync,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
} from 'libpg-query';
import { findShardOffences, shardRules } from './judge-shards.ts';

// Whether a statement stays with one organization. A distributed database keeps each organization's rows on one shard, and sends
// a statement to that shard only if every table in it names the organization.

export type Offence = {
  /** The table, the function, or the rule in `judge-shards.ts`; exceptions name it. */
  subject: string;
  why: string;
  advice: string;
};

/** Functions allowed in statements that change rows; a test compares them with the catalog. */
export const nonVolatile: ReadonlySet<string> = new Set([
  'now',
  'count',
  'date_trunc',
  'decode',
  'extract',
  'floor',
  'jsonb_agg',
  'jsonb_array_length',
  'jsonb_build_array',
  'jsonb_build_object',
  'jsonb_path_query',
  'jsonb_set',
  'jsonb_set_lax',
  'lpad',
  'make_interval',
  'min',
  'mos_fold',
  'timezone',
  'to_char',
  'trim_scale',
  'unnest',
]);

const judgedKinds: ReadonlySet<string> = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']);

/** A table of organizations as one query level names it. */
type Reference = { table: string; alias: string };
/** Conditions that restrict the rows of some of the references. */
type Condition = { node: Node | undefined; holdsFor: readonly Reference[] };
type Level = { references: Reference[]; conditions: Condition[] };
type Names = ReadonlySet<string>;

const lastName = (names: readonly Node[] | undefined): string => {
  const last = names?.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
};

const conjunctsOf = (node: Node | undefined): Node[] => {
  if (!node) return [];
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') return (node.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [node];
};

const isGiven = (node: Node | undefined): boolean => {
  if (!node) return false;
  if ('TypeCast' in node) return isGiven(node.TypeCast.arg);
  return 'ParamRef' in node || 'A_Const' in node;
};

/** Whether the column is `org_id` of the reference; an unqualified name belongs to the only table that has it. */
const isOwnColumn = (node: Node | undefined, { alias }: Reference, isOnly: boolean): boolean => {
  if (!node || !('ColumnRef' in node)) return false;
  const fields = node.ColumnRef.fields ?? [];
  if (lastName(fields) !== 'org_id') return false;
  return fields.length === 1 ? isOnly : lastName(fields.slice(0, -1)) === alias;
};

const givesOrganization = (condition: Node, reference: Reference, isOnly: boolean): boolean => {
  if (!('A_Expr' in condition)) return false;
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  if (kind !== 'AEXPR_OP' || lastName(name) !== '=') return false;
  return (
    (isOwnColumn(lexpr, reference, isOnly) && isGiven(rexpr)) ||
    (isOwnColumn(rexpr, reference, isOnly) && isGiven(lexpr))
  );
};

/** Judges one statement. `tables` are those that have `org_id`. */
export const judgeStatement = (text: string, tables: Names): Offence[] => {
  const offences: Offence[] = [];

  const isTenant = ({ schemaname = 'public', relname = '' }: RangeVar = {}): boolean =>
    schemaname === 'public' && tables.has(relname);

  const readFrom = (node: Node | undefined, level: Level, queries: Names): Reference[] => {
    if (!node) return [];
    if ('RangeVar' in node) {
      const { schemaname, relname = '', alias } = node.RangeVar;
      if (!isTenant(node.RangeVar) || (schemaname === undefined && queries.has(relname))) return [];
      const reference = { table: relname, alias: alias?.aliasname ?? relname };
      level.references.push(reference);
      return [reference];
    }
    if ('RangeTableSample' in node) return readFrom(node.RangeTableSample.relation, level, queries);
    if (!('JoinExpr' in node)) return [];
    const { jointype, larg, rarg, quals } = node.JoinExpr;
    const left = readFrom(larg, level, queries);
    const right = readFrom(rarg, level, queries);
    // The condition of an outer join does not restrict the rows of the other side.
    const holdsFor = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ];
    level.conditions.push({ node: quals, holdsFor });
    return [...left, ...right];
  };

  const judgeLevel = (from: readonly Node[], where: Node | undefined, queries: Names): void => {
    const level: Level = { references: [], conditions: [] };
    for (const item of from) readFrom(item, level, queries);
    level.conditions.push({ node: where, holdsFor: level.references });
    const isOnly = level.references.length === 1;
    for (const reference of level.references) {
      const { table, alias } = reference;
      const isKept = level.conditions.some(
        ({ node, holdsFor }) =>
          holdsFor.includes(reference) &&
          conjunctsOf(node).some((condition) => givesOrganization(condition, reference, isOnly)),
      );
      if (isKept) continue;
      offences.push({
        subject: table,
        why: `${alias === table ? table : `${table} ${alias}`} has no organization of its own`,
        advice: `add \`${alias}.org_id = $n\` to the WHERE or the ON of the same query level`,
      });
    }
  };

  const judgeFunctions = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const call = part as Extract<Node, { FuncCall: unknown }>;
    const name = 'FuncCall' in part ? lastName(call.FuncCall.funcname) : undefined;
    if (name !== undefined && !nonVolatile.has(name)) {
      offences.push({
        subject: name,
        why: `${name}() may be volatile, and each copy of a changed row would get a value of its own`,
        advice:
          'give its value as a parameter, or, if it is not volatile, add it to `nonVolatile` in judge-statement.ts',
      });
    }
    for (const value of Object.values(part)) judgeFunctions(value);
  };

  const queriesWith = (statement: SelectStmt | UpdateStmt | DeleteStmt | InsertStmt, queries: Names): Names => {
    const named = (statement.withClause?.ctes ?? []).flatMap((query) =>
      'CommonTableExpr' in query ? [query.CommonTableExpr.ctename ?? ''] : [],
    );
    return named.length === 0 ? queries : new Set([...queries, ...named]);
  };

  const judgeInsert = (statement: InsertStmt, outer: Names): void => {
    const { relation, cols = [], selectStmt } = statement;
    const table = relation?.relname ?? '';
    const place = cols.findIndex((column) => 'ResTarget' in column && column.ResTarget.name === 'org_id');
    const rows = selectStmt && 'SelectStmt' in selectStmt ? (selectStmt.SelectStmt.valuesLists ?? []) : [];
    const isKept = place >= 0 && rows.every((row) => 'List' in row && isGiven(row.List.items?.[place]));
    if (isTenant(relation) && !isKept) {
      offences.push({
        subject: table,
        why: `the rows for ${table} do not say their organization`,
        advice: 'list `org_id` among the columns, with `$n` as its value',
      });
    }
    judgeFunctions(statement.onConflictClause);
    visit(statement, queriesWith(statement, outer));
  };

  const judgeSelect = (statement: SelectStmt, outer: Names): void => {
    const queries = queriesWith(statement, outer);
    const { larg, rarg, ...rest } = statement;
    if (larg) judgeSelect(larg, queries);
    if (rarg) judgeSelect(rarg, queries);
    judgeLevel(statement.fromClause ?? [], statement.whereClause, queries);
    visit(rest, queries);
  };

  const judgeChange = (statement: UpdateStmt | DeleteStmt, others: readonly Node[] | undefined, outer: Names): void => {
    const queries = queriesWith(statement, outer);
    const { withClause, ...own } = statement;
    judgeLevel([{ RangeVar: statement.relation ?? {} }, ...(others ?? [])], statement.whereClause, queries);
    judgeFunctions(own);
    visit(statement, queries);
  };

  const visit = (part: unknown, queries: Names): void => {
    if (typeof part !== 'object' || part === null) return;
    const node = part as Node;
    if ('SelectStmt' in node) judgeSelect(node.SelectStmt, queries);
    else if ('UpdateStmt' in node) judgeChange(node.UpdateStmt, node.UpdateStmt.fromClause, queries);
    else if ('DeleteStmt' in node) judgeChange(node.DeleteStmt, node.DeleteStmt.usingClause, queries);
    else if ('InsertStmt' in node) judgeInsert(node.InsertStmt, queries);
    else for (const value of Object.values(part)) visit(value, queries);
  };

  /** Locks, TRUNCATE and everything else that cannot name an organization. */
  const judgeOther = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { relname } = part as RangeVar;
    if (relname !== undefined && isTenant(part)) {
      offences.push({
        subject: relname,
        why: `this kind of statement takes ${relname} of all organizations`,
        advice: 'use SELECT, INSERT, UPDATE or DELETE',
      });
    }
    for (const value of Object.values(part)) judgeOther(value);
  };

  for (const { stmt: whole = {} } of parseSync(text).stmts ?? []) {
    // An EXPLAIN reads what its statement reads.
    const stmt = 'ExplainStmt' in whole ? ((whole.ExplainStmt as { query?: object }).query ?? {}) : whole;
    if (Object.keys(stmt).some((kind) => judgedKinds.has(kind))) visit(stmt, new Set());
    else judgeOther(stmt);
    const isSpread = offences.some(({ subject }) => tables.has(subject));
    for (const subject of findShardOffences(stmt, { isTenant: (relation) => isTenant(relation as RangeVar), isSpread }))
      offences.push({ subject, why: shardRules[subject].why, advice: shardRules[subject].advice });
  }
  return offences;
};
