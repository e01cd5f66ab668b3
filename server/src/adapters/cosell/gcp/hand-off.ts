import { csvLine } from '../../../kit/csv.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { isObject, valueAt } from '../document.ts';
import type { ReferralDocument } from '../port.ts';
import { dayOfDate } from './google-date.ts';

/**
 * The file by which a deal is handed to Google's partner manager where an account is not onboarded to Google's API:
 * a line for each deal. Google publishes no format: the columns are the members of a Lead, in our order.
 */
export const handOffColumns: readonly { title: string; path: string }[] = [
  { title: 'Company', path: 'lead.customer.company' },
  { title: 'Domain', path: 'lead.customer.googleAccountDomain' },
  { title: 'Industry', path: 'lead.customer.industry' },
  { title: 'Employees', path: 'lead.customer.totalEmployees' },
  { title: 'Street', path: 'lead.customer.customerAddress.street' },
  { title: 'City', path: 'lead.customer.customerAddress.city' },
  { title: 'State', path: 'lead.customer.customerAddress.state' },
  { title: 'Country', path: 'lead.customer.customerAddress.regionCode' },
  { title: 'Contact first name', path: 'lead.customer.customerContacts.0.givenName' },
  { title: 'Contact last name', path: 'lead.customer.customerContacts.0.familyName' },
  { title: 'Contact mail', path: 'lead.customer.customerContacts.0.email' },
  { title: 'Contact phone', path: 'lead.customer.customerContacts.0.phone' },
  { title: 'Opportunity summary', path: 'lead.opportunitySummary' },
  { title: 'Description', path: 'lead.description' },
  { title: 'Engagement model', path: 'lead.engagementModel' },
  { title: 'Deal transaction type', path: 'lead.dealTransactionType' },
  { title: 'Support level', path: 'lead.supportLevel' },
  { title: 'Product interests', path: 'lead.productInterests' },
  { title: 'Annual contract value', path: 'lead.partnerAnnualContractValue' },
  { title: 'Currency', path: 'lead.leadCurrencyCode' },
  { title: 'Estimated close date', path: 'lead.estimatedCloseDate' },
  { title: 'Deal term', path: 'lead.dealTerm' },
  { title: 'Delivery model', path: 'lead.deliveryModel' },
  { title: 'Contract vehicle', path: 'lead.contractVehicle' },
  { title: 'Lead source', path: 'lead.leadSource' },
  { title: 'Budget', path: 'lead.budget' },
  { title: 'Authority', path: 'lead.authority' },
  { title: 'Need', path: 'lead.need' },
  { title: 'Timeline', path: 'lead.timeline' },
  { title: 'Public tender', path: 'lead.isPublicTender' },
  { title: 'Confidential', path: 'lead.isConfidential' },
  { title: 'Customer contact requested', path: 'lead.customerContactRequested' },
  { title: 'Submitter mail', path: 'lead.submitterEmail' },
  { title: 'CRM record', path: 'lead.externalSystemId' },
];

const cellOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isRawNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) return value.map(cellOf).join('; ');
  return isObject(value) ? (dayOfDate(value) ?? '') : '';
};

/** The file, as CSV text with a header. Cells that a spreadsheet would run are defused. */
export const handOffFile = (documents: readonly ReferralDocument[]): string =>
  [
    handOffColumns.map(({ title }) => title),
    ...documents.map((document) => handOffColumns.map(({ path }) => cellOf(valueAt(document, path)))),
  ]
    .map(csvLine)
    .join('');
