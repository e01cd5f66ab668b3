type Row = Record<string, unknown>;

/** Members of the API's objects that are amounts of money. */
export const isMoneyField = (name: string): boolean =>
  /(amount|billed|collected|collectable|disbursed|outstanding|refunded|adjusted|forgiven|cost|difference|dealValue|rate|fee|tax|price|mrr|arr)$/i.test(
    name,
  );

/** The member that has the currency of one amount, where the object has several: `billedCurrency` of `billedAmount`. */
const ownCurrencyOf = (field: string): string => field.replace(/(Amount)?$/, 'Currency');

/** The currency of an amount in an object: its own, or that of all. Undefined if the object does not say. */
export const currencyOf = (row: Row, field: string): string | undefined =>
  (row[ownCurrencyOf(field)] ?? row.currency ?? (row.info as Row | undefined)?.currency) as string | undefined;

/** The members that have the currencies of the amounts in some columns of a table: without them, a file of it says numbers only. */
export const currencyFieldsOf = (fields: readonly string[], rows: readonly Row[]): string[] => {
  const amounts = fields.filter(isMoneyField);
  const names = amounts.length === 0 ? [] : ['currency', ...amounts.map(ownCurrencyOf)];
  return names.filter((name) => !fields.includes(name) && rows.some((row) => typeof row[name] === 'string'));
};
