import type { Texts } from './notation.ts';

const dealMembers = {
  name: 'The name of the deal.',
  status: 'Where the referral is: see the states of a referral.',
  stage: 'How far the deal is, in words common to all partners.',
  buyerCompany: 'The company that is to buy.',
  buyerID: 'The buyer created from the company, buyer_….',
  dealValue: 'The expected value of the deal, in currency.',
  currency: 'The currency of the deal, ISO 4217.',
  targetCloseDate: 'The day on which the deal should close, YYYY-MM-DD.',
  crm: 'The record of the deal in the CRM.',
  info: "The deal in its partner's own members; exactly one member, that of the partner.",
  closeReason: 'Why the deal was lost or declined; for a partner that requires a reason, one of its codes.',
  approvalInfo: 'Your notes on the approval of the deal inside your company.',
  metaInfo: "Your notes and flags; errorMessages contains the partner's messages when it refused the referral.",
};

const partnerSlots = {
  aceOpportunityV2: 'AWS: the opportunity, in the members of CreateOpportunity of Partner Central.',
  createMicrosoftReferralRequest: 'AZURE: the referral, in the members of Partner Center.',
  gcpOpportunityV2: "GCP: the deal, in the columns of Google's deal registration.",
};

const slots = { ...partnerSlots, direct: 'DIRECT: notes of your own.' };

const company = {
  about: 'The company that is to buy.',
  members: {
    name: 'The name of the company.',
    website: 'Its website.',
    country: 'Its country, in the words of the partner.',
    industry: 'Its industry, in the words of the partner.',
  },
};

const crm = {
  about: 'A record in a CRM.',
  members: {
    system: 'The CRM.',
    recordId: 'The ID of the opportunity or deal.',
    url: 'Where a person sees it.',
  },
};

const operation = {
  about: 'The operation that was started.',
  members: {
    workflowID: 'The operation, operation_….',
    runID: 'The same as workflowID.',
    entityId: 'The referral, referral_….',
  },
};

const draft = {
  partner: 'The partner that the deal is sold with.',
  salesforceOpportunityId: 'The opportunity in Salesforce; a record has one referral at a partner.',
  salesforceAccountId: 'The account in Salesforce.',
  hubspotDealId: 'The deal in HubSpot; a record has one referral at a partner.',
  hubspotCompanyId: 'The company in HubSpot.',
  info: dealMembers.info,
  metaInfo: dealMembers.metaInfo,
  approvalInfo: dealMembers.approvalInfo,
};

const share = {
  type: 'The kind of share.',
  ratePercent: 'The rate in percent of the deal value.',
  capAmount: 'The most that is earned, in the currency of the deal. Absent: no limit.',
  clawbackDays: 'For how many days after payment the commission can be taken back. Absent: it cannot.',
};

const standing = {
  status: 'Where the commission is: see the states of a commission.',
  amount: 'The amount in currency; frozen once it is CONFIRMED.',
  currency: 'The currency of the deal, ISO 4217.',
  terms: 'The share that the amount is computed from.',
  history: 'What was done with it, oldest first.',
  pendingUpdate: 'Other terms that were proposed and wait for an answer.',
};

const counted = {
  count: 'How many.',
  dealValue: 'Their deal values, by currency.',
};

const mappingRow = {
  target:
    "The dotted path of a member of the partner's document; [0] selects an item of a list. With direction TO_CRM also a value that the service knows: " +
    'referral.status, referral.stage, referral.externalID, referral.closeReason, referral.acceptBy, referral.partnerStatus, ' +
    'referral.partnerReason, referral.partnerComments.',
  source: 'The field of the CRM: deal.Amount, company.Website, contacts[0].Email.',
  expression: 'JSONata over {deal, company, contacts} instead of a source.',
  values: 'Words of the CRM and what the partner calls them; other words stay as they are.',
  standard: 'What is used where the CRM has nothing.',
  form: 'How the value is converted. MONEY: text with at most two decimals; DAY: YYYY-MM-DD.',
  direction:
    'The direction of synchronization. TO_CRM: only this service writes the field; a change made in the CRM is reverted once.',
  isPaused: 'Whether the row is left out until it is switched on again.',
};

