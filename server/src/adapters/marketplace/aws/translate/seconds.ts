/**
 * A time as AWS's filters take it: whole seconds, 20 characters (model of the Catalog API, `DateTimeISO8601`; a
 * `FilterValue` of the Agreement API has no dot either). Changes within that second are read again rather than missed.
 */
export const secondsOf = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
