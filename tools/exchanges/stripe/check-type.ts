import ts from 'typescript';
import { masked } from '../../../simulators/kit/mask.ts';
import { show } from '../difference.ts';

/** Reports a value that does not match: its location, the rule, and the value with what was expected. */
export type Report = (at: string, rule: string, detail: string) => void;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (type: ts.Type, flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;
const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const joined = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

const decimal = /^-?\d+(\.\d+)?$/;

/** Forms contain only text: numbers, booleans and null are written as text. */
type Reading = 'json' | 'form';

/**
 * Checks values against types of the SDK. Reports unknown members, missing required members, unlisted enum values (also
 * for enums that the SDK calls open, which are checked against the values of its version), and values of another kind.
 */
export const createTypeCheck = (checker: ts.TypeChecker, reading: Reading) => {
  /** A value that the SDK parses as an exact number is a string on the wire. */
  const isDecimal = (type: ts.Type): boolean =>
    has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection) && checker.typeToString(type) === 'Decimal';
  const known = new Map<ts.Type, ReadonlyMap<string, { type: ts.Type; isOptional: boolean }>>();
  const membersOf = (type: ts.Type) => {
    const found = known.get(type);
    if (found) return found;
    const members = new Map(
      checker.getPropertiesOfType(type).map((property) => [
        property.name,
        {
          type: checker.getTypeOfSymbol(property),
          isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
        },
      ]),
    );
    known.set(type, members);
    return members;
  };

  const fitsText = (parts: readonly ts.Type[], text: string): boolean =>
    parts.some(
      (part) =>
        (has(part, ts.TypeFlags.StringLiteral) && (part as ts.StringLiteralType).value === text) ||
        has(part, ts.TypeFlags.String) ||
        has(part, ts.TypeFlags.TemplateLiteral) ||
        (isDecimal(part) && decimal.test(text)) ||
        (reading === 'form' &&
          ((has(part, ts.TypeFlags.NumberLike) && decimal.test(text)) ||
            (has(part, ts.TypeFlags.BooleanLike) && (text === 'true' || text === 'false')) ||
            (has(part, ts.TypeFlags.Null) && text === ''))),
    );

  const checkText = (parts: readonly ts.Type[], text: string, at: string, report: Report): void => {
    if (text === masked || fitsText(parts, text)) return;
    const words = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
    if (words.length > 0) report(at, 'not in the enum', `${show(text)}: ${words.slice(0, 12).join('|')}`);
    else report(at, 'wrong type', `${show(text)}: ${parts.map((part) => checker.typeToString(part)).join('|')}`);
  };

  /** Of the possible object types, the one that the value identifies itself as, or else the best match. */
  const choose = (parts: readonly ts.Type[], value: Json, at: string): ts.Type | undefined => {
    if (parts.length < 2) return parts[0];
    const says = (part: ts.Type): boolean =>
      [...membersOf(part)].every(([name, { type, isOptional }]) => {
        const literals = partsOf(type).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
        const isMark = (name === 'object' || name === 'type') && literals.length > 0 && !isOptional;
        return !isMark || literals.includes(String(value[name]));
      });
    const fitting = parts.filter(says);
    const counted = (fitting.length > 0 ? fitting : parts).map((part) => {
      const faults: string[] = [];
      checkObject(part, value, at, (place) => void faults.push(place));
      return { part, count: faults.length };
    });
    return counted.sort((left, right) => left.count - right.count)[0]?.part;
  };

  const checkObject = (type: ts.Type, value: Json, at: string, report: Report): void => {
    const members = membersOf(type);
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    for (const [name, { isOptional }] of members)
      if (!isOptional && value[name] === undefined) report(joined(at, name), 'missing member', '');
    for (const [name, inner] of Object.entries(value)) {
      const member = members.get(name);
      if (member) checkValue(member.type, inner, joined(at, name), report);
      else if (index) checkValue(index, inner, joined(at, '{}'), report);
      else report(joined(at, name), 'unknown member', show(inner));
    }
  };

  const checkValue = (type: ts.Type, value: unknown, at: string, report: Report): void => {
    const parts = partsOf(type).filter((part) => !has(part, ts.TypeFlags.Undefined));
    if (parts.some((part) => has(part, ts.TypeFlags.Any | ts.TypeFlags.Unknown))) {
      if (isObject(value) && Object.keys(value).length > 0) report(at, 'no declaration', show(value));
      return;
    }
    const wrong = (): void =>
      report(
        at,
        'wrong type',
        `${show(value)}: ${parts
          .map((part) => checker.typeToString(part))
          .join('|')
          .slice(0, 200)}`,
      );
    if (typeof value === 'string') checkText(parts, value, at, report);
    else if (value === null) {
      if (!parts.some((part) => has(part, ts.TypeFlags.Null))) wrong();
    } else if (typeof value === 'boolean') {
      const isBoolean = (part: ts.Type): boolean =>
        has(part, ts.TypeFlags.Boolean) ||
        (has(part, ts.TypeFlags.BooleanLiteral) && checker.typeToString(part) === String(value));
      if (!parts.some(isBoolean)) wrong();
    } else if (typeof value === 'number') {
      const isNumber = (part: ts.Type): boolean =>
        has(part, ts.TypeFlags.Number) || (part.isNumberLiteral() && part.value === value);
      if (!parts.some(isNumber)) wrong();
    } else if (Array.isArray(value)) {
      const list = parts.find((part) => checker.isArrayType(part));
      const item = list && checker.getTypeArguments(list as ts.TypeReference)[0];
      if (item) for (const each of value) checkValue(item, each, `${at}[]`, report);
      else wrong();
    } else if (isObject(value)) {
      const objects = parts.filter(
        (part) =>
          has(part, ts.TypeFlags.Object | ts.TypeFlags.Intersection) && !checker.isArrayType(part) && !isDecimal(part),
      );
      const chosen = choose(
        objects.filter((part) => !isOtherString(part)),
        value,
        at,
      );
      if (chosen) checkObject(chosen, value, at, report);
      else wrong();
    }
  };
  return checkValue;
};

/** `string & Record<never, never>`: the SDK's way to mark an enum that may grow. */
const isOtherString = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.String));
