import type { CrmSystem } from './port.ts';

const checks = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * A Salesforce id with 18 characters: three more than the 15, each of which says which letters of a group of five are capital
 * (Salesforce Object Reference, ID Field Type).
 */
const longId = (id: string): string => {
  const suffix = [0, 5, 10].map((start) => {
    const capitals = [...id.slice(start, start + 5)].map((char, place) => (/[A-Z]/.test(char) ? 1 << place : 0));
    return checks[capitals.reduce((sum, bit) => sum + bit, 0)];
  });
  return id + suffix.join('');
};

/** The one spelling of a record's id that is stored and compared: SALESFORCE's 15 characters become 18. Other texts stay. */
export const crmRecordId = (system: CrmSystem, id: string): string =>
  system === 'SALESFORCE' && /^[0-9A-Za-z]{15}$/.test(id) ? longId(id) : id;

/** Whether a text can be the id of a record. */
export const isCrmRecordId = (system: CrmSystem, id: string): boolean =>
  system === 'SALESFORCE' ? /^[0-9A-Za-z]{15}([0-9A-Za-z]{3})?$/.test(id) : /^\d{1,20}$/.test(id);
