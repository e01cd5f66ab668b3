import { quote, type Row } from '../api/list.ts';
import { textAt } from '../nouns/noun.ts';
import { companyTexts as texts } from '../texts/company.ts';

/** Words for the legal form of a company, which do not identify it. */
const legalForms =
  /\b(inc|incorporated|corp|corporation|co|company|llc|llp|ltd|limited|plc|gmbh|ag|se|sa|sas|sarl|srl|spa|bv|nv|ab|oy|as|aps|kk|pty|holdings?|group)\b/gi;

/** Public mail domains, which do not identify a company. */
const openDomains = new Set([
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'proton.me',
  'gmx.de',
]);

/** The part of a name that a company's customers share across clouds: `Initech, Inc.` → `initech`. An account number is not a name. */
const coreOf = (name: string): string => {
  const core = name
    .toLowerCase()
    .replaceAll(/[.,()'"]/g, '')
    .replaceAll(legalForms, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /[a-z\u00c0-\uffff]/.test(core) && core.length > 2 ? core : '';
};

/** The mail domain of a customer's company; empty if it uses a public one. */
const domainOf = (buyer: Row): string => {
  const given = textAt(buyer, 'info.companyInfo.emailDomain') || textAt(buyer, 'info.emailAddress').split('@')[1] || '';
  const domain = given.toLowerCase();
  return openDomains.has(domain) ? '' : domain;
};

/** The name of a company that has no ID yet. */
export const newCompanyId = (buyer: Row): string =>
  domainOf(buyer) || coreOf(textAt(buyer, 'name')) || textAt(buyer, 'externalID') || textAt(buyer, 'id');

export const membersQuery = (companyId: string): string => `(= company_id ${quote(companyId)})`;

/** Finds customers that may belong to the same company; undefined if there is nothing to search by. */
export const suggestionQuery = (buyer: Row): string | undefined => {
  const domain = domainOf(buyer);
  const core = coreOf(textAt(buyer, 'name'));
  const parts = [
    ...(domain ? [`(= email_domain ${quote(domain)})`] : []),
    ...(core ? [`(ilike name ${quote(`%${core.replaceAll(/[%_]/g, ' ')}%`)})`] : []),
  ];
  return parts.length > 1 ? `(or ${parts.join(' ')})` : parts[0];
};

/** Why a customer is suggested; undefined if only a part of its name is the same. */
export const similarity = (buyer: Row, other: Row): string | undefined => {
  const domain = domainOf(buyer);
  if (domain && domain === domainOf(other)) return texts.sameDomain(domain);
  const core = coreOf(textAt(buyer, 'name'));
  return core && core === coreOf(textAt(other, 'name')) ? texts.sameName : undefined;
};
