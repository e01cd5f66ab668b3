/** The oldest and the newest supported version; older ones are retired. */
const oldest = 31;
const newest = 68;

/** Three releases a year, counted from Spring '15, which is version 33. */
const labelOf = (version: number): string => {
  const release = version - 33;
  const season = ['Spring', 'Summer', 'Winter'][((release % 3) + 3) % 3] ?? '';
  const year = 15 + Math.floor(release / 3) + (season === 'Winter' ? 1 : 0);
  return `${season} '${year}`;
};

/** The list of `GET /services/data`; it needs no session. */
export const versions = Array.from({ length: newest - oldest + 1 }, (_, index) => {
  const version = `${oldest + index}.0`;
  return { label: labelOf(oldest + index), url: `/services/data/v${version}`, version };
});

/** Whether a version is supported: `known`, `retired` or `unknown`. */
export const stateOfVersion = (version: string): 'known' | 'retired' | 'unknown' => {
  if (versions.some((one) => one.version === version)) return 'known';
  return /^\d+\.0$/.test(version) && Number(version) < oldest ? 'retired' : 'unknown';
};
