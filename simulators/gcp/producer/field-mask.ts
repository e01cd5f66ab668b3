import { invalidFields } from '../errors.ts';
import type { Json } from '../state.ts';
import { part } from './offer-content.ts';
import { writableFields } from './offer-schema.ts';

const camel = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Applies a patch. Without a mask every field of the patch is overwritten; `*` replaces the whole, and a path such as
 * `term.durationMonths` a part. A field in the mask but not in the patch is removed.
 */
export const applyMask = (content: Json, patch: Json, mask: string | null): { content: Json; paths: string[] } => {
  const paths = mask === null || mask === '' ? Object.keys(patch) : mask.split(',').map((path) => camel(path.trim()));
  if (paths.includes('*')) return { content: patch, paths: [...writableFields] };
  let changed = content;
  for (const path of paths) {
    const [first = ''] = path.split('.');
    if (!writableFields.some((field) => field === first)) {
      throw invalidFields([{ field: 'update_mask', description: `${path} cannot be updated` }]);
    }
    changed = replace(changed, patch, path.split('.'));
  }
  return { content: changed, paths };
};

const replace = (target: Json, source: Json, [name = '', ...rest]: string[]): Json => {
  const value = rest.length === 0 ? source[name] : replace(part(target[name]), part(source[name]), rest);
  const others = Object.entries(target).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
};
