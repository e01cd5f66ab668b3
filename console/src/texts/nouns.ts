/** The words of `nouns/nouns.tsx`: the names of each kind of thing, and what its list says when there is nothing in it. */
export const nounTexts = {
  offers: {
    one: 'offer',
    many: 'Offers',
    empty:
      'An offer gives one buyer a price of their own. Create a draft, let the console check it while you type, and submit it to the marketplace.',
  },
  offerSets: {
    one: 'offer set',
    many: 'Offer sets',
    empty: 'An offer set lets a buyer accept several offers of AWS at once.',
  },
  products: {
    one: 'product',
    many: 'Products',
    empty: 'Products come from the marketplaces that are connected. Connect one, or create a draft here.',
  },
  customers: {
    one: 'customer',
    many: 'Customers',
    empty: 'Customers appear here when they accept an offer or subscribe at a marketplace.',
  },
  contacts: {
    one: 'contact',
    many: 'Contacts',
    empty: 'Contacts are the people at customers and partners who get offers and notices by mail.',
  },
  contracts: {
    one: 'contract',
    many: 'Contracts',
    empty: 'A contract begins when a buyer accepts an offer. It shows what was bought, until when, and what was used.',
  },
  usageProblems: {
    one: 'usage problem',
    many: 'Usage problems',
    empty: 'The marketplaces have confirmed all accepted usage, or still have time to.',
  },
  usageRecords: {
    one: 'usage record',
    many: 'Usage records',
    empty:
      'Usage that your software reported through the API in the last 30 days, with the response of the marketplace.',
  },
  usageReports: {
    one: 'usage report',
    many: 'Usage reports',
    empty: 'Every hour, whole units of usage are submitted to the marketplace. Each submission is listed here.',
  },
  silentMeters: {
    one: 'silent meter',
    many: 'Silent meters',
    empty: 'No meter has stopped. A meter is listed when it has reported nothing for longer than usual.',
  },
  metrics: {
    one: 'billable metric',
    many: 'Billable metrics',
    empty: 'A metric defines how raw usage becomes a billable quantity.',
  },
  revenueRecords: {
    one: 'revenue record',
    many: 'Revenue records',
    empty: 'What marketplaces and payment providers billed, collected and paid out, as read from their reports.',
  },
  payouts: {
    one: 'payout',
    many: 'Payouts',
    empty: 'Payouts of marketplaces and payment providers, each compared with the records that it contains.',
  },
  differences: {
    one: 'difference',
    many: 'Differences',
    empty: 'What was billed, collected and paid out agrees with usage and prices.',
  },
  invoices: {
    one: 'invoice',
    many: 'Invoices',
    empty: 'Invoices of purchases that you bill yourself, through Stripe or Adyen.',
  },
  referrals: {
    one: 'referral',
    many: 'Co-sell',
    empty: 'Deals that you sell together with AWS, Microsoft, Google or a partner company.',
  },
  partners: {
    one: 'partner',
    many: 'Partners',
    empty: 'Companies that resell, refer or deliver for you. Invite the first one.',
  },
  partnerInvitations: {
    one: 'partner invitation',
    many: 'Invitations',
    empty: 'Invitations to work together, sent to companies and received from them.',
  },
  partnerFiles: {
    one: 'file',
    many: 'Partner files',
    empty: 'Files that you share with partners, such as price lists and decks.',
  },
  connections: {
    one: 'connection',
    many: 'Connections',
    empty: 'Connect a marketplace first: its products, offers and usage are then read.',
  },
  operations: {
    one: 'operation',
    many: 'Operations',
    empty: 'Work that takes longer than a request, such as submitting an offer, is listed with its steps.',
  },
  events: {
    one: 'notification',
    many: 'Notifications',
    empty: 'Events of the last 30 days, as people are notified of them by mail, in Slack or in Teams.',
  },
  messages: {
    one: 'message',
    many: 'Sent messages',
    empty: 'Mails and chat messages that were sent, and whether they arrived.',
  },
  webhooks: {
    one: 'webhook',
    many: 'Webhooks',
    empty: 'A webhook sends signed events to an address of yours, and repeats each until it arrives.',
  },
  tickets: {
    one: 'ticket',
    many: 'Tickets',
    empty: 'Requests for help, about an offer, a contract or anything else, with comments and files.',
  },
  people: {
    one: 'person',
    plural: 'people',
    many: 'People',
    empty: 'Invite the people who work with you, each with a role.',
  },
  roles: {
    one: 'role',
    many: 'Roles',
    empty: 'Viewer, editor, administrator and owner are built in. Create a role of your own for anything in between.',
  },
  apps: {
    one: 'OAuth app',
    many: 'OAuth apps',
    empty: 'A program signs in as an OAuth app, with the permissions that you choose.',
  },
  apiClients: {
    one: 'API client',
    many: 'API clients',
    empty: 'Keys for programs that use the older way of signing in.',
  },
  audit: {
    one: 'audit entry',
    plural: 'audit entries',
    many: 'Audit trail',
    empty: 'Every change leaves an entry: who, what, when and from where.',
  },
  exchangeRates: {
    one: 'exchange rate',
    many: 'Exchange rates',
    empty: 'Rates are only used where a report asks for one currency. Nothing else is converted.',
  },
  invoiceName: (type: string) => `${type} invoice`,
  /** Titles of columns: first those of several lists. */
  titles: {
    status: 'Status',
    marketplace: 'Marketplace',
    created: 'Created',
    changed: 'Changed',
    id: 'ID',
    name: 'Name',
    customer: 'Customer',
    product: 'Product',
    marketplaceId: 'ID at the marketplace',
    type: 'Type',
    ends: 'Ends',
    channel: 'Channel',
    account: 'Account',
    company: 'Company',
    email: 'Email',
    started: 'Started',
    cause: 'Cause',
    contract: 'Contract',
    dimension: 'Dimension',
    report: 'Report',
    billed: 'Billed',
    amount: 'Amount',
    kind: 'Kind',
    partner: 'Partner',
    direction: 'Direction',
    about: 'About',
    what: 'What',
    priority: 'Priority',
    when: 'When',
    description: 'Description',
    role: 'Role',
    lastUsed: 'Last used',
    // offers
    expires: 'Expires',
    purchase: 'Purchase',
    createdBy: 'Created by',
    // contacts
    roleAtCompany: 'Role',
    // contracts
    agreement: 'Agreement',
    offer: 'Offer',
    // usage-problems
    quantity: 'Quantity',
    hour: 'Hour',
    hoursLeft: 'Hours left',
    whatToDo: 'What to do',
    deadline: 'Deadline',
    // usage-records
    quantities: 'Quantities',
    received: 'Received',
    submitted: 'Submitted',
    // usage-reports
    submittedQuantities: 'Submitted',
    carried: 'Carried',
    // silent-meters
    usualInterval: 'Usual interval (days)',
    daysWithoutUsage: 'Days without usage',
    lastUsage: 'Last usage',
    // metrics
    aggregation: 'Aggregation',
    // revenue-records
    record: 'Record',
    date: 'Date',
    collected: 'Collected',
    paidOutAmount: 'Paid out',
    outstanding: 'Outstanding',
    // payouts
    payout: 'Payout',
    paidOutTime: 'Paid out',
    ofKnownRecords: 'Of known records',
    difference: 'Difference',
    failed: 'Failed',
    // differences
    period: 'Period',
    expected: 'Expected',
    // invoices
    invoiceType: 'Invoice',
    payment: 'Payment',
    due: 'Due',
    // referrals
    stage: 'Stage',
    dealValue: 'Deal value',
    closes: 'Closes',
    // partners
    relationship: 'Relationship',
    engagement: 'Engagement',
    // partner-invitations
    answerBy: 'Answer by',
    sent: 'Sent',
    // partner-files
    bytes: 'Bytes',
    // connections
    service: 'Service',
    metering: 'Metering',
    lastRead: 'Last read',
    verified: 'Verified',
    // operations
    whatHappened: 'What happened',
    ended: 'Ended',
    // events
    message: 'Message',
    // messages
    recipient: 'Recipient',
    messageChannel: 'Channel',
    subject: 'Subject',
    tries: 'Tries',
    // webhooks
    address: 'Address',
    enabled: 'Enabled',
    format: 'Format',
    // tickets
    creator: 'Creator',
    assignee: 'Assignee',
    // people
    lastSignIn: 'Last sign-in',
    // roles
    permissions: 'Permissions',
    // apps
    access: 'Access',
    clientId: 'Client ID',
    calls30Days: 'Calls in 30 days',
    // audit
    who: 'Who',
    changes: 'Changes',
    request: 'Request',
    // exchange-rates
    rateTable: 'Table',
    intoCurrency: 'Into',
    fromCurrencies: 'From',
    rates: 'Rates',
    firstDay: 'First day',
    lastDay: 'Last day',
  },
} as const;
