/** One credential field of a partner's service. `is` ends the sentence "x …" of a refusal. */
export type CredentialField = { pattern: RegExp; is: string; required: boolean };

/** One service of a partner that an organization can connect. */
export type PartnerService = {
  partner: string;
  service: string;
  /** The meaning of `accountId` for this service. */
  account: { pattern: RegExp; is: string; required: boolean };
  /**
   * The address of its API. `standard` null: the partner's own client knows it, or each customer has a different one.
   */
  endpoint: { standard: string | null; required: boolean; schemes: readonly string[] };
  /**
   * The single services that may be elsewhere (another cloud of the partner, a gateway, an emulator), each with its
   * standard address; empty: there is none, and it cannot be used until it is given. Absent: `endpoint` covers all.
   */
  addresses?: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, CredentialField>>;
  /** Sets of optional credentials of which one must be given in full. */
  oneOf?: readonly (readonly string[])[];
  /** The default region of its API; null: it has no regions. */
  region: string | null;
  /** It sends messages to `/hook/{partner}/{id}`. */
  hook: boolean;
  /** It signs them with its own secret, which is one of the credentials: ours is not sent. */
  signs?: true;
  /** Its data is read again every so many minutes, and all of it once a day; null: nothing is read. */
  reconcileMinutes: number | null;
  /**
   * Money comes through it. `needs`: the credentials without which it cannot be read what came. `without`: what is read all
   * the same; absent: nothing.
   */
  revenue?: { needs: readonly string[]; without?: string };
};

const visible = (max: number): RegExp => new RegExp(`^[\\x21-\\x7e]{1,${max}}$`);
const secret: CredentialField = {
  pattern: visible(2048),
  is: 'must be printable ASCII without blanks',
  required: true,
};
const uuid: CredentialField = {
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  is: 'must be a UUID, such as 00000000-0000-0000-0000-000000000000',
  required: true,
};
const account = (pattern: RegExp, is: string, required = false) => ({ pattern, is, required });
const anyAccount = account(/^[\x20-\x7e]{1,100}$/, 'must be printable ASCII, at most 100 characters');
const at = (standard: string | null, required = false) => ({ standard, required, schemes: ['https:'] });

/**
 * Everything that can be connected: what it needs, and what it does for us. `adapters/verify/` knows how to query each.
 */
