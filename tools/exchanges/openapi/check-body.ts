import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { masked } from '../../../simulators/kit/mask.ts';
import { show } from '../difference.ts';
import { strictSchema } from './schema.ts';

/** A mismatch in a body; see `Difference`. */
export type Fault = { at: string; rule: string; detail: string };

/** `/a/0/b` as `a[].b`. */
const placeOf = (pointer: string): string =>
  pointer
    .replace(/\/\d+(?=\/|$)/g, '[]')
    .replace(/^\//, '')
    .replaceAll('/', '.');

const ruleOf = ({ keyword, params }: ErrorObject): string => {
  switch (keyword) {
    case 'additionalProperties':
      return 'unknown member';
    case 'required':
      return 'missing member';
    case 'enum':
      return 'not in the enum';
    case 'type':
      return 'wrong type';
    case 'format':
      return `no ${(params as { format: string }).format}`;
    case 'anyOf':
      return 'none of its variants';
    default:
      return keyword;
  }
};

/** If a value matches none of several variants, only that is reported. */
const told = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const anyOf = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors.filter(
    ({ keyword, instancePath }) =>
      keyword === 'anyOf' || !anyOf.some((place) => `${instancePath}/`.startsWith(`${place}/`)),
  );
};

/** The value at a JSON pointer. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/')], value);

/** Checks bodies against the schemas of a document; a schema is identified by its JSON pointer in it. */
export const createBodyCheck = (name: string, document: object) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // API names may contain characters that are not allowed in a URI.
  const id = encodeURIComponent(name);
  ajv.addSchema({ $id: id, ...(strictSchema(document) as object) });
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const found = compiled.get(pointer) ?? ajv.compile({ $ref: `${id}#${pointer}` });
    compiled.set(pointer, found);
    return found;
  };

  return (pointer: string, body: unknown): Fault[] => {
    const validate = validatorAt(pointer);
    if (validate(body)) return [];
    return told(validate.errors ?? [])
      .filter(({ instancePath }) => valueAt(body, instancePath) !== masked)
      .map((error) => {
        const { instancePath, params } = error;
        const member =
          (params as { additionalProperty?: string }).additionalProperty ??
          (params as { missingProperty?: string }).missingProperty;
        const at = placeOf(member === undefined ? instancePath : `${instancePath}/${member}`);
        return { at, rule: ruleOf(error), detail: `${show(valueAt(body, instancePath))} ${error.message ?? ''}` };
      });
  };
};
