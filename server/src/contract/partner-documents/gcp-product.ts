import type { PartnerDocuments } from './notation.ts';

/** Products of Google Cloud Marketplace. */
export const gcpProductDocuments = {
  GcpMarketplaceProduct: {
    about: 'A product of Google Cloud Marketplace.',
    members: {
      createTime: ['date-time', 'When it was created at Google.'],
      derivedDiscoveryState: ['GcpMarketplaceProductDerivedDiscoveryState', 'Who finds the product.'],
      id: ['text', "Google's ID."],
      lastPublishTime: ['date-time', 'When it was last published.'],
      listingSpec: ['GcpMarketplaceProductListingSpec', 'The listing.'],
      marketplace: [['marketplaces/google-cloud'], 'The marketplace that it is listed in.'],
      name: ['text', 'The resource name at Google.'],
      revisionCreateTime: ['date-time', 'When this revision was created.'],
      revisionId: ['text', 'The ID of this revision.'],
      service: ['text', 'The managed service of the product.'],
      serviceConfig: ['GcpMarketplaceProductServiceConfig', 'The managed service behind it.'],
      validationSummary: ['object', "The result of Google's check of the product."],
    },
  },
  GcpMarketplaceProductDerivedDiscoveryState: {
    about: 'Who finds the product.',
    members: {
      accessState: [['ALLUSERS_ACCESSIBLE', 'NOT_ALLUSERS_ACCESSIBLE', 'NOT_PUBLISHED'], 'Who may open the listing.'],
      searchState: [['ADMIN_OVERRIDE_UNSEARCHABLE', 'SEARCHABLE'], 'Whether the product is found by a search.'],
    },
  },
  GcpMarketplaceProductDocumentationSpec: {
    about: 'A link to documentation.',
    members: {
      description: ['text', 'A description for customers.'],
      title: ['text', 'The title as customers see it.'],
      uri: ['text', 'Where it is found.'],
    },
  },
  GcpMarketplaceProductExternalAccountSpec: {
    about: 'Where customers sign up and log in.',
    members: {
      loginUri: ['text', 'Where customers log in.'],
      signupUri: ['text', 'Where customers sign up.'],
      singleSignOnUri: ['text', 'Where customers come signed in from Google.'],
    },
  },
  GcpMarketplaceProductFeature: {
    about: 'A feature by which plans differ.',
    members: {
      description: ['text', 'A description for customers.'],
      name: ['text', 'The name of the feature.'],
      title: ['text', 'The title as customers see it.'],
    },
  },
  GcpMarketplaceProductFeatureValue: {
    about: 'The value of a feature in a plan.',
    members: {
      featureDescription: ['text', 'A description of the feature.'],
      featureName: ['text', 'The name of the feature in the product.'],
      featureTitle: ['text', 'The title of the feature.'],
      featureValue: ['text', 'Its value in the plan.'],
    },
  },
  GcpMarketplaceProductInfo: {
    about: 'The product that an offer is for.',
    members: {
      flavorExternalName: ['text', 'The plan as customers know it.'],
      productExternalName: ['text', 'The name of the product as customers know it.'],
      providerId: ['text', 'The ID of the provider.'],
      serviceLevel: ['text', 'The level of service: the plan.'],
      serviceName: ['text', 'The service of the product.'],
    },
  },
  GcpMarketplaceProductLicenseSpec: {
    about: 'A licence of the product.',
    members: {
      description: ['text', 'A description for customers.'],
      uri: ['text', 'Where it is found.'],
    },
  },
  GcpMarketplaceProductListingSpec: {
    about: 'The listing of a product.',
    members: {
      externalAccountSpec: ['GcpMarketplaceProductExternalAccountSpec', 'Where customers sign up and log in.'],
      listingType: [['BillingIntegratedManagedService'], 'The kind of listing.'],
      marketingSpec: ['GcpMarketplaceProductMarketingSpec', 'The text that buyers see.'],
      purchaseSpec: ['GcpMarketplaceProductPurchaseSpec', 'Plans, features and metrics.'],
      termsSpec: ['GcpMarketplaceProductTermsSpec', 'The terms of use.'],
    },
  },
  GcpMarketplaceProductMarketingSpec: {
    about: 'The description of a product for buyers.',
    members: {
      description: ['text', 'A description for customers.'],
      displayNames: ['text[]', 'Names of the product.'],
      documentationSpecs: ['GcpMarketplaceProductDocumentationSpec[]', 'Links to documentation.'],
      eulaUrl: ['text', 'Where the licence agreement is read.'],
      externalLicenseSpecs: ['GcpMarketplaceProductLicenseSpec[]', 'Licences of the product.'],
      externalMarketingUrl: ['text', "The product's own page."],
      icon: ['text', 'Where the icon is read.'],
      searchCategories: ['text[]', 'Categories of the listing.'],
      searchDescription: ['text', 'The text shown in search results.'],
      searchKeywords: ['text[]', 'Words by which the product is found.'],
      signupUri: ['text', 'Where customers sign up.'],
      supportSpec: ['GcpMarketplaceProductSupportSpec', 'How customers get support.'],
      tagLine: ['text', 'The product in a line.'],
      title: ['text', 'The title as customers see it.'],
    },
  },
  GcpMarketplaceProductMeteringMetric: {
    about: 'A metric by which usage is reported and priced.',
    members: {
      description: ['text', 'A description for customers.'],
      displayName: ['text', 'The name as customers see it.'],
      displayUnit: ['text', 'The unit that is shown to customers.'],
      displayUnitDescription: ['text', 'The name of the displayed unit.'],
      id: ['text', "Google's ID."],
      metricKind: ['text', 'How values add up, such as DELTA.'],
      name: ['text', 'The name of the metric, as usage reports have it.'],
      priceTiers: ['GcpPriceTier[]', 'Prices by how much is used.'],
      reportingUnit: ['text', 'The unit in which usage is reported.'],
      skuId: ['text', 'The SKU at Google.'],
      unit: ['text', 'The unit of the metric, in the notation of the Service Control API.'],
      valueType: [
        ['', 'VALUE_TYPE_UNSPECIFIED', 'BOOL', 'INT64', 'DOUBLE', 'STRING', 'DISTRIBUTION', 'MONEY'],
        'The kind of value.',
      ],
    },
  },
  GcpMarketplaceProductPriceInfo: {
    about: 'The prices of a plan.',
    members: {
      description: ['text', 'A description for customers.'],
      priceModel: [
        ['FREE', 'SUBSCRIPTION', 'USAGE', 'SUBSCRIPTION_PLUS_USAGE'],
        'What is charged: nothing, a subscription, usage, or both.',
      ],
      subscriptionPlans: ['GcpMarketplaceProductSubscriptionPlan[]', 'Prices of periods.'],
      usageFees: ['GcpMarketplaceProductUsageFee[]', 'Prices of metrics.'],
    },
  },
  GcpMarketplaceProductPurchaseOptionSpec: {
    about: 'A plan. Of an offer only its name is needed, and the values of features that differ.',
    members: {
      featureValues: ['GcpMarketplaceProductFeatureValue[]', 'The value of each feature in the plan.'],
      name: ['text', 'The resource name at Google.'],
      priceInfo: ['GcpMarketplaceProductPriceInfo', 'The prices of the plan.'],
      purchaseMode: [
        ['PURCHASE_MODE_PRIVATE', 'PURCHASE_MODE_PUBLIC'],
        'Whether everybody may buy the plan or only who has a private offer.',
      ],
      title: ['text', 'The title as customers see it.'],
    },
  },
  GcpMarketplaceProductPurchaseSpec: {
    about: 'Plans, features and metrics of a product.',
    members: {
      features: ['GcpMarketplaceProductFeature[]', 'The value of each feature in the plan.'],
      metrics: ['GcpMarketplaceProductMeteringMetric[]', 'Metrics by which usage is reported and priced.'],
      purchaseOptionSpecs: ['GcpMarketplaceProductPurchaseOptionSpec[]', 'The plans.'],
    },
  },
  GcpMarketplaceProductServiceConfig: {
    about: 'The managed service behind a product.',
    members: {
      billing: ['GcpMarketplaceProductServiceConfigBilling', 'What is billed.'],
      metrics: ['GcpMarketplaceProductMeteringMetric[]', 'Metrics by which usage is reported and priced.'],
      name: ['text', 'The name of the service.'],
      producerProjectId: ['text', 'The project of the service.'],
      title: ['text', 'The title as customers see it.'],
    },
  },
  GcpMarketplaceProductServiceConfigBilling: {
    about: 'The basis of billing for the service.',
    members: {
      metrics: ['text[]', 'Names of the billed metrics.'],
    },
  },
  GcpMarketplaceProductSubscriptionPlan: {
    about: 'The price of one period.',
    members: {
      period: ['text', 'How long a period is, such as P1M.'],
      price: ['GcpPriceValue', 'The price.'],
    },
  },
  GcpMarketplaceProductSupportSpec: {
    about: 'How customers get support.',
    members: {
      description: ['text', 'A description for customers.'],
      email: ['text', 'The email address.'],
      uri: ['text', 'Where it is found.'],
    },
  },
  GcpMarketplaceProductTermsSpec: {
    about: 'The terms of use.',
    members: {
      eulaUri: ['text', 'Where the licence agreement is read.'],
      inlineEula: ['object', 'An inline license agreement.'],
      standardEula: ['object', 'The standard agreement of the marketplace.'],
    },
  },
  GcpMarketplaceProductUsageFee: {
    about: 'The price of a metric.',
    members: {
      displayQuantity: ['integer', 'The number of units that the displayed price covers.'],
      metricId: ['text', 'The metric that is priced.'],
      priceTiers: ['GcpPriceTier[]', 'Prices by how much is used.'],
    },
  },
  GcpPriceTier: {
    about: 'A price that applies from a given usage.',
    members: {
      fromAmount: ['number', 'The number of units from which the price applies.'],
      price: ['GcpPriceValue', 'The price.'],
      startingUsageAmount: ['text', 'The number of units from which the price applies, as a string.'],
    },
  },
} as const satisfies PartnerDocuments;
