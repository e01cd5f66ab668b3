import { masked } from '../../../simulators/kit/mask.ts';
import { show } from '../difference.ts';
import type { ServiceModel, Shape } from './service-model.ts';

/** Reports a value that does not match: its location, the rule, and the value with what was expected. */
export type Report = (at: string, rule: string, detail: string) => void;

/**
 * Corrections for patterns of the models that contradict AWS's own guide, samples and length limits. Sources: the
 * Catalog API chapter of the AWS Marketplace Developer Guide and the aws-marketplace-reference-code samples.
 */
const repairedPatterns: Record<string, string> = {
  // `^[a-zA-Z]$` with a length up to 72; the samples of the Catalog API say `CreateOfferChange`.
  ChangeName: '^[a-zA-Z]+$',
  // `^[\w+=.:@\-\/]$` with a length up to 2048.
  NextToken: '^[\\w+=.:@\\-/]+$',
  // `^\\S+[\\S\\s]*`: would only match text of backslashes and the letters S and s.
  EntityNameString: '^\\S+[\\S\\s]*$',
  // Changes and descriptions include the version: `SaaSProduct@1.0`. Lists do not; the AWS check adds it.
  EntityType: '^[a-zA-Z]+(@[0-9]+\\.[0-9]+)?$',
  // A change may refer to the entity that another change of its set creates: `$CreateOfferChange.Entity.Identifier`.
  Identifier: '^([\\w\\-@]+|\\$[a-zA-Z]+\\.Entity\\.Identifier)$',
  // The details of AddDimensions, UpdateDimensions and RestrictDimensions are a list.
  Json: '^\\s*(\\{[\\s\\S]*\\}|\\[[\\s\\S]*\\])\\s*$',
};

const compiled = new Map<string, RegExp>();

/** AWS matches the whole text, whether or not a pattern says so. */
const regexOf = (pattern: string): RegExp => {
  let regex = compiled.get(pattern);
  if (!regex) {
    const flags = pattern.startsWith('(?s)') ? 's' : '';
    const body = `^(?:${pattern.replace(/^\(\?s\)/, '')})$`;
    regex = new RegExp(body, /\\p\{/.test(pattern) ? `${flags}u` : flags);
    compiled.set(pattern, regex);
  }
  return regex;
};

const joined = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const checkSize = (shape: Shape, size: number, at: string, report: Report, what: string): void => {
  if (shape.min !== undefined && size < shape.min) report(at, `${what} too small`, `${size}, at least ${shape.min}`);
  if (shape.max !== undefined && size > shape.max) report(at, `${what} too large`, `${size}, at most ${shape.max}`);
};

type Checker = (parts: {
  model: ServiceModel;
  shape: Shape;
  name: string;
  value: unknown;
  at: string;
  report: Report;
}) => void;

const checkText: Checker = ({ shape, name, value, at, report }) => {
  if (value === masked) return;
  if (typeof value !== 'string') report(at, 'not a string', show(value));
  else {
    checkSize(shape, Array.from(value).length, at, report, 'length');
    if (shape.enum && !shape.enum.includes(value)) {
      report(at, 'not in the enum', `${show(value)}: ${shape.enum.join('|')}`);
    }
    const pattern = repairedPatterns[name] ?? shape.pattern;
    if (pattern !== undefined && !regexOf(pattern).test(value)) {
      report(at, 'not in the pattern', `${show(value)}: ${pattern}`);
    }
  }
};

const checkNumber =
  (rule: string, isFit: (value: unknown) => boolean): Checker =>
  ({ shape, value, at, report }) => {
    if (typeof value !== 'number' || !isFit(value)) report(at, rule, show(value));
    else checkSize(shape, value, at, report, 'number');
  };
const checkWholeNumber = checkNumber('not a whole number', Number.isInteger);

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** JSON bodies carry epoch seconds unless the shape says otherwise (Smithy, `timestampFormat`). */
const checkTimestamp: Checker = ({ shape, value, at, report }) => {
  const isFit =
    shape.timestampFormat === 'iso8601'
      ? typeof value === 'string' && iso.test(value) && !Number.isNaN(Date.parse(value))
      : typeof value === 'number' && value >= 0 && value < 1e11;
  if (!isFit) report(at, 'not a timestamp', `${show(value)}: ${shape.timestampFormat ?? 'epoch seconds'}`);
};

const checkStructure: Checker = ({ model, shape, value, at, report }) => {
  if (shape.document) return;
  if (!isRecord(value)) {
    report(at, 'not an object', show(value));
    return;
  }
  const members = shape.members ?? {};
  for (const name of shape.required ?? []) {
    if (value[name] === undefined) report(joined(at, name), 'missing member', show(value));
  }
  for (const [name, inner] of Object.entries(value)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member) report(joined(at, name), 'unknown member', show(inner));
    else checkShape(model, member.shape, inner, joined(at, name), report);
  }
  const names = Object.keys(value);
  if (shape.union && names.length !== 1) report(at, 'not exactly one member of a union', show(names));
};

const checkList: Checker = ({ model, shape, value, at, report }) => {
  if (!Array.isArray(value)) {
    report(at, 'not a list', show(value));
    return;
  }
  checkSize(shape, value.length, at, report, 'count');
  for (const item of value) checkShape(model, shape.member?.shape ?? '', item, `${at}[]`, report);
};

const checkMap: Checker = ({ model, shape, value, at, report }) => {
  if (!isRecord(value)) {
    report(at, 'not an object', show(value));
    return;
  }
  checkSize(shape, Object.keys(value).length, at, report, 'count');
  for (const [key, inner] of Object.entries(value)) {
    checkShape(model, shape.key?.shape ?? '', key, `${at}{key}`, report);
    checkShape(model, shape.value?.shape ?? '', inner, `${at}{}`, report);
  }
};

const checkers: Record<Shape['type'], Checker> = {
  structure: checkStructure,
  list: checkList,
  map: checkMap,
  string: checkText,
  integer: checkWholeNumber,
  long: checkWholeNumber,
  double: checkNumber('not a number', Number.isFinite),
  boolean: ({ value, at, report }) => {
    if (typeof value !== 'boolean') report(at, 'not a boolean', show(value));
  },
  timestamp: checkTimestamp,
};

/** Checks a value against a shape of a model. */
export const checkShape = (model: ServiceModel, name: string, value: unknown, at: string, report: Report): void => {
  const shape = model.shapes[name];
  if (!shape) throw new Error(`the model of ${model.metadata.serviceId} has no shape ${name}`);
  checkers[shape.type]({ model, shape, name, value, at, report });
};
