import { listAt, textAt } from '../document.ts';
import type { QualityFactor } from '../port.ts';
import { factor, hasItem, isGiven, sizeAt } from '../quality-factor.ts';

// What makes an opportunity worth the time of an AWS seller, from AWS's texts on its members: the problem shows the fit, contacts and needs
// show what to do, activities drive the assignment of AWS's people, the spend shows the value. AWS scores opportunities with its own model
// after they are submitted; it offers none for drafts.

const maturedStages = ['Technical Validation', 'Business Validation', 'Committed', 'Launched'];
const problem = 'Project.CustomerBusinessProblem';

const contacts = 'Customer.Contacts';

export const quality: readonly QualityFactor[] = [
  factor(
    'Business problem',
    'Tell in 250 characters or more what the customer must solve, and how your solution does it.',
    [20, (document) => sizeAt(document, problem) >= 250],
    [12, (document) => sizeAt(document, problem) >= 100],
    [5, (document) => sizeAt(document, problem) >= 20],
  ),
  factor(
    'Customer contact',
    'Name someone at the customer with mail address and title, so that AWS can reach them.',
    [15, (document) => hasItem(document, contacts, ['Email', 'FirstName', 'LastName', 'BusinessTitle'])],
    [8, (document) => hasItem(document, contacts, ['Email'])],
  ),
  factor(
    'Sales activities',
    'Record two activities or more; AWS assigns its people by them.',
    [15, (document) => new Set(listAt(document, 'Project.SalesActivities')).size >= 2],
    [8, (document) => isGiven(document, 'Project.SalesActivities')],
  ),
  factor(
    'Expected spend',
    'State what the customer will spend at AWS each month, with an estimate of the AWS Pricing Calculator.',
    [10, (document) => hasItem(document, 'Project.ExpectedCustomerSpend', ['EstimationUrl'])],
    [
      7,
      (document) =>
        listAt(document, 'Project.ExpectedCustomerSpend').some((one) => /[1-9]/.test(textAt(one, 'Amount') ?? '')),
    ],
  ),
  factor('Need from AWS', 'Name what AWS is to help with.', [
    10,
    (document) => isGiven(document, 'PrimaryNeedsFromAws'),
  ]),
  factor(
    'Next steps',
    'Say what happens next, and who does it.',
    [10, (document) => sizeAt(document, 'LifeCycle.NextSteps') >= 30],
    [5, (document) => sizeAt(document, 'LifeCycle.NextSteps') > 0],
  ),
  factor(
    'Stage',
    'Qualify the deal before you submit it; AWS asks for qualified opportunities.',
    [10, (document) => maturedStages.includes(textAt(document, 'LifeCycle.Stage') ?? '')],
    [7, (document) => textAt(document, 'LifeCycle.Stage') === 'Qualified'],
  ),
  factor(
    'Customer identity',
    "Give the customer's website, and its AWS account or D-U-N-S number, so that AWS finds the right account.",
    [
      5,
      (document) =>
        isGiven(document, 'Customer.Account.WebsiteUrl') &&
        (isGiven(document, 'Customer.Account.AwsAccountId') || isGiven(document, 'Customer.Account.Duns')),
    ],
    [3, (document) => isGiven(document, 'Customer.Account.WebsiteUrl')],
  ),
  factor('Competition', 'Name the competitors that the customer considers, or state that there are none.', [
    5,
    (document) => isGiven(document, 'Project.CompetitorName'),
  ]),
];
