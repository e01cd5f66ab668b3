/** The id that a resource's name ends with: `projects/p/locations/global/privateOffers/{id}`. */
export const idOf = (name: string): string => name.split('/').at(-1) ?? '';

/** The id of a resource of that collection; null if the name belongs to another one. */
export const idIn = (name: string, collection: string): string | null => {
  const parts = name.split('/');
  return parts.at(-2) === collection ? (parts.at(-1) ?? null) : null;
};

const years = 12;

/** Months as ISO 8601, in years and months as Google writes them: 12 → P1Y. */
export const durationText = (months: number): string => {
  const whole = Math.floor(months / years);
  const rest = months % years;
  return `P${whole > 0 ? `${whole}Y` : ''}${rest > 0 || whole === 0 ? `${rest}M` : ''}`;
};

/** P1Y6M → 18; null if it is not a duration of months. */
export const monthsOf = (duration: string | undefined): number | null => {
  const [, y, m] = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?$/.exec(duration ?? '') ?? [];
  return y === undefined && m === undefined ? null : Number(y ?? 0) * years + Number(m ?? 0);
};

/** A plan as orders name it: `pro`, and with a term other than a month `pro-P1Y`. */
export const planId = (serviceLevel: string, months: number | null): string =>
  months === null || months === 1 ? serviceLevel : `${serviceLevel}-${durationText(months)}`;
