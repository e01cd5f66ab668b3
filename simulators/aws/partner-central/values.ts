/**
 * The values that members of Partner Central accept (model partnercentral-selling 2022-07-26, enums). Where two spellings of
 * AWS differ from each other, these are the model's.
 */

/** ISO 3166-1 alpha-2, with the former AN. */
export const countryCodes = [
  'US AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BQ BA BW BV BR',
  'IO BN BG BF BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CK CR CI HR CU CW CY CZ CD DK DJ DM DO EC',
  'EG SV GQ ER EE ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA',
  'HN HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KR KW KG LA LV LB LS LR LY LI LT LU MO MK',
  'MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL AN NC NZ NI NE NG NU NF',
  'MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL SH KN LC MF PM VC WS SM ST SA SN RS',
  'SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC',
  'TV UG UA AE GB UM UY UZ VU VE VN VG VI WF EH YE ZM ZW',
].flatMap((line) => line.split(' '));

export const currencyCodes = [
  'USD EUR GBP AUD CAD CNY NZD INR JPY CHF SEK AED AFN ALL AMD ANG AOA ARS AWG AZN BAM BBD BDT BGN BHD',
  'BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CDF CHE CHW CLF CLP COP COU CRC CUC CUP CVE CZK DJF DKK',
  'DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IQD IRR ISK JMD',
  'JOD KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR',
  'MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR',
  'SBD SCR SDG SGD SHP SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USN',
  'UYI UYU UZS VEF VND VUV WST XAF XCD XDR XOF XPF XSU XUA YER ZAR ZMW ZWL',
].flatMap((line) => line.split(' '));

export const industries = [
  'Aerospace',
  'Agriculture',
  'Automotive',
  'Computers and Electronics',
  'Consumer Goods',
  'Education',
  'Energy - Oil and Gas',
  'Energy - Power and Utilities',
  'Financial Services',
  'Gaming',
  'Government',
  'Healthcare',
  'Hospitality',
  'Life Sciences',
  'Manufacturing',
  'Marketing and Advertising',
  'Media and Entertainment',
  'Mining',
  'Non-Profit Organization',
  'Professional Services',
  'Real Estate and Construction',
  'Retail',
  'Software and Internet',
  'Telecommunications',
  'Transportation and Logistics',
  'Travel',
  'Wholesale and Distribution',
  'Other',
] as const;

export const stages = [
  'Prospect',
  'Qualified',
  'Technical Validation',
  'Business Validation',
  'Committed',
  'Launched',
  'Closed Lost',
] as const;

export const awsStages = [
  'Not Started',
  'In Progress',
  'Prospect',
  'Engaged',
  'Identified',
  'Qualify',
  'Research',
  'Seller Engaged',
  'Evaluating',
  'Seller Registered',
  'Term Sheet Negotiation',
  'Contract Negotiation',
  'Onboarding',
  'Building Integration',
  'Qualified',
  'On-hold',
  'Technical Validation',
  'Business Validation',
  'Committed',
  'Launched',
  'Deferred to Partner',
  'Closed Lost',
  'Completed',
  'Closed Incomplete',
] as const;

export const reviewStatuses = [
  'Pending Submission',
  'Submitted',
  'In review',
  'Approved',
  'Rejected',
  'Action Required',
] as const;

export const closedLostReasons = [
  'Customer Deficiency',
  'Delay / Cancellation of Project',
  'Legal / Tax / Regulatory',
  'Lost to Competitor - Google',
  'Lost to Competitor - Microsoft',
  'Lost to Competitor - SoftLayer',
  'Lost to Competitor - VMWare',
  'Lost to Competitor - Other',
  'No Opportunity',
  'On Premises Deployment',
  'Partner Gap',
  'Price',
  'Security / Compliance',
  'Technical Limitations',
  'Customer Experience',
  'Other',
  'People/Relationship/Governance',
  'Product/Technology',
  'Financial/Commercial',
] as const;

export const awsClosedLostReasons = [
  'Administrative',
  'Business Associate Agreement',
  'Company Acquired/Dissolved',
  'Competitive Offering',
  'Customer Data Requirement',
  'Customer Deficiency',
  'Customer Experience',
  'Delay / Cancellation of Project',
  'Duplicate',
  'Duplicate Opportunity',
  'Executive Blocker',
  'Failed Vetting',
  'Feature Limitation',
  'Financial/Commercial',
  'Insufficient Amazon Value',
  'Insufficient AWS Value',
  'International Constraints',
  'Legal / Tax / Regulatory',
  'Legal Terms and Conditions',
  'Lost to Competitor',
  'Lost to Competitor - Google',
  'Lost to Competitor - Microsoft',
  'Lost to Competitor - Other',
  'Lost to Competitor - Rackspace',
  'Lost to Competitor - SoftLayer',
  'Lost to Competitor - VMWare',
  'No Customer Reference',
  'No Integration Resources',
  'No Opportunity',
  'No Perceived Value of MP',
  'No Response',
  'Not Committed to AWS',
  'No Update',
  'On Premises Deployment',
  'Other',
  'Other (Details in Description)',
  'Partner Gap',
  'Past Due',
  'People/Relationship/Governance',
  'Platform Technology Limitation',
  'Preference for Competitor',
  'Price',
  'Product/Technology',
  'Product Not on AWS',
  'Security / Compliance',
  'Self-Service',
  'Technical Limitations',
  'Term Sheet Impasse',
] as const;

