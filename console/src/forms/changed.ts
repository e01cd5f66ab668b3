type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The initial values of a form that changes a thing: the current value of each field. */
export const presentOf = (thing: Values, fields: Values): Values =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) =>
      thing[name] === undefined || thing[name] === null ? [] : [[name, thing[name]]],
    ),
  );

const emptied = (before: Values, after: Values): string[] =>
  Object.keys(before).filter((name) => after[name] === undefined);

const nulls = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, null]));

/**
 * The body of a PATCH: the changed members, and null for each that was cleared, because an absent
 * one keeps its value. An object is sent whole. Members that the endpoint requires are always sent.
 */
export const changedOf = (before: Values, after: Values, required: readonly string[]): Values => {
  const changed = Object.entries(after)
    .filter(([name, value]) => required.includes(name) || JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => {
      const old = before[name];
      return [name, isObject(old) && isObject(value) ? { ...value, ...nulls(emptied(old, value)) } : value] as const;
    });
  return { ...Object.fromEntries(changed), ...nulls(emptied(before, after)) };
};
