type Box = Record<string, unknown>;

/** The plain values in a document, by their paths. Items of a list are named by their key, else by their place. */
export const flatten = (value: unknown, path = ''): [string, unknown][] => {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object')) return [[path, value.join(', ')]];
    return value.flatMap((one, at) => {
      const { key, ...rest } = one as Box;
      return flatten(key === undefined ? one : rest, `${path}.${key ?? at}`);
    });
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => flatten(one, path === '' ? name : `${path}.${name}`));
  return [[path, value]];
};