export const opportunityTypes = ['Net New Business', 'Flat Renewal', 'Expansion'] as const;

export const origins = ['AWS Referral', 'Partner Referral'] as const;

export const primaryNeeds = [
  'Co-Sell - Architectural Validation',
  'Co-Sell - Business Presentation',
  'Co-Sell - Competitive Information',
  'Co-Sell - Pricing Assistance',
  'Co-Sell - Technical Consultation',
  'Co-Sell - Total Cost of Ownership Evaluation',
  'Co-Sell - Deal Support',
  'Co-Sell - Support for Public Tender / RFx',
] as const;

export const salesActivities = [
  'Initialized discussions with customer',
  'Customer has shown interest in solution',
  'Conducted POC / Demo',
  'In evaluation / planning stage',
  'Agreed on solution to Business Problem',
  'Completed Action Plan',
  'Finalized Deployment Need',
  'SOW Signed',
] as const;

export const deliveryModels = [
  'SaaS or PaaS',
  'BYOL or AMI',
  'Managed Services',
  'Professional Services',
  'Resell',
  'Other',
] as const;

export const competitors = [
  'Oracle Cloud',
  'On-Prem',
  'Co-location',
  'Akamai',
  'AliCloud',
  'Google Cloud Platform',
  'IBM Softlayer',
  'Microsoft Azure',
  'Other- Cost Optimization',
  'No Competition',
  '*Other',
] as const;

export const channels = [
  'AWS Marketing Central',
  'Content Syndication',
  'Display',
  'Email',
  'Live Event',
  'Out Of Home (OOH)',
  'Print',
  'Search',
  'Social',
  'Telemarketing',
  'TV',
  'Video',
  'Virtual Event',
] as const;

export const marketingSources = ['Marketing Activity', 'None'] as const;

export const revenueModels = ['Contract', 'Pay-as-you-go', 'Subscription'] as const;

export const involvementTypes = ['For Visibility Only', 'Co-Sell'] as const;

export const involvementChangeReasons = [
  'Expansion Opportunity',
  'Change in Deal Information',
  'Customer Requested',
  'Technical Complexity',
  'Risk Mitigation',
] as const;

export const visibilities = ['Full', 'Limited'] as const;

export const relatedEntityTypes = [
  'Solutions',
  'AwsProducts',
  'AwsMarketplaceOffers',
  'AwsMarketplaceOfferSets',
  'AwsMarketplaceSolutions',
  'AwsMarketplaceProducts',
] as const;

export const solutionStatuses = ['Active', 'Inactive', 'Draft'] as const;

export const taskStatuses = ['IN_PROGRESS', 'COMPLETE', 'FAILED'] as const;

export const taskReasonCodes = [
  'InvitationAccessDenied',
  'InvitationValidationFailed',
  'EngagementAccessDenied',
  'OpportunityAccessDenied',
  'ResourceSnapshotJobAccessDenied',
  'ResourceSnapshotJobValidationFailed',
  'ResourceSnapshotJobConflict',
  'EngagementValidationFailed',
  'EngagementConflict',
  'OpportunitySubmissionFailed',
  'EngagementInvitationConflict',
  'InternalError',
  'OpportunityValidationFailed',
  'OpportunityConflict',
  'ResourceSnapshotAccessDenied',
  'ResourceSnapshotValidationFailed',
  'ResourceSnapshotConflict',
  'ServiceQuotaExceeded',
  'RequestThrottled',
  'ContextNotFound',
  'CustomerProjectContextNotPermitted',
  'DisqualifiedLeadNotPermitted',
] as const;

export const invitationStatuses = ['ACCEPTED', 'PENDING', 'REJECTED', 'EXPIRED'] as const;

export const receiverResponsibilities = [
  'Distributor',
  'Reseller',
  'Hardware Partner',
  'Managed Service Provider',
  'Software Partner',
  'Services Partner',
  'Training Partner',
  'Co-Sell Facilitator',
  'Facilitator',
] as const;

export const awsTeamTitles = ['AWSSalesRep', 'AWSAccountOwner', 'WWPSPDM', 'PDM', 'PSM', 'ISVSM'] as const;

export const engagementScores = ['High', 'Medium', 'Low'] as const;

export const contextTypes = ['CustomerProject', 'Lead', 'ProspectingResult'] as const;

export const payloadTypes = ['OpportunityInvitation', 'LeadInvitation'] as const;
