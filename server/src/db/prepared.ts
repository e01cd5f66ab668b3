import type { Compilable } from 'kysely';
import type { OrgDb } from './org-db.ts';

/**
 * A statement of a fixed shape, built and compiled once; later calls only change its values. For statements that every
 * request sends: building one with Kysely costs as much as executing it. `build` must use each argument as a value and
 * nothing else: no `if`, no list of varying length.
 */
export const prepare = <Arguments extends readonly unknown[], Row>(
  build: (db: OrgDb, ...values: Arguments) => Compilable<Row>,
): ((db: OrgDb, ...values: Arguments) => Promise<Row[]>) => {
  let compiled: { text: string; from: readonly (number | { constant: unknown })[] } | undefined;

  const compile = (db: OrgDb, count: number): { text: string; from: readonly (number | { constant: unknown })[] } => {
    const marks = Array.from({ length: count + 1 }, (_, index) => `\u0001${index}`);
    const [organization = '', ...values] = marks;
    const { sql, parameters } = build(db.withOrgId(organization), ...(values as unknown as Arguments)).compile();
    return {
      text: sql,
      from: parameters.map((parameter) => {
        const index = marks.indexOf(parameter as string);
        return index < 0 ? { constant: parameter } : index;
      }),
    };
  };

  return async (db, ...values) => {
    compiled ??= compile(db, values.length);
    const all = [db.orgId, ...values];
    const { rows } = await db.send(
      compiled.text,
      compiled.from.map((from) => (typeof from === 'number' ? all[from] : from.constant)),
    );
    return rows as Row[];
  };
};
