import { type PartnerError, partnerError } from '../partner-error.ts';
import type { CrmSystem } from './port.ts';
import { isCrmRecordId } from './record-id.ts';

/** A refusal of our own: nothing is sent. */
export const refusedHere = (partner: CrmSystem, partnerCode: string, message: string): PartnerError =>
  partnerError(message, {
    partner,
    outcome: 'REFUSED',
    partnerCode,
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });

const fieldName = /^[A-Za-z][A-Za-z0-9_.]*$/;

/** The names, each once in any case. Throws a refusal for a text that is no name of a field: it would change the query. */
export const fieldNames = (partner: CrmSystem, names: readonly string[]): string[] => {
  const bad = names.find((name) => !fieldName.test(name));
  if (bad !== undefined) {
    const message = `${JSON.stringify(bad)} is not a valid field name of ${partner}: letters, digits, _ and . are allowed. Change the mapping.`;
    throw refusedHere(partner, 'InvalidFieldName', message);
  }
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
};

/** Throws a refusal for a text that is no id of a record: it would lead to another address. */
export const requireRecordId = (partner: CrmSystem, id: string): void => {
  if (isCrmRecordId(partner, id)) return;
  throw refusedHere(partner, 'InvalidRecordId', `${JSON.stringify(id)} is not a valid record id of ${partner}.`);
};
