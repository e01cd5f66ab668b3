import type { Texts } from './notation.ts';

const failing = {
  about: 'A kind of call that fails.',
  members: {
    call:
      'LISTING: products and offers are read. CHANGE: they are made and changed. AGREEMENT, APPROVAL: purchases are read, and ' +
      'answered. USAGE is told. LANDING: who a buyer is that comes from the marketplace. CUSTOMER, CUSTOMER_CHANGE, PAYMENT_METHOD: of ' +
      'a payment provider. MAIL is sent. VERIFICATION: the account was verified.',
    code: 'The error code, in the words of the partner.',
    message: 'What happened, in words.',
    partnerMessage: "The partner's own words.",
    since: 'When it began, in UTC.',
  },
};

/** Everything that is not commerce: messages, operations, access, connections, the organization. */
export const serviceTexts = {
  NotificationMessage: {
    about: 'A message to one recipient.',
    members: {
      type: 'The channel by which it is sent.',
      recipient: 'Where it is sent.',
      info: 'What it says.',
      status: 'How far its delivery is.',
      attempts: 'How many attempts to deliver it have ended.',
      lastError: 'Why the last attempt failed. Absent where none did.',
      nextAttemptTime: 'When it is tried again.',
      doneTime: 'When its delivery ended.',
    },
  },
  'NotificationMessage.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A code for programs.',
      message: 'What happened, in words.',
    },
  },
  NotificationMessageInfo: {
    about: 'What a message says.',
    members: {
      action: 'What caused it.',
      ccRecipients: 'E-mail addresses that get a copy.',
      customFields: 'Fields of your own.',
      htmlContent: 'The text as HTML.',
      rccRecipients: 'E-mail addresses that get a copy unseen.',
      standardFields: 'Fields of the service.',
      subject: 'The subject.',
      textContent: 'The text.',
    },
  },
  ListNotificationMessagesResponse: {
    about: 'A page of messages.',
    members: {
      notificationMessages: 'The messages.',
      totalCount: 'How many there are in all; on the first page only.',
      nextOffset: 'The offset of the next page; null or absent on the last one.',
    },
  },
  Operation: {
    about: 'Work that takes longer than a request.',
    members: {
      runId: 'The id of this run of it.',
      name: 'The name of the work.',
      type: 'The kind of work.',
      status: 'How far it is.',
      startTime: 'When it began.',
      endTime: 'When it ended. Absent while it runs.',
      message: 'What it did, or why it failed.',
      memo: 'What it is about.',
      childWorkflowOperations: 'Work that it started; when asked for.',
    },
  },
  'Operation.memo': {
    about: 'What an operation is about.',
    members: {
      orgId: 'The organization, org_….',
      scope: 'What it covers.',
      service: 'The service at the partner.',
      partnerId: 'The account at the partner.',
      entityId: 'The id of what it is about.',
      action: 'What is done.',
      errorCode: 'Why it failed, for programs.',
    },
  },
  ListOperationsResponse: {
    about: 'A page of operations.',
    members: {
      operations: 'The operations.',
      offsetToken: 'For the next page. Absent on the last one.',
    },
  },
  ListOperationsV2Request: {
    about: 'Which operations are listed.',
    members: {
      filter: 'The filter. Absent: all of them.',
      offsetToken: 'From the page before.',
    },
  },
  OperationFilter: {
    about: 'A filter: a comparison of a field, or several filters put together.',
    members: {
      operator: 'How it compares, or how args are put together.',
      value: 'What the field is compared with; for = and !=.',
      values: 'What the field is compared with; for in and not_in.',
      args: 'The filters; for and and or.',
    },
  },
  OperationEventsResponse: {
    about: 'What happened in an operation.',
    members: {
      operationHistoryEvent: 'The events, oldest first.',
    },
  },
  OperationHistoryEvent: {
    about: 'Something that happened in an operation.',
    members: {
      eventId: 'The number of the event, from 1.',
      eventTime: 'When it happened.',
      eventType: 'What happened.',
      taskId: 'The number of the task.',
      version: 'The version of the event.',
      workerMayIgnore: 'Whether it can be passed over.',
      attributes: 'More about it.',
    },
  },
  AuditingEvent: {
    about: 'Something that was done here, or a message of a marketplace.',
    members: {
      eventType: 'ACTIVITY: what was done here. Else what a marketplace told.',
      status: 'How it ended.',
    },
  },
  'AuditingEvent.activity': {
    about: 'What was done here.',
    members: {
      actor: 'Who did it.',
      entityType: 'What kind of thing was changed.',
      entityId: 'The id of what was changed.',
      requestId: 'The id of the request.',
      sourceIp: 'The address that the request came from.',
      changes: 'What was changed, member by member.',
    },
  },
  'AuditingEvent.activity.actor': {
    about: 'Who did it.',
    members: {
      type: 'What kind of caller it was.',
      id: 'The id of the caller.',
      name: 'The name of the caller.',
    },
  },
  'AuditingEvent.activity.changes': {
    about: 'A changed member.',
    members: {
      path: 'Where it stands, dotted.',
    },
  },
  'AuditingEvent.message': {
    about: 'A message of a marketplace.',
    members: {
      integrationId: 'The connected account, conn_….',
      partnerMessageId: 'The id of the message at the marketplace.',
      partnerRequestId: 'The id of the request by which it came.',
      error: 'Why it could not be worked on. Absent where it was.',
    },
  },
  'AuditingEvent.message.error': {
    about: 'Why it failed.',
    members: {
      code: 'A code for programs.',
      message: 'What happened, in words.',
    },
  },
  Integration: {
    about: 'A connected account at a partner.',
    members: {
      accountId: 'The account at the partner.',
      endpoint: "Where the partner's API is. Absent: the real one.",
      endpoints:
        'Where single services of the partner are, by their names: sovereign clouds, gateways. Absent: the real ones.',
      addresses: 'Where each service of the partner is called, by its name, set or not.',
      region: "The region of the partner's API.",
      meteringRegion: 'The region in which usage is told; for AWS.',
      status: 'CONNECTED, or ERROR from the first call that fails until none of the kinds in failing is left.',
      mode: 'LIVE: usage is told. SHADOW: it is computed, and not told.',
      settings: 'How the account is used.',
      reportFrom: 'Usage from this time on is told; earlier usage is not.',
      lastSyncTime: 'When the partner was last read.',
      lastVerifiedTime: 'When the credentials were last checked.',
      lastError: 'The newest of what fails. Absent where nothing does.',
      failing:
        'What of the account fails, by the kind of call. A call of the same kind that goes well takes it away; a rate limit is no failure.',
      hookPath: 'Where the partner sends its messages, below the base address.',
      credentialFields: 'Names of the credentials that are set.',
    },
  },
  'Integration.addresses': {
    about: 'Where one service of the partner is called.',
    members: {
      address: 'The address in effect. Where it takes the prefix of a live environment, {livePrefix} stands for it.',
      from: 'What gave it. SET: endpoints. ENDPOINT: endpoint. REGION: the region and its partition. STANDARD: the partner.',
    },
  },
  'Integration.settings': {
    about: 'How an account is used.',
    members: {
      settleMinutes: 'How many minutes after an hour its usage is told.',
      latePolicy: 'What becomes of usage that comes too late for its hour.',
      autoApprove: 'Whether purchases are approved without asking.',
      productCodeProducts: 'Product codes whose usage is told by product code.',
      enableCommitWithAdditionalUsageMetering: 'Whether usage is charged only beyond what the commits include.',
    },
  },
  'Integration.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A code for programs.',
      message: 'What happened, in words.',
    },
  },
  'Integration.failing': failing,
  ConnectedIntegration: {
    about: 'A connected account, with what is shown once.',
    members: {
      accountId: 'The account at the partner.',
      endpoint: "Where the partner's API is. Absent: the real one.",
      endpoints:
        'Where single services of the partner are, by their names: sovereign clouds, gateways. Absent: the real ones.',
      addresses: 'Where each service of the partner is called, by its name, set or not.',
      region: "The region of the partner's API.",
      meteringRegion: 'The region in which usage is told; for AWS.',
      status: 'CONNECTED, or ERROR from the first call that fails until none of the kinds in failing is left.',
      mode: 'LIVE: usage is told. SHADOW: it is computed, and not told.',
      settings: 'How the account is used.',
      reportFrom: 'Usage from this time on is told; earlier usage is not.',
      lastSyncTime: 'When the partner was last read.',
      lastVerifiedTime: 'When the credentials were last checked.',
      lastError: 'The newest of what fails. Absent where nothing does.',
      failing:
        'What of the account fails, by the kind of call. A call of the same kind that goes well takes it away; a rate limit is no failure.',
    },
  },
  'ConnectedIntegration.addresses': {
    about: 'Where one service of the partner is called.',
    members: {
      address: 'The address in effect. Where it takes the prefix of a live environment, {livePrefix} stands for it.',
      from: 'What gave it. SET: endpoints. ENDPOINT: endpoint. REGION: the region and its partition. STANDARD: the partner.',
    },
  },
  'ConnectedIntegration.settings': {
    about: 'How an account is used.',
    members: {
      settleMinutes: 'How many minutes after an hour its usage is told.',
      latePolicy: 'What becomes of usage that comes too late for its hour.',
      autoApprove: 'Whether purchases are approved without asking.',
      productCodeProducts: 'Product codes whose usage is told by product code.',
      enableCommitWithAdditionalUsageMetering: 'Whether usage is charged only beyond what the commits include.',
    },
  },
  'ConnectedIntegration.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A code for programs.',
      message: 'What happened, in words.',
    },
  },
  'ConnectedIntegration.failing': failing,
  VerifiedIntegration: {
    about: 'What a check of the credentials found.',
    members: {
      integration: 'The connected account.',
      verification: 'What the partner said.',
    },
  },
  'VerifiedIntegration.verification': {
    about: 'What the partner said.',
    members: {
      ok: 'Whether the credentials work.',
      code: 'Why they do not, for programs.',
      message: 'What was found, in words.',
      partnerMessage: "The partner's own words.",
    },
  },
  OAuthApp: {
    about: 'A program that calls the API for the organization.',
    members: {
      name: 'The name of the app.',
      description: 'What the app is for.',
      accessLevel: 'What the app may do; CUSTOM: what customRoleId says.',
      customRoleId: 'The custom role, role_….',
      clientId: 'The client id, for the token endpoint.',
      clientSecret: 'The secret, for the token endpoint.',
      jwks: 'The public keys of the app, where it has keys instead of a secret.',
      lastUsedTime: 'When the app last got a token or called.',
      callCount30Days: 'How many calls it made in the last 30 days.',
    },
  },
  'OAuthApp.jwks': {
    about: 'A JSON Web Key Set (RFC 7517).',
    members: {
      keys: 'The public keys.',
    },
  },
  RotateOAuthAppSecretInput: {
    about: 'New keys. Absent: a new secret is made.',
    members: {},
  },
  'RotateOAuthAppSecretInput.jwks': {
    about: 'A JSON Web Key Set (RFC 7517).',
    members: {
      keys: 'The public keys.',
    },
  },
  IdentityApiClient: {
    about: 'A program that calls the API in the older way.',
    members: {
      type: 'How it authenticates.',
      role: 'What it may do.',
      provider: 'Kept empty.',
      info: 'Kept empty.',
      lastUsedTime: 'When it last called.',
      apiKeyHash: 'The first 8 digits of the SHA-256 of the secret.',
    },
  },
  User: {
    about: 'A person in the organization.',
    members: {
      email: 'The e-mail address of the person.',
      firstName: 'The first name.',
      lastName: 'The last name.',
      name: 'First and last name.',
      role: 'What the person may do; CUSTOM: what customRoleId says.',
      customRoleId: 'The custom role, role_….',
      status: 'Whether the person can sign in.',
      lastLoginTime: 'When the person last signed in.',
    },
  },
  Role: {
    about: 'A custom role.',
    members: {
      name: 'The name of the role.',
      description: 'What the role is for.',
      permissions: 'What it allows.',
    },
  },
  Organization: {
    about: 'An organization: the seller, and what everything else belongs to.',
    members: {
      name: 'The name of the organization.',
      description: 'A description in words.',
      emailDomain: 'The domain of its e-mail addresses.',
      website: 'The address of its web page.',
      status: 'Whether it can be used.',
      info: 'More about the organization.',
    },
  },
  UpdateOnboardingInfo: {
    about: 'What becomes of a step of the checklist, or of the whole.',
    members: {},
  },
  OnboardingStatus: {
    about: 'The checklist of a new organization.',
    members: {
      intent: 'What the organization wants of the checklist.',
      intentTime: 'When it said so.',
      completedCount: 'How many steps are done or skipped.',
      totalCount: 'How many steps there are.',
      steps: 'The steps in order.',
    },
  },
  OnboardingStep: {
    about: 'A step of the checklist.',
    members: {
      key: 'Which step it is.',
      status: 'Whether it is done.',
      detail: 'What is to be done, or what was.',
      completedTime: 'When it was done.',
    },
  },
  ServicesAndQuotas: {
    about: 'What is connected, and what is used of which limit.',
    members: {
      organizationId: 'The organization, org_….',
      capturedTime: 'When this was so.',
      services: 'Which services of partners are connected.',
      quotas: 'The limits, and what is used of them.',
    },
  },
  ServiceStatus: {
    about: 'A service of a partner.',
    members: {
      status: 'Whether it is connected.',
      connectedTime: 'When it was connected.',
      lastError: 'Why the last call failed. Absent where it went well.',
    },
  },
  'ServiceStatus.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A code for programs.',
      message: 'What happened, in words.',
    },
  },
  Quota: {
    about: 'A limit.',
    members: {
      name: 'What is limited.',
      limit: 'How much is allowed, in unit.',
      used: 'How much is used, in unit.',
      unit: 'What is counted.',
    },
  },
  Problem: {
    about: 'RFC 9457, and the three keys of the reference API: code, message, info.',
    members: {
      type: 'The kind of problem, a URN that ends in code.',
      title: 'The kind of problem, in words.',
      status: 'The HTTP status.',
      detail: 'What is wrong, in words; the same as message.',
      instance: 'The request, a URN that ends in requestId.',
      code: 'The kind of problem, for programs.',
      message: 'What is wrong, in words.',
      requestId: 'The id of the request, as in X-Request-Id.',
    },
  },
} as const satisfies Texts;
