import { listAt, textAt, valueAt } from '../document.ts';
import type { QualityFactor } from '../port.ts';
import { factor, hasItem, isGiven, sizeAt } from '../quality-factor.ts';

// What Microsoft's sellers need to take up a referral: something to sell that they know, someone to call, a value and
// a date to plan with. Microsoft publishes no score of its own.

const contacts = 'customerProfile.team';

export const quality: readonly QualityFactor[] = [
  factor(
    'Solution',
    'Name the solution that you sell by its id, so that the deal counts for it.',
    [
      20,
      (document) =>
        listAt(document, 'details.requirements.solutions').some(
          (one) => textAt(one, 'id') && textAt(one, 'type') === 'Name',
        ),
    ],
    [10, (document) => isGiven(document, 'details.requirements.solutions')],
  ),
  factor(
    'Notes',
    "Tell in 250 characters or more what the customer needs, and what Microsoft's sellers can do.",
    [20, (document) => sizeAt(document, 'details.notes') >= 250],
    [12, (document) => sizeAt(document, 'details.notes') >= 100],
    [5, (document) => sizeAt(document, 'details.notes') > 0],
  ),
  factor(
    'Customer contact',
    'Name someone at the customer with mail address and phone number.',
    [15, (document) => hasItem(document, contacts, ['email', 'firstName', 'lastName', 'phoneNumber'])],
    [8, (document) => hasItem(document, contacts, ['email'])],
  ),
  factor(
    'Consent',
    'Ask the customer whether Microsoft may see the deal and contact them.',
    [
      10,
      (document) =>
        valueAt(document, 'consent.consentToToShareInfoWithOthers') === true &&
        valueAt(document, 'consent.consentToContact') === true,
    ],
    [5, (document) => valueAt(document, 'consent.consentToToShareInfoWithOthers') === true],
  ),
  factor(
    'Value and date',
    'State what the deal is worth, and when it is expected to close.',
    [10, (document) => isGiven(document, 'details.dealValue') && sizeAt(document, 'details.closingDateTime') > 0],
    [5, (document) => isGiven(document, 'details.dealValue')],
  ),
  factor(
    'Products and industry',
    "Name Microsoft's products that the deal brings, and the customer's industry.",
    [
      10,
      (document) =>
        isGiven(document, 'details.requirements.products') && isGiven(document, 'details.requirements.industries'),
    ],
    [
      5,
      (document) =>
        isGiven(document, 'details.requirements.products') || isGiven(document, 'details.requirements.industries'),
    ],
  ),
  factor(
    'Customer address',
    'Give street, city and postal code, so that Microsoft finds the right account.',
    [
      10,
      (document) =>
        ['addressLine1', 'city', 'postalCode'].every((name) => sizeAt(document, `customerProfile.address.${name}`) > 0),
    ],
    [5, (document) => sizeAt(document, 'customerProfile.address.city') > 0],
  ),
  factor('Own team', 'Name who works on the deal on your side.', [
    5,
    (document) => hasItem(document, 'team', ['email']),
  ]),
];
