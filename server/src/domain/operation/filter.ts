import { parseTime } from '../../contract/query/time.ts';
import { operationStatuses } from '../../engine/operation-store.ts';
import { badRequest, type Fault } from '../../kit/errors.ts';
import { decodeId, nilId } from '../../kit/ids.ts';
import { isOperationField, type OperationField, type OperationFilterNode, operationFields } from './fields.ts';
import type { FilterExpression } from './schema.ts';

const maxDepth = 8;
const maxNodes = 200;

/** `TimedOut`, as older clients send it, is TIMED_OUT. */
const statusOf = (text: string): string | undefined =>
  operationStatuses.find((status) => status.replace('_', '') === text.toUpperCase().replace('_', ''));

/** The column value, or a message about the fault. An unknown id matches nothing. */
const readValue = (field: OperationField, value: unknown): { value: string | null } | { fault: string } => {
  if (value === null) return { value: null };
  if (typeof value !== 'string' || value.length > 512)
    return { fault: 'must be a text of at most 512 characters, or null' };
  const { type } = operationFields[field];
  if (type === 'organization') return { value: decodeId('org', value) ?? nilId };
  if (type === 'operation') return { value: decodeId('operation', value) ?? nilId };
  if (type === 'time') {
    const time = parseTime(value);
    return time ? { value: time.text } : { fault: 'must be an RFC 3339 time with an offset' };
  }
  if (type === 'status') {
    const status = statusOf(value);
    return status ? { value: status } : { fault: `must be one of ${operationStatuses.join(', ')}` };
  }
  return { value };
};

/** Checks a filter expression; throws with all faults. */
export const readFilter = (filter: FilterExpression): OperationFilterNode => {
  const faults: Fault[] = [];
  let nodes = 0;
  const nothing: OperationFilterNode = { operator: 'and', args: [] };

  const fault = (path: string, code: string, message: string): OperationFilterNode => {
    faults.push({ path, code, message });
    return nothing;
  };

  const read = (node: FilterExpression, path: string, depth: number): OperationFilterNode => {
    nodes += 1;
    if (nodes > maxNodes)
      return nodes === maxNodes + 1 ? fault(path, 'too_many', `the filter has more than ${maxNodes} parts`) : nothing;
    if (depth > maxDepth) return fault(path, 'too_deep', `the filter is nested deeper than ${maxDepth}`);
    const { operator, field, value, values, args } = node;
    if (operator === 'and' || operator === 'or') {
      if (!args || args.length === 0)
        return fault(`${path}.args`, 'required', `${operator} needs at least one of args`);
      return { operator, args: args.map((arg, index) => read(arg, `${path}.args.${index}`, depth + 1)) };
    }
    if (!field || !isOperationField(field)) {
      return fault(`${path}.field`, 'field', `must be one of ${Object.keys(operationFields).join(', ')}`);
    }
    const single = operator === '=' || operator === '!=';
    if (single && value === undefined) return fault(`${path}.value`, 'required', `${operator} needs a value`);
    if (!single && !values) return fault(`${path}.values`, 'required', `${operator} needs values`);
    const given = single ? [value] : (values ?? []);
    const read_ = given.map((item) => readValue(field, item));
    read_.forEach((result, index) => {
      if ('fault' in result) fault(single ? `${path}.value` : `${path}.values.${index}`, 'value', result.fault);
    });
    return {
      operator: operator === '=' || operator === 'in' ? 'in' : 'not_in',
      field,
      values: read_.flatMap((result) => ('value' in result ? [result.value] : [])),
    };
  };

  const result = read(filter, 'filter', 1);
  if (faults.length > 0) throw badRequest(faults);
  return result;
};
