import type { Texts } from './notation.ts';

/** Usage. */
export const meteringTexts = {
  BillableMetric: {
    about: 'What usage for direct billing is counted by.',
    members: {
      organizationId: 'The organization, org_….',
      name: 'The name shown to people, 4 to 50 characters.',
      description: 'What it counts, at most 300 characters.',
      aggregationType:
        'COUNT: the number of records. UNIQUE_COUNT: the number of different values of info.propertyUniqueOn. SUM, MAX, LAST: of the quantities of the records; LAST is the quantity of the most recent one.',
      status: 'DELETED: no more usage is accepted under it.',
      info: 'Which records count, and by what they are grouped.',
    },
  },
  BillableMetricInfo: {
    about: 'Which records a metric counts, and by what they are grouped.',
    members: {
      filterGroups: 'A record counts if one filter of every group is met; without groups every record counts.',
      groupBys: 'Properties whose values divide the usage into groups, each counted and billed by itself.',
      propertyUniqueOn: 'The property whose different values are counted; for UNIQUE_COUNT.',
    },
  },
  BillableMetricFilterGroup: {
    about: 'Filters of which one must be met.',
    members: { filters: 'The filters.' },
  },
  BillableMetricFilter: {
    about: 'A condition on a property of a usage record.',
    members: {
      name: 'The name of the property.',
      operation:
        'IS, NOT_IS, CONTAINS and NOT_CONTAINS compare text; GT, GTE, LT, LTE, EQ and NOT_EQ compare numbers; EXISTS and NOT_EXISTS test whether the property is present.',
      value: 'What it is compared with: text for STRING, a number for FLOAT.',
      valueType: 'STRING or FLOAT, as the operation needs it.',
    },
  },
  PricePreviewParams: {
    about: 'What to price.',
    members: {
      entitlementId:
        'The entitlement, ent_…, whose currency, dimensions and usage are used where they are not given here.',
      currency: 'ISO 4217.',
      billableDimensions: 'The prices, each of another metric.',
      period: 'The billing period; this month (UTC) when absent.',
      usage: 'The usage of the period. Items of one metric and group are joined as the metric aggregates.',
    },
  },
  PricePreviewPeriod: {
    about: 'A billing period. Its end is not part of it.',
    members: {
      startTime: 'When the period begins.',
      endTime: 'When the period ends.',
      usedStartTime:
        'From when on the entitlement runs in it, for minimums that are prorated; the whole period when absent.',
      usedEndTime: 'Until when the entitlement runs in it.',
      months: 'Its length in months, for minimums of another length; found from the two times when absent.',
    },
  },
  PricePreviewUsage: {
    about: 'The quantity of a metric.',
    members: {
      billableMetricId: 'The metric, metric_….',
      properties: 'The values of the properties that usage is grouped and priced by.',
      quantity: 'How much, a decimal.',
    },
  },
  PricePreview: {
    about: 'What usage costs.',
    members: {
      currency: 'ISO 4217.',
      amount: 'The sum of the dimensions.',
      dimensions: 'The price of each dimension.',
    },
  },
  PricedDimension: {
    about: 'What the usage of one metric costs.',
    members: {
      billableMetricId: 'The metric, metric_….',
      name: 'The name of the dimension, or of the metric.',
      quantity: 'The sum of the quantities of all groups.',
      amount: "What it costs, rounded to the currency's smallest unit.",
      steps: 'How the amount is calculated. All steps add up to it exactly.',
      omittedSteps: 'How many further steps are not shown.',
    },
  },
  PriceStep: {
    about: 'A line of a calculation.',
    members: {
      kind: 'UNITS, PERCENTAGE, PACKAGES and FLAT_FEE: the amount is quantity × rate. DISCOUNT is below 0. MINIMUM_COMMIT is what is missing to the minimum. ROUNDING is to the smallest unit of the currency.',
      group: 'The group of usage, such as os=linux; absent where it is about the whole dimension.',
      description: 'What is calculated.',
      quantity: 'How much.',
      rate: 'The price of one; of PERCENTAGE the part that is charged, 0.25 for 25 %.',
      amount: 'What it adds.',
    },
  },
  UpdateBillableMetricParams: {
    about: 'What can be changed of a metric.',
    members: {
      name: 'The name shown to people, 4 to 50 characters.',
      description: 'What it counts, at most 300 characters; null clears it.',
      status: 'DELETED: no more usage is accepted under it. ACTIVE restores it.',
    },
  },
  MeteringUsageRecord: {
    about: 'Usage for direct billing.',
    members: {
      key: 'The ID of the billable metric, metric_….',
      properties: 'Properties by which the usage is grouped.',
      quantity: 'How many units, a decimal.',
    },
  },
  MeteringUsageRecordGroup: {
    about: 'A usage record: the usage of an entitlement, by dimension.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      buyerID: 'The buyer, buyer_….',
      partner: 'The marketplace to which it is reported; absent for direct billing.',
      status: 'The state of the record: stored, reported, refused, or not to be reported.',
      records: 'The quantities by dimension key, decimals in units of the dimension.',
      metaInfo: 'More about the record.',
      usageAllocations: 'How the quantities are divided by tags.',
      dimensionStates:
        "The state of each dimension, by the marketplace's dimension key. The status above covers all of them: once all have ended, it is the worst one.",
      usageRecordReportID: 'The report that contains it.',
      reportedTime: 'When it was reported to the marketplace.',
      serialID: 'A number that increases from record to record.',
    },
  },
  UsageDimensionState: {
    about: 'The state of one dimension of a usage record.',
    members: {
      status:
        'CREATED: it is waiting for its hour, or is held. REPORT_PENDING: it is part of a report that the marketplace has not confirmed. REPORTED, REPORT_FAILED, INVALID: the final outcome.',
      quantity: 'The quantity reported to this service, a decimal in units of the dimension.',
      reportedQuantity:
        'The part of quantity that the marketplace has counted, a decimal; only once it is REPORTED, including fractions that a retry added. It also covers what was included, prepaid or carried to the next hour, as shown in the report.',
      cause: 'Why it is held or INVALID, such as SUSPENDED or LATE.',
      message: "SHADOW, TEST, OUTCOME_UNKNOWN, or the marketplace's message.",
      hour: 'The start of the hour for which it is reported.',
      usageRecordReportID: 'The report that contains it.',
    },
  },
  UsageReportDimensionState: {
    about: 'The outcome of reporting one dimension.',
    members: {
      status:
        'REPORT_PENDING: it was sent or will be sent again, and is not confirmed. CANCELED: it was computed but is not reported.',
      message: 'The reason, with the same values as info.message.',
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
    about: 'More about a usage record. Your own members are stored too.',
    members: {
      SkipValidation: 'Whether the dimensions were not checked.',
      billableRecords: 'Usage for direct billing.',
      lagoAmount: 'The amount in Lago, a decimal.',
      lagoSubscriptionID: 'The subscription in Lago.',
      lagoUsageStartTime: 'When the usage in Lago began.',
      metronomeDailyCostAmount: 'The cost of the day in Metronome, a decimal.',
      metronomeInvoiceID: 'The invoice in Metronome.',
      metronomeMonthlyInvoiceAmount: 'The invoice of the month in Metronome, a decimal.',
      metronomeMonthlyInvoiceAmountAdjusted: 'The monthly invoice after adjustments, a decimal.',
      originRecords: 'The original quantities, by dimension.',
      source: 'The origin of the record.',
      stripeInvoiceID: 'The invoice in Stripe.',
      stripePeriodEndTime: 'When the period in Stripe ends.',
      stripePeriodStartTime: 'When the period in Stripe begins.',
      stripeSubscriptionItemID: 'The subscription item in Stripe.',
      stripeUsageRecordSummaryID: 'The summary of usage in Stripe.',
      stripeUsageRecordSummaryTotalUsage: 'The usage in that summary, in units.',
    },
  },
  BatchReportUsageRecordGroupsInput: {
    about: 'Usage records, 1 to 1000. Either all of them are stored, or none.',
    members: {
      entitlementID: 'The entitlement, ent_….',
    },
  },
  'BatchReportUsageRecordGroupsInput.billableRecords': {
    about: 'Usage for direct billing.',
    members: {
      key: 'The ID of the billable metric, metric_….',
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
      entitlementID: 'The entitlement in the path, or absent.',
      organizationID: 'The organization in the path, or absent.',
    },
  },
  'ReportUsageRecordGroupInput.billableRecords': {
    about: 'Usage for direct billing.',
    members: {
      key: 'The ID of the billable metric, metric_….',
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
      nextOffset: 'The offset of the next page. Absent on the last page.',
    },
  },
  MeteringUsageRecordReport: {
    about: 'The usage of one hour reported to a marketplace.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      entitlementTermID: 'The term, entterm_….',
      productID: 'The product, prod_….',
      buyerID: 'The buyer, buyer_….',
      info: 'What was sent, and the response.',
    },
  },
  UsageBalancePage: {
    about: 'Where usage is, by hour, entitlement and dimension.',
    members: {
      startTime: 'The start of the requested time.',
      endTime: 'The end of the requested time, exclusive.',
      usageBalances:
        'The balances, ordered by hour, entitlement and dimension. Where a filter fits little, a page may have few rows or none and still a nextCursor.',
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  UsageBalance: {
    about:
      'Where the usage of one entitlement, dimension and hour is: accepted + adjusted = submitted + included + credited + committed + carriedOut − carriedIn + pending + held + failed + invalid + deleted + computedOnly.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      partner: 'The marketplace.',
      dimension: "The marketplace's key of the dimension.",
      startTime: 'When the hour begins. Late usage counts in the hour for which it is submitted.',
      endTime: 'When the hour ends.',
      accepted: 'Accepted from clients, after mapping.',
      adjusted: 'Submitted in addition to what was used, so that usage beyond a commit costs its list price.',
      submitted: 'acknowledged, unknown and refused.',
      acknowledged: 'Counted by the marketplace.',
      unknown: 'Sent, and it is not yet known whether the marketplace counted it.',
      refused: 'Refused by the marketplace, and not retried.',
      included: 'Included in the price of the plan.',
      credited: 'Paid for by credit.',
      committed: 'Paid for by commit.',
      carriedIn: 'The fraction of a unit received from earlier hours.',
      carriedOut: 'The fraction of a unit passed on to later hours.',
      pending: 'Waits to be submitted.',
      held: 'Held back; heldCauses contains the reasons.',
      heldCauses: 'Why usage is held back, and how much.',
      deadline: 'Until when the marketplace accepts the hour; absent if nothing is pending or held.',
      hoursLeft: 'Whole hours until the deadline, 0 once it has passed.',
      failed: 'Certainly not counted, because it was not sent before the deadline; not retried.',
      invalid: 'Too late for any hour that the marketplace accepts.',
      deleted: 'Deleted by a client before it was submitted.',
      computedOnly: 'Computed and not submitted: SHADOW and TEST.',
      difference: 'What is missing (above 0) or counted twice (below 0). Always 0; anything else is a defect.',
    },
  },
  HeldUsage: {
    about: 'Usage that is held back for one reason.',
    members: {
      cause: 'SUSPENDED, NO_LICENSE, NO_TERM, LATE_HOLD, TOO_LARGE, NO_PRICE or INCLUDED_UNKNOWN.',
      quantity: 'How much is held back.',
    },
  },
  UsageDriftPage: {
    about: 'Usage that is not settled.',
    members: {
      usageDrifts: 'The drifts, ordered by hour, entitlement and dimension.',
      usageComparisons:
        "How far usage was compared with the marketplace's own records, for each connected account. Only AZURE shows them.",
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  UsageComparison: {
    about:
      "How far the usage of an account was compared with the marketplace's own records: daily, each day from two days after it began, and again until it is final. The 31 days before are shown.",
    members: {
      partner: 'The marketplace.',
      integrationID: 'The connected account, conn_….',
      lastComparedTime: 'When a day was last compared; absent: none was.',
      comparedThrough: 'The last day before which none is missing, YYYY-MM-DD (UTC); absent: the first day is missing.',
      daysNotCompared:
        'Days whose usage was not compared yet, because the marketplace did not answer or the daily comparison has not run. Their differences are unknown.',
    },
  },
  UsageDrift: {
    about:
      "Usage that was accepted but that the marketplace did not confirm, or not yet with certainty; or a day for which the marketplace's own records differ.",
    members: {
      cause:
        "LATE: the marketplace no longer accepts it. HELD: it is held back, and its deadline is near or has passed. WAITING: the same, and nothing holds it back. UNCONFIRMED: its report was not confirmed, and its deadline is near or has passed. OUTCOME_UNKNOWN: the marketplace may have counted it. DUPLICATE_FOREIGN: the marketplace has a quantity that another tool submitted. REFUSED: refused, and not retried. Of a comparison with the marketplace's own records of a day: NOT_SHOWN: it was confirmed, and none of it is shown. FOREIGN: usage that was not submitted here. QUANTITY_DIFFERS: more or less is shown, or billed, than was submitted. REJECTED: refused after it had been accepted. SHADOW_DIFFERS: what another tool submitted differs from what was computed here (SHADOW).",
      heldCause: 'For HELD: the cause, such as SUSPENDED.',
      entitlementID:
        'The entitlement, ent_…; absent if the marketplace has usage of a subscription that this service does not know.',
      partner: 'The marketplace.',
      productID: 'The product, prod_….',
      buyerID: 'The buyer, buyer_….',
      dimension: "The marketplace's key of the dimension.",
      startTime: 'When the hour begins, or the day of a comparison.',
      endTime: 'When the hour ends, or the day.',
      quantity: 'How much is not settled, or differs.',
      deadline: 'Until when the marketplace accepts the hour; absent of a comparison.',
      hoursLeft: 'Whole hours until the deadline, 0 once it has passed.',
      usageRecordReportID: 'The report that it is in, report_…; absent while it is in none.',
      usageRecordGroupIDs: 'At most 20 of its groups.',
      message: 'The message of the report.',
      usageResourceID:
        "Of a comparison: the marketplace's ID of the subscription. Without entitlementID, this service does not know the subscription.",
      planID: 'Of a comparison: the plan.',
      submittedQuantity: 'Of a comparison: what was submitted and confirmed, and what was computed (SHADOW).',
      shownQuantity: 'Of a comparison: what the marketplace shows as submitted by all tools.',
      billedQuantity: 'Of a comparison: what the marketplace has processed; absent while it has not.',
      partnerStatus: "Of a comparison: the marketplace's status, such as Accepted, Mismatch or Rejected (reconStatus).",
      firstSeenTime: 'Of a comparison: when the difference was first read.',
      lastSeenTime: 'Of a comparison: when it was last read.',
      remedy: 'What to do.',
    },
  },
  SilentMeterPage: {
    about: 'Dimensions of active entitlements whose usage was reported and stopped.',
    members: {
      silentMeters: 'The silent meters; the longest silence comes first.',
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  SilentMeter: {
    about: 'A dimension of an entitlement whose usage was reported and stopped, by comparison with its own past.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      partner: 'The marketplace.',
      productID: 'The product, prod_….',
      buyerID: 'The buyer, buyer_….',
      dimension: "The marketplace's key of the dimension.",
      usualIntervalDays:
        'The longest usual pause from one day with usage to the next, in days: 1 daily, 3 on weekdays, 7 weekly.',
      lastUsageDate: 'The last day with usage, YYYY-MM-DD (UTC).',
      lastUsageTime: 'The last hour with usage; absent if it is no longer stored.',
      silentSince: 'The start of the first day without usage.',
      emptyDays: 'Whole days (UTC) without usage since then.',
      announcedTime: 'When it was found and announced.',
    },
  },
  UsageReceiptPage: {
    about: 'Receipts for the usage of an entitlement.',
    members: {
      entitlementID: 'The entitlement, ent_….',
      partner: 'The marketplace.',
      startTime: 'The start of the requested time.',
      endTime: 'The end of the requested time, exclusive.',
      usageReceipts: 'The receipts, ordered by hour, dimension and number.',
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  UsageReceipt: {
    about:
      'The receipt of one closed hour and dimension: accepted + adjusted + carriedIn = included + paidByCredit + paidByCommit + carriedOut + quantity.',
    members: {
      number: 'The number of the receipt, without gaps by entitlement and dimension. It never changes.',
      dimension: "The marketplace's key of the dimension.",
      startTime: 'When the hour begins. Late usage is in the hour for which it was submitted.',
      endTime: 'When the hour ends.',
      submittedTime: 'The time of the usage as it is submitted to the marketplace.',
      status:
        'PENDING: not yet confirmed. BILLED: counted by the marketplace, or nothing was left to bill. UNKNOWN: it may be counted. REFUSED: not counted; retried usage is in a later receipt.',
      message: "The marketplace's message, or how the outcome was settled.",
      accepted: 'What was used, including fractions that retried usage brought along.',
      adjusted: 'Submitted in addition to what was used, so that usage beyond a commit costs its list price.',
      carriedIn: 'The fraction of a unit received from earlier hours.',
      carriedOut: 'The fraction of a unit passed on to later hours, and what retried usage took along.',
      included: 'Units included in the price of the plan.',
      paidByCredit: 'Units paid for by credit.',
      paidByCommit: 'Units paid for by commit.',
      creditAmount: 'The amount of credit used, in the currency of the offer.',
      commitAmount: 'The amount of commit used, in the currency of the offer.',
      unitPrice: 'The price of a unit; absent if it was not needed or is unknown.',
      quantity: 'What is left to bill, in whole units.',
      billed: 'What the marketplace bills: quantity if the status is BILLED, else 0.',
      partnerRecordID: "The marketplace's ID of the record.",
      usageRecordReportID: 'The report that it is in, report_….',
      closedTime: 'When the hour was closed.',
      confirmedTime: 'When the record was sent that the marketplace confirmed, or when the outcome was settled.',
    },
  },
  UsageRecordAggregated: {
    about: 'The total of one dimension on one day or in one month.',
    members: {
      date: 'The day, or the first day of the month, YYYY-MM-DD (UTC).',
      dimensionKey: "The marketplace's key of the dimension.",
      quantity: 'The total, a decimal in units of the dimension.',
    },
  },
  UsageUploadResult: {
    about: 'The outcome of a CSV file. lines is the sum of accepted, duplicates and rejected.',
    members: {
      lines: 'How many lines the file has, without the header.',
      accepted: 'How many lines were accepted.',
      duplicates: 'How many lines were already stored, with equal content.',
      rejected: 'How many lines were rejected.',
      rejectedLines:
        'The rejected lines as CSV: line, reason, and the columns of the file. A cell that a spreadsheet would run as a formula begins with an apostrophe. Corrected, it can be sent as it is: line and reason are ignored, and these apostrophes are taken away. Empty if none was rejected.',
      isWhole: 'Whether rejectedLines has all of them. false: it ended at 1 MiB.',
    },
  },
  UsageMeteringConfigInfo: {
    about: 'How usage is accepted and reported.',
    members: {
      partnerUsageMeteringConfigs: 'The settings for each marketplace.',
    },
  },
  PartnerUsageMeteringConfig: {
    about: 'How usage is accepted for one marketplace and reported to it.',
    members: {
      partner: 'The marketplace.',
      dimensionMapping:
        'The target of each source key. The target counts as the only one of its key in dimensionMappingV2.',
      dimensionMappingV2: 'The targets of each source key, by source key.',
      enableDimensionMapping: 'Whether usage is mapped when it is accepted. Usage accepted before is not mapped again.',
      enableBillableDimension: 'Always false: billable dimensions are for direct billing.',
      enableCommitWithAdditionalUsageMetering: 'Whether only usage beyond what the commits cover is reported.',
      enableCommitWithAdditionalUsageAtListPrice:
        'Always false: usage beyond a commit is charged at the price of the offer.',
      settleMinutes:
        'How many minutes after the end of an hour its usage is reported. Absent if no account is connected.',
      latePolicy:
        'What happens to usage of an hour that was already reported. ROLL_FORWARD: it is reported with the next hour, or as the marketplace accepts it. HOLD: it waits. Absent if no account is connected.',
      mode: 'LIVE: usage is reported. SHADOW: usage is computed but not reported. Absent if no account is connected.',
      reportFrom: 'Usage from this time on is reported; earlier usage is not.',
    },
  },
  UsageMeteringDimensionMappingValue: {
    about: 'One target of a source key.',
    members: {
      dimensionKey: "The marketplace's key of the dimension under which the usage is reported.",
      mappingMode:
        'QUANTITY: the quantity times convertionMultiplier. AMOUNT: as many units of the target as cost what the quantity costs at the price of the source key.',
      convertionMultiplier: 'The factor for the mode QUANTITY; 1 when absent. Not used for AMOUNT.',
    },
  },
  MeteringUsageRecordReportInfo: {
    about:
      'What was sent, and the response. Quantities are decimals in units of the dimension, by its key; amounts are decimals in the currency of the entitlement.',
    members: {
      startTime: 'When the hour begins.',
      endTime: 'When the hour ends.',
      status: 'The outcome of the report.',
      dimensionStates: 'The outcome of each dimension, by its key.',
      creditRecords: 'Quantities paid from credit.',
      awsMeteringRequest: 'The request sent to AWS.',
      awsMeteringResponse: 'The response from AWS.',
      azureMeteringRequest: 'The request sent to Microsoft.',
      azureMeteringResponse: 'The response from Microsoft.',
      gcpMeteringRequest: 'The request sent to Google Cloud.',
      gcpMeteringResponse: 'The response from Google Cloud.',
      alibabaMeteringRequest: 'Always empty: this service is not connected to Alibaba Cloud Marketplace.',
      alibabaMeteringResponse: 'Always empty: this service is not connected to Alibaba Cloud Marketplace.',
      aggregatedBillableRecords: 'What direct billing charges for.',
      commitAmount: 'The committed amount from which usage is deducted.',
      creditAmount: 'The credit granted.',
      dimensionCategories: 'The category of each dimension.',
      dimensionUnitListPrice: 'The list price of one unit of each dimension that is charged at it.',
      dimensionUnitPrice: 'The price of one unit of each dimension.',
      recordsToReportBeforeAdjustmentAtListPrice:
        'Quantities beyond a commit as they were used, if they are charged at the list price: reportedRecords has as many units as cost that at the price of the offer.',
      usedCommitAmount: 'How much of commitAmount is used.',
      usedCommitAmountIncrement: 'How much of it this hour used.',
      usedCreditAmount: 'How much of the credit is used.',
      usedCreditAmountIncrement: 'How much of it this hour used.',
    },
  },
  AggregatedMeteringUsageRecord: {
    about: 'What direct billing charges for one metric.',
    members: {
      amount: 'The amount charged, a decimal in the currency of the entitlement.',
      billableMetricAggregationType: 'How the usage was aggregated.',
      billableMetricInfo: 'The metric at that time.',
      groupBysExpression: 'The properties by which it was grouped.',
      key: 'The ID of the billable metric, metric_….',
      name: 'The name of the metric.',
      quantity: 'How many units, a decimal.',
      uniqueCountAggregationResult: 'The distinct values counted.',
    },
  },
  ListUsageRecordReportsResponse: {
    about: 'A page of reports.',
    members: {
      usageRecordReports: 'The reports.',
      nextOffset: 'The offset of the next page. Absent on the last page.',
    },
  },
  SettleUsageRecordReportInput: {
    about: 'The outcome of a report that the marketplace did not confirm, as known to the caller.',
    members: {},
  },
} as const satisfies Texts;
