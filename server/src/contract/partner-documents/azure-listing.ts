import { lifecycleStates } from './azure-words.ts';
import type { PartnerDocuments } from './notation.ts';

/** Listings and plans of Microsoft Marketplace, in the words of the product ingestion API. */
export const azureListingDocuments = {
  AzureMarketplaceContact: {
    about: 'A contact of a listing.',
    members: {
      email: ['text', 'The email address.'],
      name: ['text', 'The name.'],
      phone: ['text', 'The telephone number.'],
      url: ['text', 'The web page of the contact.'],
    },
  },
  AzureMarketplaceCustomAmendment: {
    about: 'An amendment of the standard contract for some customers.',
    members: {
      tenants: ['AzureMarketplaceCustomAmendmentTenant', 'The customers.'],
      terms: ['text', 'The text of the amendment.'],
    },
  },
  AzureMarketplaceCustomAmendmentTenant: {
    about: 'The customers of an amendment.',
    members: {
      manualEntries: ['AzureMarketplaceCustomAmendmentTenantManualEntry[]', 'The customers one by one.'],
    },
  },
  AzureMarketplaceCustomAmendmentTenantManualEntry: {
    about: 'One customer of an amendment.',
    members: {
      description: ['text', 'A description.'],
      id: ['text', 'The Microsoft Entra tenant.'],
    },
  },
  AzureMarketplaceDeprecationSchedule: {
    about: 'When and why something is no longer sold.',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      alternative: ['AzureMarketplaceDeprecationScheduleAlternative', 'What buyers can choose instead.'],
      date: ['text', 'The day on which it ends.'],
      dateOffset: ['text', 'How long after the announcement it ends.'],
      reason: [['criticalSecurityIssue', 'endOfSupport', 'other'], 'Why it ends.'],
    },
  },
  AzureMarketplaceDeprecationScheduleAlternative: {
    about: 'What buyers can choose instead.',
    members: {
      plan: ['object', 'Another plan.'],
      product: ['object', 'Another offer.'],
    },
  },
  AzureMarketplaceGeneralLink: {
    about: 'A link of a listing.',
    members: {
      displayText: ['text', 'The text of the link.'],
      link: ['text', 'Where the link leads.'],
    },
  },
  AzureMarketplaceGovernmentCertification: {
    about: 'A certification for Azure Government.',
    members: {
      link: ['text', 'Where the link leads.'],
      name: ['text', 'The name.'],
    },
  },
  AzureMarketplaceIdentity: {
    about: 'How the publisher names it.',
    members: {
      externalId: ['text', "The publisher's own id; it never changes."],
    },
  },
  AzureMarketplaceListing: {
    about: 'The description of an offer for buyers (resource listing).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      cloudSolutionProviderContact: ['AzureMarketplaceContact', 'The contact of cloud solution providers.'],
      cloudSolutionProviderMarketingMaterials: ['text', 'Where cloud solution providers find marketing material.'],
      description: ['text', 'The whole description, HTML, up to 5000 characters. Needed.'],
      engineeringContact: ['AzureMarketplaceContact', 'The engineering contact. Needed.'],
      generalLinks: ['AzureMarketplaceGeneralLink[]', 'Links, up to 25.'],
      gettingStartedInstructions: ['text', 'How buyers begin, up to 3000 characters.'],
      gloabalSupportWebsite: ['text', 'The web page of support (spelt as Microsoft spells it).'],
      governmentSupportWebsite: ['text', 'The web page of support for government customers.'],
      id: ['text', "Microsoft's ID."],
      kind: [['azureSaaS', 'azureVM', 'xbox360NonBackCompat'], 'The kind of resource.'],
      languageId: ['text', 'The language, such as en-us.'],
      lifecycleState: [lifecycleStates, 'Where it is in its life.'],
      privacyPolicyLink: ['text', 'The https address of the privacy policy. Needed.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      searchKeywords: ['text[]', 'Words by which the offer is found, up to 3.'],
      searchResultSummary: ['text', 'The offer in a line, up to 100 characters. Needed.'],
      shortDescription: ['text', 'The offer in a few sentences, up to 256 characters.'],
      supportContact: ['AzureMarketplaceContact', 'The support contact. Needed.'],
      title: ['text', 'The title.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplaceListingAsset: {
    about: 'A logo, picture or document of a listing (resource listing-asset).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      description: ['text', 'A description.'],
      displayOrder: ['integer', 'The position in its list.'],
      fileName: ['text', 'The name of the file.'],
      friendlyName: ['text', 'The name as people see it.'],
      id: ['text', "Microsoft's ID."],
      kind: [['azure'], 'The kind of resource.'],
      languageId: ['text', 'The language, such as en-us.'],
      lifecycleState: [lifecycleStates, 'Where it is in its life.'],
      listing: ['text', 'The listing that it belongs to.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      type: [
        [
          'azureLogoSmall',
          'azureLogoMedium',
          'azureLogoLarge',
          'azureLogoWide',
          'azureLogoScreenshot',
          'azureLogoHero',
          'pdfDocument',
        ],
        'The type; azureLogoLarge is the logo.',
      ],
      url: ['text', 'Where it is read.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplacePlan: {
    about: 'A plan of an offer (resource plan).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      alias: ['text', 'The name that only the publisher sees.'],
      azureGovernmentCertifications: [
        'AzureMarketplaceGovernmentCertification[]',
        'Certifications for Azure Government.',
      ],
      azureRegions: ['text[]', 'Where the plan is sold: global or government.'],
      deprecationSchedule: ['AzureMarketplaceDeprecationSchedule', 'When and why it is no longer sold.'],
      displayRank: ['integer', 'The place among the plans.'],
      id: ['text', "Microsoft's ID."],
      identity: ['AzureMarketplaceIdentity', 'How the publisher names it.'],
      lifecycleState: [lifecycleStates, 'Where it is in its life.'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      subtype: [['managedApplication', 'solutionTemplate'], "The kind of an application's plan."],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplacePlanListing: {
    about: 'The description of a plan for buyers (resource plan-listing).',
    members: {
      $schema: ['text', "The address of the resource's schema at Microsoft."],
      description: ['text', 'A description.'],
      id: ['text', "Microsoft's ID."],
      kind: [['azureVM-plan', 'azureSaaS-plan', 'azureCoreVM-plan', 'azureContainer-plan'], 'The kind of resource.'],
      languageId: ['text', 'The language, such as en-us.'],
      lifecycleState: [lifecycleStates, 'Where it is in its life.'],
      name: ['text', 'The name of the plan.'],
      plan: ['text', 'The durable ID of the plan, plan/….'],
      product: ['text', 'The durable ID of the offer, product/….'],
      resourceName: ['text', 'A name by which resources of one request point at each other.'],
      summary: ['text', 'The plan in a line.'],
      validations: ['AzureMarketplaceValidation[]', "The result of Microsoft's check of the resource."],
    },
  },
  AzureMarketplacePlanResource: {
    about: 'All resources of a plan.',
    members: {
      plan: ['AzureMarketplacePlan', 'The plan itself.'],
      planListing: ['AzureMarketplacePlanListing', 'The description of the plan for buyers.'],
      priceAndAvailabilityPlan: ['AzureMarketplacePriceAndAvailabilityPlan', 'Its prices, markets and audience.'],
    },
  },
} as const satisfies PartnerDocuments;
