import { badRequest } from '../../kit/errors.ts';

/** The members to keep of an object: everything below a name (`true`), or only the inner projection. */
export type Projection = Map<string, Projection | true>;

const maxPaths = 100;

/**
 * Parses `id,name,info.currency`. First-level names are checked against the resource's. Deeper names are not, because
 * they may be in partner documents. Throws 400 with all unknown names.
 */
export const parseProjection = (text: string, known: ReadonlySet<string>): Projection => {
  const paths = text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (paths.length > maxPaths)
    throw badRequest([{ path: 'fields', code: 'too_many', message: `contains more than ${maxPaths} paths` }]);
  const unknown = paths.filter((path) => !known.has(path.split('.')[0] ?? ''));
  if (unknown.length > 0) {
    throw badRequest(
      unknown.map((path) => ({
        path: 'fields',
        code: 'unknown_field',
        message: `unknown field "${path.slice(0, 80)}"`,
      })),
    );
  }
  const root: Projection = new Map();
  for (const path of paths) keep(root, path.split('.'));
  return root;
};

const keep = (projection: Projection, [name = '', ...rest]: string[]): void => {
  const kept = projection.get(name);
  if (kept === true) return;
  if (rest.length === 0) {
    projection.set(name, true);
    return;
  }
  const inner: Projection = kept ?? new Map();
  projection.set(name, inner);
  keep(inner, rest);
};

/** Applies a projection to a value. Descends into arrays; missing members are left out. */
export const project = (value: unknown, projection: Projection | true): unknown => {
  if (projection === true) return value;
  if (Array.isArray(value)) return value.map((item) => project(item, projection));
  if (typeof value !== 'object' || value === null) return {};
  const kept: [string, unknown][] = [];
  for (const [name, inner] of projection) {
    if (!Object.hasOwn(value, name)) continue;
    const member = (value as Record<string, unknown>)[name];
    if (inner === true || (typeof member === 'object' && member !== null)) kept.push([name, project(member, inner)]);
  }
  return Object.fromEntries(kept);
};
