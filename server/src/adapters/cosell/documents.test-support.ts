import { putAt } from './document.ts';
import type { CoSellPartner, ReferralDocument, Situation } from './port.ts';

/** The day of all these tests. */
export const today = '2026-11-24';
export const submit: Situation = { act: 'SUBMIT', today };

/** A document of each partner that it would take. */
export const complete: Readonly<Record<CoSellPartner, ReferralDocument>> = {
  AWS: {
    PrimaryNeedsFromAws: ['Co-Sell - Deal Support'],
    NationalSecurity: 'No',
    PartnerOpportunityIdentifier: '006A0000001',
    OpportunityType: 'Net New Business',
    Origin: 'Partner Referral',
    Customer: {
      Account: {
        CompanyName: 'Example Mills',
        Industry: 'Manufacturing',
        WebsiteUrl: 'https://mills.example.com',
        Address: { City: 'Seattle', PostalCode: '98101', StateOrRegion: 'Washington', CountryCode: 'US' },
      },
      Contacts: [{ Email: 'ann@mills.example.com', FirstName: 'Ann', LastName: 'Lee', Phone: '+14155550123' }],
    },
    Project: {
      Title: 'Planning for mills',
      CustomerBusinessProblem: 'The mills plan their shifts on paper and lose a day each month.',
      CustomerUseCase: 'Manufacturing, Supply Chain and Operations',
      DeliveryModels: ['SaaS or PaaS'],
      SalesActivities: ['Conducted POC / Demo'],
      ExpectedCustomerSpend: [{ Amount: '2500.00', CurrencyCode: 'USD', Frequency: 'Monthly', TargetCompany: 'AWS' }],
      ExpectedContractDuration: { Term: 'Months', Value: '36' },
    },
    Marketing: { Source: 'None' },
    LifeCycle: { Stage: 'Qualified', TargetCloseDate: '2027-03-31', NextSteps: 'Show it to the board' },
    RelatedEntityIdentifiers: { Solutions: ['S-0000001'] },
  },
  AZURE: {
    name: 'Planning for mills',
    externalReferenceId: '006A0000001',
    type: 'Shared',
    qualification: 'SalesQualified',
    status: 'New',
    substatus: 'Pending',
    customerProfile: {
      name: 'Example Mills',
      size: '251to1000employees',
      address: { addressLine1: '1 Mill Road', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' },
      team: [{ firstName: 'Ann', lastName: 'Lee', phoneNumber: '0123456', email: 'ann@mills.example.com' }],
    },
    consent: { consentToToShareInfoWithOthers: true, consentToContact: true },
    details: {
      notes: 'They plan their shifts on paper.',
      dealValue: 90000.5,
      currency: 'GBP',
      closingDateTime: '2027-03-31T00:00:00Z',
      requirements: {
        industries: [{ id: 'Manufacturing' }, { id: 'Services' }],
        solutions: [{ id: 'SOL-34104-EBB', type: 'Name', name: 'Planner' }],
      },
    },
    team: [{ firstName: 'Bo', lastName: 'Day', email: 'bo@seller.example.com' }],
    target: [{ type: 'SolutionProfile', id: 'SOL-34104-EBB' }],
  },
  GCP: {
    lead: {
      engagementModel: 'CO_SELL',
      dealTransactionType: 'NEW',
      supportLevel: 'FULL',
      productInterests: ['GOOGLE_CLOUD_PLATFORM'],
      customer: {
        company: 'Example Mills',
        googleAccountDomain: 'mills.example.com',
        industry: 'INDUSTRY_INDUSTRIAL_GOODS_AND_MANUFACTURING',
        customerAddress: { street: '1 Mill Road', city: 'Leeds', regionCode: 'GB' },
        customerContacts: [{ givenName: 'Ann', familyName: 'Lee', email: 'ann@mills.example.com' }],
      },
      opportunitySummary: 'Planning for mills',
      partnerAnnualContractValue: 30000,
      leadCurrencyCode: 'GBP',
      estimatedCloseDate: { year: 2027, month: 3, day: 31 },
      dealTerm: '36 months',
      submitterEmail: 'bo@seller.example.com',
      externalSystemId: '006A0000001',
    },
  },
};

/** A document of a partner with other values at some paths; undefined takes a member out. */
export const having = (partner: CoSellPartner, members: Readonly<Record<string, unknown>>): ReferralDocument =>
  Object.entries(members).reduce((document, [path, value]) => putAt(document, path, value), complete[partner]);