const fault = {
  about: 'What is wrong with a member.',
  members: {
    path: 'The member, dotted, from the root of the request or of the document.',
    code: 'A machine-readable code.',
    message: 'What is wrong, and how to fix it.',
  },
};

/** Co-sell with marketplaces and between organizations. */
export const coSellTexts = {
  Referral: {
    about: 'A deal that is sold together with a partner.',
    members: {
      ...dealMembers,
      partner: 'The marketplace that it is sold with; DIRECT: another organization of this service.',
      direction:
        'OUTBOUND: referred by this organization. INBOUND: referred to it; DIRECT: this organization is the seller.',
      externalID: 'Its ID at the partner. Absent until the partner has it.',
      partnerView: "The partner's message about it.",
      acceptBy: 'Until when an offered referral can be accepted, UTC.',
      closedTime: 'When the deal was won or lost, UTC.',
      partners: 'DIRECT: the partners that earn of the deal, each with its share.',
      commission: 'DIRECT: what the partner earns: the commission since the deal was last won. Absent before.',
      sync: 'Whether the partner and the CRM are in sync with this service.',
    },
  },
  ReferralBuyerCompany: company,
  ReferralBuyerCompanyInput: company,
  ReferralCrm: crm,
  ReferralCrmInput: crm,
  ReferralInfo: { about: "The deal in its partner's own members.", members: slots },
  ReferralInfoInput: { about: "The deal in its partner's own members; replaced as a whole.", members: slots },
  ReferralDraftInfo: { about: "The deal in its partner's own members.", members: partnerSlots },
  ReferralPartnerShare: {
    about: 'A partner that earns of a deal.',
    members: {
      partnerId: 'The record that this organization keeps of the other side, relation_….',
      organizationID: 'The organization that earns, org_….',
      revenueShare: 'What it earns.',
      dealValue: "The base value of the share, in the referral's currency.",
      note: 'What the seller notes for the partner.',
      commission: 'Its commission, once the deal is won.',
    },
  },
  RevenueShare: { about: 'What a partner earns of a deal.', members: share },
  RevenueShareInput: {
    about: 'What a partner earns of a deal.',
    members: {
      ...share,
      ratePercent: 'The rate in percent of the deal value, from 0 to 100.',
      capAmount: 'The most that is earned, an amount of the currency of the deal. Absent: no limit.',
    },
  },
  UpdateReferralPartner: {
    about: 'Changes of what concerns the partner of a deal; absent members are kept.',
    members: {
      partnerId: 'The partner of the deal, relation_…, as partners shows it.',
      revenueShare: 'What it earns. 409 once the deal is won: then terms are proposed instead.',
      dealValue: 'The value of the deal, in its currency.',
      note: 'A note for the partner; null removes it.',
    },
  },
  CreateReferralOnBehalf: {
    about: 'A deal that a partner has brought.',
    members: {
      partnerId: 'The partner, relation_…; the partnership must be ACTIVE.',
      buyerCompany: 'The company that is to buy.',
      name: 'The name of the deal.',
      dealValue: 'The expected value of the deal, in currency.',
      currency: 'The currency of the deal, ISO 4217.',
      revenueShare: 'What the partner earns.',
      targetCloseDate: 'The day on which the deal should close, YYYY-MM-DD.',
    },
  },
  AdvanceCommission: {
    about: 'What to do with a commission.',
    members: {
      action: 'ADVANCE: the next step of the one whose turn it is. The other actions are named after what they do.',
      note: 'A note, shown in the history to both sides.',
      invoiceNumber:
        "The number of the partner's invoice; required with the ADVANCE that makes it INVOICED, not allowed otherwise.",
      paidTime: 'When it was paid, not in the future; only with the ADVANCE that makes it PAID. Absent: now.',
    },
  },
  ProposeCommissionUpdate: {
    about: 'Other terms of a commission.',
    members: { revenueShare: 'The proposed share.', reason: 'Why it is proposed; shown to the partner.' },
  },
  Commission: {
    about:
      'What a partner earns of a deal that was won. Until it is confirmed it follows the deal; from then on it is frozen.',
    members: {
      ...standing,
      id: 'The ID in this service, commis_…; each of the two organizations has its own.',
      partnerId: 'The record that this organization keeps of the other side, relation_….',
      referralId: 'The referral, referral_….',
      side: 'SELLER: this organization owes the commission. PARTNER: it earns it.',
      dealName: 'The name of the deal.',
      buyerCompany: 'The company that bought.',
      wonTime: 'When the deal was won, UTC.',
      dealValue: 'The base value of the share, in currency.',
      invoiceNumber: "The number of the partner's invoice.",
      paidTime: 'When it was paid according to the seller, UTC.',
    },
  },
  CommissionPage: { about: 'Commissions of one page.', members: {} },
  ReferralCommission: {
    about: 'What a partner earns of a won deal: the rate of its value, at most the cap, rounded half to even.',
    members: standing,
  },
  CommissionStep: {
    about: 'Something that was done with a commission.',
    members: {
      time: 'When, UTC.',
      status: 'The status that followed.',
      action: 'What was done: an action of advanceReferralCommission, WIN, REOPEN or PROPOSE_UPDATE.',
      by: 'Who did it: the organization, org_….',
      amount: 'The amount afterwards, in the currency of the commission.',
      note: 'A note of who did it.',
      revenueShare: 'The terms that were proposed or accepted.',
      invoiceNumber: "The number of the partner's invoice.",
      paidTime: 'When it was paid, UTC.',
    },
  },
  CommissionTermsUpdate: {
    about: 'Other terms of a commission, proposed by the seller.',
    members: {
      status: 'Whether it waits for an answer.',
      revenueShare: 'The proposed share.',
      reason: 'Why it is proposed.',
      proposedTime: 'When it was proposed, UTC.',
      amount: 'What the commission would be, in the currency of the deal.',
    },
  },
  ReferralSync: {
    about: 'Whether the partner and the CRM are in sync with this service.',
    members: {
      status: 'PENDING: a change is being sent. FAILED: it was refused; errors say why.',
      lastSuccessTime: 'When both sides last had the same, UTC.',
      lastAttemptTime: 'When that was last tried, UTC.',
      errors: 'Why the last attempt failed, by member.',
    },
  },
  ReferralPartnerView: {
    about: "A partner's message about a referral, in its own words.",
    members: {
      status: "The partner's own word for the status.",
      reason: "The partner's reason for it.",
      comments: "The partner's comments.",
      document: 'What only the partner writes: its own stage, insights and advice.',
    },
  },
  ReferralFault: fault,
  ReferralDraft: { about: 'A deal to refer.', members: draft },
  ReferralBatchItem: {
    about: 'A deal to refer, like a ReferralDraft; a faulty one does not affect the others.',
    members: {},
  },
  UpdateReferral: { about: 'Changes of a referral; absent members are kept.', members: dealMembers },
  OperationExecutionDetails: operation,
  BatchCreateReferralsResponse: {
    about: 'The outcome of each deal.',
    members: { results: 'One for each item, in order.' },
  },
  ReferralBatchResult: {
    about: 'The outcome of one deal.',
    members: {
      index: 'The position of the item, from 0.',
      referralId: 'The referral, referral_….',
      operation: 'The operation that submits it.',
      error: 'Why it was not created.',
    },
  },
  ReferralBatchError: {
    about: 'Why an item was refused.',
    members: {
      code: 'The code of the refusal.',
      message: 'What is wrong.',
      info: 'Each fault with its path in the item.',
    },
  },
  ReferralValidation: {
    about: 'Whether the partner would accept a draft.',
    members: { valid: 'Whether there is no fault.', errors: 'Every fault.' },
  },
  PredictQualityScore: { about: 'A draft to be scored.', members: { referral: 'The draft.' } },
  QualityScore: {
    about: 'How good a draft is, by a fixed table of factors.',
    members: { score: 'The sum of the points, 0 to 100.', factors: 'Each factor with its points.' },
  },
  QualityFactor: {
    about: 'A part of a score.',
    members: {
      name: 'The name of the factor.',
      points: 'The points of this draft.',
      maxPoints: 'The most points that it can have.',
      advice: 'What would bring more.',
    },
  },
  SyncReferral: {
    about: 'Which way to synchronize.',
    members: { direction: "INBOUND: read the partner's changes. OUTBOUND: send your changes. Absent: both." },
  },
  ReferralSyncEvent: {
    about: 'What was sent or received for a referral.',
    members: {
      referralId: 'The referral, referral_….',
      system: 'The partner or CRM.',
      direction: 'INBOUND: received from it. OUTBOUND: sent to it.',
      operationId: 'The operation that did it, operation_….',
      changes: 'What was sent or taken over.',
      conflicts: 'What both sides had changed: before lost, after won.',
      error: 'Why it was refused. Absent if it was not.',
    },
  },
  'ReferralSyncEvent.error': {
    about: 'Why a partner or CRM refused a change.',
    members: { code: "The partner's code.", message: 'A readable sentence.' },
  },
  ReferralChange: {
    about: 'A member that changed.',
    members: {
      path: 'The member, dotted.',
      before: 'Its value before; null: none.',
      after: 'Its value after; null: none.',
    },
  },
  CosellMetric: {
    about: 'Co-sell metrics for a range of days in UTC. Amounts of different currencies are never added up.',
    members: {
      startDate: 'The first day, UTC.',
      endDate: 'The last day, UTC, included.',
      totals: 'The referrals created in the range.',
      byStatus: 'The same by their status now.',
      byStage: 'The same by their stage now.',
      byPartner: 'The same by partner.',
      winRate: 'Of the deals closed in the range, the part that was won, 0 to 1. null: none was closed.',
      averageDaysToClose:
        'The mean days from creation to close of the deals closed in the range, won or lost. null: none was closed.',
      series: 'The days on which something was created, won or lost, oldest first.',
    },
  },
  CosellMetricTotals: { about: 'Referrals and their deal values.', members: counted },
  CosellMetricStatus: { about: 'Referrals of a status.', members: { status: 'The status.', ...counted } },
  CosellMetricStage: { about: 'Referrals of a stage.', members: { stage: 'The stage.', ...counted } },
  CosellMetricPartner: { about: 'Referrals to a partner.', members: counted },
  CosellMetricDealValue: {
    about: 'A sum of deal values.',
    members: { currency: 'The currency, ISO 4217.', amount: 'The sum.' },
  },
  CosellMetricDay: {
    about: 'What happened on a day.',
    members: {
      date: 'The day, UTC.',
      created: 'Referrals created.',
      won: 'Deals won.',
      lost: 'Deals lost.',
    },
  },
  CosellPartnerContact: {
    about: 'Someone at a partner who works on deals with a buyer company.',
    members: {
      name: 'The name of the person.',
      email: 'The email address.',
      title: 'The title at the partner.',
      role: 'The role in the deal, in the words of the partner.',
      lastSeenTime: 'When a referral last showed the person, UTC.',
    },
  },
  PartnerConnectionSearchResult: {
    about: 'A partner that is connected at AWS Partner Central.',
    members: { id: 'The connection at AWS.', name: 'The name of the partner.', awsAccountId: 'Its AWS account.' },
  },
  MicrosoftSolution: {
    about: 'A solution that a referral can name.',
    members: {
      id: 'Its ID in the catalog.',
      name: 'The name of the solution.',
      publisherName: 'Who publishes it.',
      solutionType: 'MICROSOFT: its own. THIRD_PARTY: of another publisher.',
      type: 'What it is, in the words of the catalog.',
    },
  },
  CosellMapping: {
    about: 'How records of a CRM become referrals of a partner, and back.',
    members: {
      crm: 'The CRM.',
      isDefault: 'Whether it is the default of the service.',
      conflictRule: 'Who wins where both sides changed a member.',
      fields: 'The rows of the mapping.',
    },
  },
  CosellMappingInput: {
    about: 'How records of a CRM become referrals of a partner, and back; replaces the mapping.',
    members: {
      crm: 'The CRM.',
      isDefault: 'Ignored.',
      conflictRule: 'Who wins where both sides changed a member.',
      fields: 'The rows of the mapping.',
    },
  },
  BatchPreviewReferrals: {
    about: 'CRM records to preview as referrals.',
    members: {
      crm: 'The connected CRM.',
      recordIds: 'IDs of opportunities (SALESFORCE, 15 or 18 characters) or deals (HUBSPOT), at most 200.',
      fields: 'Rows of a mapping to try instead of those in force, in the form that replacing the mapping accepts.',
    },
  },
  ReferralPreview: {
    about: 'What a CRM record would be as a referral.',
    members: {
      recordId: 'The ID as it was given.',
      draft: 'The draft that creating a referral of the record submits. Absent: the CRM has no such record.',
      errors: 'What the mapping could not make, and every fault that the partner would find.',
    },
  },
  ReferralPreviewDraft: {
    about: 'A draft in the form that createReferral accepts.',
    members: {
      salesforceOpportunityId: 'The opportunity, 18 characters.',
      hubspotDealId: 'The deal.',
      info: 'The deal in the members of the partner.',
    },
  },
  ReferralPreviewInfo: {
    about: 'The deal in the members of its partner: exactly one of these.',
    members: {
      aceOpportunityV2: 'AWS: the members of CreateOpportunity.',
      createMicrosoftReferralRequest: 'AZURE: the members of a referral of Partner Center.',
      gcpOpportunityV2: 'GCP: the fields of the hand-off file.',
    },
  },
  ReferralPreviewFault: {
    about: 'A fault of a draft.',
    members: { path: 'Where it is.', code: 'What kind it is.', message: 'How to mend it.' },
  },
  CosellFieldMapping: { about: 'The mapping between one member and a field of the CRM.', members: mappingRow },
  CosellFieldMappingInput: { about: 'The mapping between one member and a field of the CRM.', members: mappingRow },
  InvitePartner: {
    about: 'Another partner that is to join the deal.',
    members: {
      invitedMpnId: 'Its location id in the partner program of Microsoft (MPN id), digits only.',
      notes: 'What you write to it.',
      assistanceRequestCode: "The kind of help requested, as Microsoft's code, such as General.",
    },
  },
  HandOffImportResult: {
    about: 'What an import did.',
    members: {
      changed: 'How many referrals were changed.',
      unchanged: 'How many rows contained nothing new.',
      failed: 'How many rows were not applied.',
      results: 'One for each row, in the order of the file.',
    },
  },
  HandOffImportRow: {
    about: 'The outcome of one row.',
    members: {
      line: 'The line of the file on which the row begins.',
      referralId: 'The referral that the row names.',
      status: 'The status of the referral after the row.',
      stage: 'The stage of the referral after the row.',
      changed: 'Whether the row changed it.',
      error: 'Why the row was not applied.',
    },
  },
  HandOffImportError: {
    about: 'Why a row was not applied.',
    members: { code: 'A machine-readable code.', message: 'What is wrong, and what is allowed.' },
  },
} as const satisfies Texts;
