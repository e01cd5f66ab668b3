/**
 * While a query with a changed key is read, the answer to the earlier one stays in sight, but only if its key begins with the
 * same parts: what belongs to another partner, thing or form is never shown in its place.
 */
export const keepAmong =
  (parts: readonly unknown[]) =>
  <Data>(found: Data | undefined, earlier?: { queryKey: readonly unknown[] }): Data | undefined =>
    earlier && JSON.stringify(earlier.queryKey.slice(0, parts.length)) === JSON.stringify(parts) ? found : undefined;
