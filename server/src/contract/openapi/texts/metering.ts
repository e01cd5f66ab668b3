import type { Texts } from './notation.ts';

/** Usage. */
export const meteringTexts = {
  MeteringUsageRecord: {
    about: 'A piece of usage for direct billing.',
    members: {
      key: 'The key of the metric.',
      properties: 'Properties by which the usage is grouped.',
      quantity: 'How many units, a decimal.',
    },
  },
  MeteringUsageRecordGroup: {
    about: 'A usage record: what was used of an entitlement, by dimension.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      buyerID: 'The buyer, buyer_….',
      partner: 'The marketplace that is told of it.',
      status: 'How far the record is: stored, told, refused, or not to be told.',
      records: 'The quantities by key of the dimension, decimals in units of the dimension.',
      metaInfo: 'More about the record.',
      usageAllocations: 'How the quantities are split by tags.',
      dimensionStates:
        'How far each dimension is, by its key as the marketplace has it. The status above is one for all of them: the worst of a group that has ended.',
      usageRecordReportID: 'The report that it is in.',
      reportedTime: 'When it was told to the marketplace.',
      serialID: 'A number that grows from record to record.',
    },
  },
  UsageDimensionState: {
    about: 'How far one dimension of a usage record is.',
    members: {
      status:
        'CREATED: it waits for its hour, or is held. REPORT_PENDING: it stands in a report that the marketplace has not confirmed. REPORTED, REPORT_FAILED, INVALID: how it ended.',
      quantity: 'What was reported to this service, a decimal in units of the dimension.',
      reportedQuantity:
        'What of it the marketplace has counted, a decimal: only once it is REPORTED, with what a retry brought along of fractions. What was included, prepaid or carried to the next hour is in it, and stands in the report.',
      cause: 'Why it is held or INVALID, such as SUSPENDED or LATE.',
      message: 'SHADOW, TEST, OUTCOME_UNKNOWN, or what the marketplace said.',
      hour: 'The beginning of the hour that it is told for.',
      usageRecordReportID: 'The report that it is in.',
    },
  },
  UsageReportDimensionState: {
    about: 'How telling one dimension of a report ended.',
    members: {
      status:
        'REPORT_PENDING: it was sent, or is to be sent again, and is not confirmed. CANCELED: it was computed and is not told.',
      message: 'Why, in the words of info.message.',
    },
  },
  'MeteringUsageRecordGroup.usageAllocations': {
    about: 'A part of a quantity.',
    members: {
      quantity: 'The part, a decimal in units of the dimension.',
      tags: 'The tags of the part.',
    },
  },
  'MeteringUsageRecordGroup.usageAllocations.tags': {
    about: 'A tag.',
    members: {
      key: 'The name of the tag.',
      value: 'The value of the tag.',
    },
  },
  MeteringUsageRecordGroupMetaInfo: {
    about: 'More about a usage record. Members of your own are kept.',
    members: {
      SkipValidation: 'Whether the dimensions were not checked.',
      billableRecords: 'Usage for direct billing.',
      lagoAmount: 'The amount in Lago, a decimal.',
      lagoSubscriptionID: 'The subscription in Lago.',
      lagoUsageStartTime: 'When the usage in Lago began.',
      metronomeDailyCostAmount: 'The cost of the day in Metronome, a decimal.',
      metronomeInvoiceID: 'The invoice in Metronome.',
      metronomeMonthlyInvoiceAmount: 'The invoice of the month in Metronome, a decimal.',
      metronomeMonthlyInvoiceAmountAdjusted: 'The same after adjustments, a decimal.',
      originRecords: 'The quantities as they were given, by dimension.',
      source: 'Where the record comes from.',
      stripeInvoiceID: 'The invoice in Stripe.',
      stripePeriodEndTime: 'When the period in Stripe ends.',
      stripePeriodStartTime: 'When the period in Stripe begins.',
      stripeSubscriptionItemID: 'The subscription item in Stripe.',
      stripeUsageRecordSummaryID: 'The summary of usage in Stripe.',
      stripeUsageRecordSummaryTotalUsage: 'The usage in that summary, in units.',
    },
  },
  BatchReportUsageRecordGroupsInput: {
    about: 'Usage records, 1 to 1000. All of them are stored, or none.',
    members: {
      entitlementID: 'The entitlement, ent_….',
    },
  },
  'BatchReportUsageRecordGroupsInput.billableRecords': {
    about: 'Usage for direct billing.',
    members: {
      key: 'The key of the metric.',
      properties: 'Properties by which the usage is grouped.',
      quantity: 'How many units, a decimal.',
    },
  },
  'BatchReportUsageRecordGroupsInput.usageAllocations': {
    about: 'A part of a quantity.',
    members: {
      quantity: 'The part, a decimal in units of the dimension.',
      tags: 'The tags of the part.',
    },
  },
  'BatchReportUsageRecordGroupsInput.usageAllocations.tags': {
    about: 'A tag.',
    members: {
      key: 'The name of the tag.',
      value: 'The value of the tag.',
    },
  },
  ReportUsageRecordGroupInput: {
    about: 'A usage record.',
    members: {
      entitlementID: 'The entitlement of the path, or absent.',
      organizationID: 'The organization of the path, or absent.',
    },
  },
  'ReportUsageRecordGroupInput.billableRecords': {
    about: 'Usage for direct billing.',
    members: {
      key: 'The key of the metric.',
      properties: 'Properties by which the usage is grouped.',
      quantity: 'How many units, a decimal.',
    },
  },
  'ReportUsageRecordGroupInput.usageAllocations': {
    about: 'A part of a quantity.',
    members: {
      quantity: 'The part, a decimal in units of the dimension.',
      tags: 'The tags of the part.',
    },
  },
  'ReportUsageRecordGroupInput.usageAllocations.tags': {
    about: 'A tag.',
    members: {
      key: 'The name of the tag.',
      value: 'The value of the tag.',
    },
  },
  ListUsageRecordGroupsResponse: {
    about: 'A page of usage records.',
    members: {
      usageRecordGroups: 'The usage records.',
      nextOffset: 'The offset of the next page. Absent on the last one.',
    },
  },
  MeteringUsageRecordReport: {
    about: 'What of an hour was told to a marketplace.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      entitlementTermID: 'The term, entterm_….',
      productID: 'The product, prod_….',
      buyerID: 'The buyer, buyer_….',
      info: 'What was told and what was answered.',
    },
  },
  MeteringUsageRecordReportInfo: {
    about:
      'What was told and what was answered. Quantities are decimals in units of the dimension, by its key; amounts are decimals in the currency of the entitlement.',
    members: {
      startTime: 'When the hour begins.',
      endTime: 'When the hour ends.',
      status: 'How telling it ended.',
      dimensionStates: 'How telling each dimension ended, by its key.',
      creditRecords: 'Quantities that were paid by credit.',
      awsMeteringRequest: 'What was sent to AWS.',
      awsMeteringResponse: 'What AWS answered.',
      azureMeteringRequest: 'What was sent to Microsoft.',
      azureMeteringResponse: 'What Microsoft answered.',
      gcpMeteringRequest: 'What was sent to Google Cloud.',
      gcpMeteringResponse: 'What Google Cloud answered.',
      alibabaMeteringRequest: 'Kept empty: this service is not connected to Alibaba Cloud Marketplace.',
      alibabaMeteringResponse: 'Kept empty: this service is not connected to Alibaba Cloud Marketplace.',
      aggregatedBillableRecords: 'What direct billing charges for.',
      commitAmount: 'What usage may be taken from.',
      creditAmount: 'What was given as credit.',
      dimensionCategories: 'The category of each dimension.',
      dimensionUnitListPrice: 'The list price of one unit of each dimension.',
      dimensionUnitPrice: 'The price of one unit of each dimension.',
      recordsToReportBeforeAdjustmentAtListPrice:
        'Quantities before what is included, carried or paid by credit was taken off.',
      usedCommitAmount: 'What of commitAmount is used up.',
      usedCommitAmountIncrement: 'What of it this hour used up.',
      usedCreditAmount: 'What of the credit is used up.',
      usedCreditAmountIncrement: 'What of it this hour used up.',
    },
  },
  AggregatedMeteringUsageRecord: {
    about: 'What direct billing charges for in one metric.',
    members: {
      amount: 'What is charged, a decimal in the currency of the entitlement.',
      billableMetricAggregationType: 'How the usage was put together.',
      billableMetricInfo: 'The metric as it was.',
      groupBysExpression: 'By which properties it was grouped.',
      key: 'The key of the metric.',
      name: 'The name of the metric.',
      quantity: 'How many units, a decimal.',
      uniqueCountAggregationResult: 'What was counted once each.',
    },
  },
  ListUsageRecordReportsResponse: {
    about: 'A page of reports.',
    members: {
      usageRecordReports: 'The reports.',
      nextOffset: 'The offset of the next page. Absent on the last one.',
    },
  },
  SettleUsageRecordReportInput: {
    about: 'What is known of a report whose outcome the marketplace did not say.',
    members: {},
  },
} as const satisfies Texts;
