import type { ErrorDetail } from '../errors.ts';
import { type HubspotReader, hubTime } from '../state.ts';
import type { Property } from './property.ts';

type Read = { value: string | null } | { error: ErrorDetail };

const bad = (property: Property, code: string, message: string): Read => ({
  error: { message, code, context: { propertyName: [property.name] } },
});

/** The epoch milliseconds of ISO 8601 text, or of a text of epoch milliseconds; null if it is neither. */
export const readMoment = (text: string): number | null => {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text);
  const time = isIso ? Date.parse(/T.*[^Z\d:.+-]|T[\d:.]+$/.test(text) ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/**
 * Reads a value for a property. Values are texts; numbers and booleans are converted to texts. An empty text clears the
 * property. Codes: HubSpot changelog (enhanced validations, property validation rules), issues of its clients.
 */
export const readProperty = (reader: HubspotReader, portalId: string, property: Property, raw: unknown): Read => {
  if (property.readOnlyValue) {
    return bad(property, 'READ_ONLY_VALUE', `"${property.name}" is a read only property; its value cannot be set.`);
  }
  if (raw === null || raw === '') return { value: null };
  if (typeof raw === 'object') return bad(property, 'INVALID_STRING', `${property.name} must be a text`);
  const text = String(raw);
  if (property.type === 'string') return { value: text };
  if (text !== text.trim()) {
    return bad(property, 'LEADING_TRAILING_WHITESPACE', `"${text}" includes leading or trailing whitespace.`);
  }
  return readTyped(reader, portalId, property, text);
};

const readTyped = (reader: HubspotReader, portalId: string, property: Property, text: string): Read => {
  if (property.type === 'number') {
    return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
      ? { value: text }
      : bad(property, 'INVALID_DOUBLE', `${text} was not a valid number.`);
  }
  if (property.type === 'bool') {
    return text === 'true' || text === 'false'
      ? { value: text }
      : bad(property, 'INVALID_BOOLEAN', `${text} was not a valid boolean.`);
  }
  if (property.type === 'enumeration') return readOption(reader, portalId, property, text);
  const time = readMoment(text);
  if (time === null) return bad(property, 'INVALID_DATE', `${text} was not a valid date.`);
  const isMidnight = time % 86_400_000 === 0;
  if (property.type === 'date' && !isMidnight) {
    return bad(property, 'INVALID_DATE', `${text} is not midnight UTC, as a date must be.`);
  }
  return { value: property.type === 'date' ? new Date(time).toISOString().slice(0, 10) : hubTime(time) };
};

const readOption = (reader: HubspotReader, portalId: string, property: Property, text: string): Read => {
  const pipelines = reader.list('pipelines').filter((one) => one.portalId === portalId);
  const known: Record<string, string[]> = {
    pipeline: pipelines.map(({ pipelineId }) => pipelineId),
    dealstage: pipelines.flatMap(({ stages }) => stages.map(({ id }) => id)),
  };
  const allowed = known[property.name] ?? property.options.map(({ value }) => value);
  const chosen = property.fieldType === 'checkbox' ? text.split(';').filter(Boolean) : [text];
  const unknown = chosen.find((one) => !allowed.includes(one));
  if (unknown === undefined) return { value: text };
  return bad(property, 'INVALID_OPTION', `${unknown} was not one of the allowed options: [${allowed.join(', ')}]`);
};
