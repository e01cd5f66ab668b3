import type { CrmSelection } from '../port.ts';
import { fieldNames } from '../refused-here.ts';

/** A text as a literal (SOQL and SOSL Reference, Quoted String Escape Sequences). */
export const soqlText = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

/** What contains a text, for LIKE, where % and _ stand for other characters. */
export const soqlPattern = (text: string): string => `'%${text.replaceAll(/[\\'%_]/g, '\\$&')}%'`;

const soqlTime = (time: Date): string => time.toISOString();

/** Members of the role itself; every other field of a contact is one of its Contact. */
const roleFields: ReadonlySet<string> = new Set(['Role', 'IsPrimary']);

/** How many contacts of a deal are read: with 100 deals, these are fewer rows than the 2000 of one page. */
const contactsMax = 10;

/** The query of opportunities with their accounts and contacts, the primary contact first. `without`: fields that the organization lacks. */
export const recordsQuery = (
  ids: readonly string[],
  { deal, company, contact }: CrmSelection,
  without: readonly string[] = [],
): string => {
  const people = contact.map((name) => (roleFields.has(name) ? name : `Contact.${name}`));
  const named = ['Id', 'SystemModstamp', ...deal, ...company.map((name) => `Account.${name}`)];
  const parts = fieldNames('SALESFORCE', named).filter((name) => !without.includes(name));
  if (people.length > 0) {
    const fields = fieldNames('SALESFORCE', people).join(', ');
    parts.push(`(SELECT ${fields} FROM OpportunityContactRoles ORDER BY IsPrimary DESC LIMIT ${contactsMax})`);
  }
  return `SELECT ${parts.join(', ')} FROM Opportunity WHERE Id IN (${ids.map(soqlText).join(', ')})`;
};

/** The query of opportunities whose name has that text, the newest first. */
export const searchQuery = (text: string, limit: number): string =>
  `SELECT Id, Name FROM Opportunity WHERE Name LIKE ${soqlPattern(text)} ORDER BY CreatedDate DESC LIMIT ${limit}`;

/** The query of the currency that an organization has. */
export const currencyQuery = 'SELECT DefaultCurrencyIsoCode FROM Organization LIMIT 1';

/** The query of opportunities that changed at a time or later; with an id, only those behind it at that very time. */
export const changesQuery = ({ time: from, id }: { time: Date; id: string }, limit: number): string => {
  const time = soqlTime(from);
  const later =
    id === ''
      ? `SystemModstamp >= ${time}`
      : `SystemModstamp > ${time} OR (SystemModstamp = ${time} AND Id > ${soqlText(id)})`;
  return `SELECT Id, SystemModstamp FROM Opportunity WHERE ${later} ORDER BY SystemModstamp, Id LIMIT ${limit}`;
};
