import { isAbsent, valueAt } from '../document.ts';
import type { QualityFactor } from '../port.ts';
import { factor, hasItem, isGiven, sizeAt } from '../quality-factor.ts';

// What Google's people need to approve a lead and to join it: the four answers of a qualified deal (budget, authority, need, timeline,
// which are separate members of the lead), a summary, someone to call. Google publishes no score.

const answered = (name: string, member: string, advice: string): QualityFactor =>
  factor(name, advice, [10, (document) => isGiven(document, `lead.${member}`)]);

const contacts = 'lead.customer.customerContacts';

export const quality: readonly QualityFactor[] = [
  factor(
    'Summary',
    'Tell in 250 characters or more what the customer needs, and what you sell.',
    [20, (document) => sizeAt(document, 'lead.opportunitySummary') >= 250],
    [12, (document) => sizeAt(document, 'lead.opportunitySummary') >= 100],
    [5, (document) => sizeAt(document, 'lead.opportunitySummary') > 0],
  ),
  answered('Budget', 'budget', 'Say whether the customer has a budget.'),
  answered('Authority', 'authority', 'Say whether you speak with someone who decides.'),
  answered('Need', 'need', 'Say how pressing the need is.'),
  answered('Timeline', 'timeline', 'Say when the customer wants to start.'),
  factor(
    'Customer contact',
    'Name someone at the customer with mail address and phone number.',
    [15, (document) => hasItem(document, contacts, ['email', 'givenName', 'familyName', 'phone'])],
    [8, (document) => hasItem(document, contacts, ['email'])],
  ),
  factor(
    'Customer identity',
    "Give the domain of the customer's Google account, its industry and country.",
    [
      15,
      (document) =>
        ['googleAccountDomain', 'industry', 'customerAddress.regionCode'].every((name) =>
          isGiven(document, `lead.customer.${name}`),
        ),
    ],
    [8, (document) => isGiven(document, 'lead.customer.googleAccountDomain')],
  ),
  factor('Value', 'State what the contract is worth in a year.', [
    10,
    (document) => {
      const value = valueAt(document, 'lead.partnerAnnualContractValue');
      return !isAbsent(value) && value !== 0;
    },
  ]),
];