export const partnerServices = [
  {
    partner: 'AWS',
    service: 'MARKETPLACE',
    account: account(/^\d{12}$/, 'must be a 12-digit AWS account id', true),
    endpoint: at(null),
    addresses: {
      catalog: 'https://catalog.marketplace.{region}.amazonaws.com',
      agreement: 'https://agreement-marketplace.{region}.amazonaws.com',
      metering: 'https://metering.marketplace.{meteringRegion}.amazonaws.com',
      s3: 'https://s3.{region}.amazonaws.com',
    },
    credentials: {
      accessKeyId: { pattern: /^[A-Z0-9]{8,128}$/, is: 'must be the id of an AWS access key', required: true },
      secretAccessKey: secret,
      sessionToken: { ...secret, pattern: visible(8192), required: false },
      // Where AWS delivers the data feeds; absent: of revenue, only the invoices of agreements are read.
      feedBucket: {
        pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        is: 'must be the name of the bucket of the data feeds',
        required: false,
      },
      // Absent: the region of the account.
      feedBucketRegion: {
        pattern: /^[a-z]{2,5}(-[a-z]{2,12}){1,3}-\d{1,2}$/,
        is: 'must be the region of that bucket',
        required: false,
      },
      feedPrefix: {
        pattern: /^[\w!.*'()/-]{1,500}\/$/,
        is: 'must be what the keys of all data feeds begin with, with its slash',
        required: false,
      },
    },
    region: 'us-east-1',
    hook: true,
    reconcileMinutes: 15,
    revenue: { needs: ['feedBucket'], without: 'the invoices of agreements, which count as no revenue,' },
  },
  {
    partner: 'AZURE',
    service: 'MARKETPLACE',
    account: anyAccount,
    endpoint: at('https://login.microsoftonline.com'),
    addresses: {
      login: 'https://login.microsoftonline.com',
      fulfilment: 'https://marketplaceapi.microsoft.com/api',
      metering: 'https://marketplaceapi.microsoft.com/api',
      ingestion: 'https://graph.microsoft.com/rp/product-ingestion',
      graph: 'https://graph.microsoft.com',
      insights: 'https://api.partnercenter.microsoft.com/insights/v1.1/cmp',
      payouts: 'https://api.partner.microsoft.com/v1.0/payouts',
    },
    credentials: { tenantId: uuid, clientId: uuid, clientSecret: secret },
    region: null,
    hook: true,
    reconcileMinutes: 15,
    revenue: { needs: [] },
  },
  {
    partner: 'GCP',
    service: 'MARKETPLACE',
    account: account(/^[A-Za-z0-9][\w.-]{1,99}$/, 'must be the provider id of the seller', true),
    endpoint: at('https://oauth2.googleapis.com'),
    addresses: {
      token: 'https://oauth2.googleapis.com',
      keys: 'https://www.googleapis.com',
      procurement: 'https://cloudcommerceprocurement.googleapis.com',
      producer: 'https://commerceproducer.googleapis.com',
      serviceControl: 'https://servicecontrol.googleapis.com',
      serviceManagement: 'https://servicemanagement.googleapis.com',
      storage: 'https://storage.googleapis.com',
      console: 'https://console.cloud.google.com/marketplace',
    },
    credentials: {
      clientEmail: {
        pattern: /^[\w.+-]{1,100}@[\w.-]{1,150}$/,
        is: 'must be the client_email of a service account key',
        required: true,
      },
      privateKey: {
        pattern: /^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]{100,8000}\n-----END PRIVATE KEY-----\n?$/,
        is: 'must be the private_key of a service account key: PEM of PKCS #8',
        required: true,
      },
      // Absent: the project of the service account.
      projectId: { pattern: /^[a-z][a-z0-9-]{4,61}$/, is: 'must be the id of a project', required: false },
      // The signer of Pub/Sub pushes; absent: any service account of the project.
      pushServiceAccount: {
        pattern: /^[\w.+-]{1,100}@[\w.-]{1,150}$/,
        is: 'must be the e-mail address of a service account',
        required: false,
      },
      // The audience of pushes; absent: the address of the hook.
      pushAudience: { pattern: visible(500), is: 'must be the audience of the pushes', required: false },
      // The audience of sign-up tokens; absent: the host of this service.
      signUpAudience: {
        pattern: /^[\w.-]{1,250}(:\d{1,5})?$/,
        is: 'must be the domain of the sign-up URL',
        required: false,
      },
      // Where Producer Portal exports the reports; absent: revenue is not read.
      reportBucket: {
        pattern: /^[a-z0-9][\w.-]{1,220}[a-z0-9]$/,
        is: 'must be the name of the bucket of the reports',
        required: false,
      },
      reportPrefix: {
        pattern: visible(500),
        is: 'must be what the names of all reports begin with',
        required: false,
      },
    },
    region: null,
    hook: true,
    reconcileMinutes: 15,
    revenue: { needs: ['reportBucket'] },
  },
  {
    // Co-sell at AWS: Partner Central. It exists in us-east-1 only.
    partner: 'AWS',
    service: 'COSELL',
    account: account(/^\d{12}$/, 'must be a 12-digit AWS account id', true),
    endpoint: at(null),
    addresses: {
      selling: 'https://partnercentral-selling.{region}.api.aws',
      account: 'https://partnercentral-account.{region}.api.aws',
    },
    credentials: {
      accessKeyId: { pattern: /^[A-Z0-9]{8,128}$/, is: 'must be the id of an AWS access key', required: true },
      secretAccessKey: secret,
      sessionToken: { ...secret, pattern: visible(8192), required: false },
      // Absent: AWS, the catalog of real opportunities.
      catalog: { pattern: /^(AWS|Sandbox)$/, is: 'must be AWS or Sandbox', required: false },
    },
    region: 'us-east-1',
    hook: true,
    reconcileMinutes: 15,
  },
  {
    // Co-sell at Microsoft: referrals of Partner Center, which take the token of a user only.
    partner: 'AZURE',
    service: 'COSELL',
    account: account(/^\d{1,20}$/, 'must be the MPN id of the partner', true),
    endpoint: at('https://login.microsoftonline.com'),
    addresses: {
      login: 'https://login.microsoftonline.com',
      referrals: 'https://api.partner.microsoft.com/v1.0/engagements/referrals',
      // Microsoft publishes no search of solutions: a list that the seller keeps.
      catalog: '',
      certificates: 'https://3psostorageacct.blob.core.windows.net/cert',
    },
    credentials: {
      tenantId: uuid,
      clientId: uuid,
      clientSecret: secret,
      // Of a user with the role of a referrals administrator or user; the service keeps its successors.
      refreshToken: { ...secret, pattern: visible(8192) },
    },
    region: null,
    hook: true,
    reconcileMinutes: 15,
  },
  {
    partner: 'STRIPE',
    service: 'PAYMENT',
    account: account(/^acct_\w{1,60}$/, 'must be a Stripe account id, acct_…'),
    endpoint: at('https://api.stripe.com'),
    credentials: {
      apiKey: { pattern: /^[sr]k_(test|live)_\w{1,240}$/, is: 'must be a secret or restricted key', required: true },
      webhookSecret: {
        pattern: /^whsec_[\x21-\x7e]{1,250}$/,
        is: 'must be the signing secret of the webhook endpoint, whsec_…',
        required: false,
      },
    },
    region: null,
    hook: true,
    signs: true,
    reconcileMinutes: 15,
    revenue: { needs: [] },
  },
  {
    partner: 'ADYEN',
    service: 'PAYMENT',
    account: anyAccount,
    endpoint: at('https://management-live.adyen.com'),
    addresses: {
      checkout: 'https://checkout-test.adyen.com',
      management: 'https://management-live.adyen.com',
      reports: 'https://ca-test.adyen.com/reports/download',
    },
    credentials: {
      apiKey: secret,
      hmacKey: {
        pattern: /^[0-9a-f]{64}$/i,
        is: 'must be the HMAC key of the webhook, 64 hexadecimal digits',
        required: false,
      },
      merchantAccount: {
        pattern: /^\w{1,80}$/,
        is: 'must be a merchant account; absent: the account id',
        required: false,
      },
      livePrefix: {
        pattern: /^[a-z0-9]+(-[a-z0-9]+){0,5}$/i,
        is: 'must be the prefix of the live endpoints; absent: the test environment',
        required: false,
      },
      // The user who downloads reports; absent: revenue is not read.
      reportUser: {
        pattern: /^[\x21-\x39\x3b-\x7e]{1,250}$/,
        is: 'must be the name of a report user',
        required: false,
      },
      reportPassword: { ...secret, required: false },
    },
    region: null,
    hook: true,
    signs: true,
    // It cannot list changes.
    reconcileMinutes: 1440,
    revenue: { needs: ['reportUser', 'reportPassword'] },
  },
  {
    partner: 'SALESFORCE',
    service: 'CRM',
    account: account(/^00D\w{12}(\w{3})?$/, 'must be a Salesforce organization id, 00D…'),
    endpoint: at(null, true),
    // Client credentials with the secret, or a signed assertion (JWT bearer) with user name and private key.
    credentials: {
      clientId: secret,
      clientSecret: { ...secret, required: false },
      username: {
        pattern: /^[^\s@]{1,64}@[^\s@]{1,80}$/,
        is: 'must be the name of a user of Salesforce, in the form of a mail address',
        required: false,
      },
      privateKey: {
        pattern: /^-----BEGIN PRIVATE KEY-----\s[A-Za-z0-9+/=\s]{100,8000}\s-----END PRIVATE KEY-----\s*$/,
        is: 'must be an RSA key in PEM, PKCS #8: -----BEGIN PRIVATE KEY-----',
        required: false,
      },
    },
    oneOf: [['clientSecret'], ['username', 'privateKey']],
    region: null,
    hook: false,
    reconcileMinutes: 5,
  },
  {
    partner: 'HUBSPOT',
    service: 'CRM',
    account: account(/^\d{1,15}$/, 'must be a HubSpot account id, a whole number'),
    endpoint: at('https://api.hubapi.com'),
    credentials: {
      accessToken: secret,
      // The app's, which signs its webhooks; absent: changes are found by schedule only.
      clientSecret: { ...secret, required: false },
    },
    region: null,
    hook: true,
    signs: true,
    reconcileMinutes: 5,
  },
  {
    partner: 'SMTP',
    service: 'EMAIL',
    account: account(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/, 'must be the address that mail is sent from', true),
    endpoint: { standard: null, required: true, schemes: ['smtp:', 'smtps:'] },
    credentials: {
      user: { pattern: /^[^\p{Cc}]{1,255}$/u, is: 'must be text, at most 255 characters', required: true },
      password: { pattern: /^[^\p{Cc}]{1,1024}$/u, is: 'must be text, at most 1024 characters', required: true },
    },
    region: null,
    hook: false,
    reconcileMinutes: null,
  },
  {
    partner: 'SLACK',
    service: 'CHATBOT',
    account: account(/^T[A-Z0-9]{1,30}$/, 'must be the id of a Slack workspace, T…'),
    endpoint: at('https://slack.com'),
    credentials: {
      botToken: { pattern: /^xoxb-[\w-]{1,250}$/, is: 'must be the token of a bot, xoxb-…', required: true },
    },
    region: null,
    hook: false,
    reconcileMinutes: null,
  },
  {
    partner: 'MICROSOFT',
    service: 'TEAMS',
    account: anyAccount,
    endpoint: at(null),
    credentials: {
      webhookUrl: {
        pattern: /^https:\/\/[\w.-]+\.[a-z]{2,}(:443)?\/[\x21-\x7e]{1,2000}$/i,
        is: 'must be the https address of a Teams workflow',
        required: true,
      },
    },
    region: null,
    hook: false,
    reconcileMinutes: null,
  },
] as const satisfies readonly PartnerService[];

type Account = { partner: string; service: string; credentialFields: readonly string[] };

/**
 * What can be read of what an account earns. `missing`: the credentials that it lacks; `without`: what is read without them, null
 * if that is nothing. Null: no money comes through it.
 */
export const revenueReadOf = ({
  partner,
  service,
  credentialFields,
}: Account): { missing: string[]; without: string | null; isReadable: boolean } | null => {
  const revenue = findPartnerService(partner, service)?.revenue;
  if (!revenue) return null;
  const missing = revenue.needs.filter((name) => !credentialFields.includes(name));
  const { without = null } = revenue;
  return { missing, without, isReadable: missing.length === 0 || without !== null };
};

type Row = (typeof partnerServices)[number];
type CodeOf<Service extends Row['service']> = Extract<Row, { service: Service }>['partner'];

/** The marketplaces: every table of them has one entry for each row above. */
export type MarketplaceCode = CodeOf<'MARKETPLACE'>;
/** The providers that collect payments. */
export type PaymentCode = CodeOf<'PAYMENT'>;

export type ConnectablePartner = Row['partner'];
export type ConnectableService = Row['service'];

export const findPartnerService = (partner: string, service: string): PartnerService | undefined =>
  partnerServices.find((row) => row.partner === partner && row.service === service);
