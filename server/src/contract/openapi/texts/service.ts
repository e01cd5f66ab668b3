import type { Texts } from './notation.ts';

const failing = {
  about: 'A kind of call that is failing.',
  members: {
    call:
      'LISTING: reading products and offers. CHANGE: creating and changing them. AGREEMENT, APPROVAL: reading purchases, and ' +
      'deciding on them. USAGE: reporting usage. REVENUE: reading what the account earned. LANDING: identifying a buyer who comes ' +
      'from the marketplace. CUSTOMER, CUSTOMER_CHANGE, PAYMENT_METHOD: calls to a payment provider. MAIL: sending mail. VERIFICATION: verifying the account.',
    code: "The partner's error code.",
    message: 'A description of what happened.',
    partnerMessage: "The partner's message, unchanged.",
    since: 'When it started, in UTC.',
  },
};

/** Everything that is not commerce: messages, operations, access, connections, the organization. */
const branding = {
  displayName: 'The name that buyers see. Without it, the name of the organization.',
  accentColor: 'The colour of the page, #rrggbb. Text in it is made darker or lighter where it could not be read.',
  logo: 'The logo: a PNG or JPEG of at most 64 KiB and 2000 pixels on each side, as a data: URL. It is shown on white.',
  supportEmail: 'The contact address for buyers. Replies to mails about offers go to it.',
  supportUrl: 'A web page where buyers find help.',
};

export const serviceTexts = {
  DomainEvent: {
    about: 'Something that happened in the organization.',
    members: {
      type: 'What happened; the table of events explains each type.',
      time: 'When it happened, in business time.',
      entityType: 'What it is about.',
      entityId: 'The ID of that.',
      entityVersion: 'The version of the entity after it.',
      actor: 'Who did it.',
      data: 'The entity as it was after it.',
    },
  },
  DomainEventActor: {
    about: 'Who did something.',
    members: { type: 'The kind of actor.', id: 'Its ID.', name: 'Its name.' },
  },
  DomainEventPage: {
    about: 'A page of events, oldest first.',
    members: {
      cursor: 'Where to read on.',
      hasMore: 'Whether there is more now.',
    },
  },
  NotificationMessage: {
    about: 'A message to one recipient.',
    members: {
      type: 'The channel through which it is sent.',
      recipient: 'The address to which it is sent.',
      info: 'The content of the message.',
      status: 'The state of its delivery.',
      attempts: 'The number of completed delivery attempts.',
      lastError: 'Why the last attempt failed. Absent if it did not fail.',
      nextAttemptTime: 'When delivery will be retried.',
      doneTime: 'When its delivery ended.',
    },
  },
  'NotificationMessage.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A machine-readable code.',
      message: 'A description of what happened.',
    },
  },
  NotificationMessageInfo: {
    about: 'The content of a message.',
    members: {
      action: 'The action that caused it.',
      ccRecipients: 'Email addresses that receive a copy (Cc).',
      customFields: 'Your own fields.',
      htmlContent: 'The text as HTML.',
      rccRecipients: 'Email addresses that receive a blind copy (Bcc).',
      standardFields: 'Fields set by the service.',
      subject: 'The subject.',
      textContent: 'The text.',
    },
  },
  ListNotificationMessagesResponse: {
    about: 'A page of messages.',
    members: {
      notificationMessages: 'The messages.',
      totalCount: 'The total number of messages; only on the first page.',
      nextOffset: 'The offset of the next page; null or absent on the last page.',
    },
  },
  Operation: {
    about: 'Work that takes longer than a request.',
    members: {
      runId: 'The ID of this run.',
      name: 'The name of the operation.',
      type: 'The type of operation.',
      status: 'The status of the operation.',
      startTime: 'When it began.',
      endTime: 'When it ended. Absent while it is running.',
      message: 'What it did, or why it failed.',
      memo: 'The subject of the operation.',
      childWorkflowOperations: 'Operations that it started; only if requested.',
    },
  },
  'Operation.memo': {
    about: 'The subject of an operation.',
    members: {
      orgId: 'The organization, org_….',
      scope: 'The kind of resource it is about.',
      service: "The partner's service.",
      partnerId: 'The partner account.',
      entityId: 'The ID of the resource it is about.',
      action: 'The action performed.',
      errorCode: 'Why it failed, as a machine-readable code.',
    },
  },
  ListOperationsResponse: {
    about: 'A page of operations.',
    members: {
      operations: 'The operations.',
      offsetToken: 'The token for the next page. Absent on the last page.',
    },
  },
  ListOperationsV2Request: {
    about: 'Which operations to list.',
    members: {
      filter: 'The filter. If absent, all operations are listed.',
      offsetToken: 'The offsetToken of the previous page.',
    },
  },
  OperationFilter: {
    about: 'A filter: a comparison of a field, or a combination of several filters.',
    members: {
      operator: 'How the field is compared, or how args are combined.',
      value: 'The value to compare with; for = and !=.',
      values: 'The values to compare with; for in and not_in.',
      args: 'The filters to combine; for and and or.',
    },
  },
  OperationEventsResponse: {
    about: 'The history of an operation.',
    members: {
      operationHistoryEvent: 'The events, oldest first.',
    },
  },
  OperationHistoryEvent: {
    about: 'An event in the history of an operation.',
    members: {
      eventId: 'The number of the event, starting from 1.',
      eventTime: 'When it happened.',
      eventType: 'What happened.',
      taskId: 'The number of the task.',
      version: 'The version of the event.',
      workerMayIgnore: 'Whether the event can be ignored.',
      attributes: 'More about it.',
    },
  },
  AuditingEvent: {
    about: 'An activity in this service, or a message from a marketplace.',
    members: {
      eventType: "ACTIVITY for an activity in this service; otherwise the type of the marketplace's message.",
      status: 'The outcome.',
    },
  },
  'AuditingEvent.activity': {
    about: 'An activity in this service.',
    members: {
      actor: 'Who did it.',
      entityType: 'The type of resource that was changed.',
      entityId: 'The ID of the resource that was changed.',
      requestId: 'The ID of the request.',
      sourceIp: 'The IP address from which the request came.',
      changes: 'The changes, member by member.',
    },
  },
  'AuditingEvent.activity.actor': {
    about: 'Who did it.',
    members: {
      type: 'The type of caller.',
      id: 'The ID of the caller.',
      name: 'The name of the caller.',
    },
  },
  'AuditingEvent.activity.changes': {
    about: 'A changed member.',
    members: {
      path: 'The path of the member, dotted.',
    },
  },
  'AuditingEvent.message': {
    about: 'A message from a marketplace.',
    members: {
      integrationId: 'The connected account, conn_….',
      partnerMessageId: "The marketplace's ID of the message.",
      partnerRequestId: 'The ID of the request that delivered it.',
      error: 'Why it could not be processed. Absent if it was.',
    },
  },
  'AuditingEvent.message.error': {
    about: 'Why it failed.',
    members: {
      code: 'A machine-readable code.',
      message: 'A description of what happened.',
    },
  },
  Integration: {
    about: 'A connected partner account.',
    members: {
      accountId: 'The partner account.',
      endpoint: "The URL of the partner's API. If absent, the partner's real API.",
      endpoints:
        "The URLs of individual partner services, by name, for sovereign clouds or gateways. If absent, the partner's real ones.",
      addresses: 'The URL in use for each partner service, by name, whether or not it was set.',
      region: "The region of the partner's API.",
      meteringRegion: 'The region in which usage is reported; for AWS.',
      status: 'CONNECTED, or ERROR from the first failed call until failing is empty.',
      mode: 'LIVE: usage is reported. SHADOW: usage is computed but not reported.',
      settings: 'How the account is used.',
      reportFrom: 'Usage from this time on is reported; earlier usage is not.',
      lastSyncTime: 'When data was last read from the partner.',
      lastVerifiedTime: 'When the credentials were last checked.',
      lastError: 'The latest of the current failures. Absent if nothing is failing.',
      failing:
        'The current failures of the account, by kind of call. A successful call of the same kind removes the entry; a rate limit does not count as a failure.',
      hookPath: 'The path to which the partner sends its messages, relative to the base URL.',
      credentialFields: 'The names of the credentials that are set.',
    },
  },
  'Integration.addresses': {
    about: 'The URL in use for one partner service.',
    members: {
      address: 'The URL in use. {livePrefix} is a placeholder for the prefix of a live environment.',
      from: 'Where the URL comes from. SET: endpoints. ENDPOINT: endpoint. REGION: the region and its partition. STANDARD: the partner.',
    },
  },
  'Integration.settings': {
    about: 'How an account is used.',
    members: {
      settleMinutes: 'How many minutes after the end of an hour its usage is reported.',
      latePolicy: 'What happens to usage that arrives too late for its hour.',
      autoApprove: 'Whether purchases are approved automatically.',
      productCodeProducts: 'Product codes whose usage is reported by product code.',
      enableCommitWithAdditionalUsageMetering: 'Whether only usage beyond what the commits include is charged.',
      enableCommitWithAdditionalUsageAtListPrice:
        'Whether usage beyond a commit is charged at the list price of the product. Only together with enableCommitWithAdditionalUsageMetering.',
    },
  },
  'Integration.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A machine-readable code.',
      message: 'A description of what happened.',
    },
  },
  'Integration.failing': failing,
  ConnectedIntegration: {
    about: 'A connected account, including what is shown only once.',
    members: {
      accountId: 'The partner account.',
      endpoint: "The URL of the partner's API. If absent, the partner's real API.",
      endpoints:
        "The URLs of individual partner services, by name, for sovereign clouds or gateways. If absent, the partner's real ones.",
      addresses: 'The URL in use for each partner service, by name, whether or not it was set.',
      region: "The region of the partner's API.",
      meteringRegion: 'The region in which usage is reported; for AWS.',
      status: 'CONNECTED, or ERROR from the first failed call until failing is empty.',
      mode: 'LIVE: usage is reported. SHADOW: usage is computed but not reported.',
      settings: 'How the account is used.',
      reportFrom: 'Usage from this time on is reported; earlier usage is not.',
      lastSyncTime: 'When data was last read from the partner.',
      lastVerifiedTime: 'When the credentials were last checked.',
      lastError: 'The latest of the current failures. Absent if nothing is failing.',
      failing:
        'The current failures of the account, by kind of call. A successful call of the same kind removes the entry; a rate limit does not count as a failure.',
    },
  },
  'ConnectedIntegration.addresses': {
    about: 'The URL in use for one partner service.',
    members: {
      address: 'The URL in use. {livePrefix} is a placeholder for the prefix of a live environment.',
      from: 'Where the URL comes from. SET: endpoints. ENDPOINT: endpoint. REGION: the region and its partition. STANDARD: the partner.',
    },
  },
  'ConnectedIntegration.settings': {
    about: 'How an account is used.',
    members: {
      settleMinutes: 'How many minutes after the end of an hour its usage is reported.',
      latePolicy: 'What happens to usage that arrives too late for its hour.',
      autoApprove: 'Whether purchases are approved automatically.',
      productCodeProducts: 'Product codes whose usage is reported by product code.',
      enableCommitWithAdditionalUsageMetering: 'Whether only usage beyond what the commits include is charged.',
      enableCommitWithAdditionalUsageAtListPrice:
        'Whether usage beyond a commit is charged at the list price of the product. Only together with enableCommitWithAdditionalUsageMetering.',
    },
  },
  'ConnectedIntegration.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A machine-readable code.',
      message: 'A description of what happened.',
    },
  },
  'ConnectedIntegration.failing': failing,
  VerifiedIntegration: {
    about: 'The result of checking the credentials.',
    members: {
      integration: 'The connected account.',
      verification: "The partner's verdict.",
    },
  },
  'VerifiedIntegration.verification': {
    about: "The partner's verdict.",
    members: {
      ok: 'Whether the credentials work.',
      code: 'Why they do not work, as a machine-readable code.',
      message: 'A description of the result.',
      partnerMessage: "The partner's message, unchanged.",
    },
  },
  OAuthApp: {
    about: 'A program that calls the API for the organization.',
    members: {
      name: 'The name of the app.',
      description: 'What the app is for.',
      accessLevel: 'What the app may do; for CUSTOM, see customRoleId.',
      customRoleId: 'The custom role, role_….',
      clientId: 'The client ID for the token endpoint.',
      clientSecret: 'The client secret for the token endpoint.',
      jwks: "The app's public keys, if it uses keys instead of a secret.",
      lastUsedTime: 'When the app last obtained a token or made a call.',
      callCount30Days: 'The number of calls in the last 30 days.',
    },
  },
  'OAuthApp.jwks': {
    about: 'A JSON Web Key Set (RFC 7517).',
    members: {
      keys: 'The public keys.',
    },
  },
  RotateOAuthAppSecretInput: {
    about: 'New keys. If absent, a new secret is generated.',
    members: {},
  },
  'RotateOAuthAppSecretInput.jwks': {
    about: 'A JSON Web Key Set (RFC 7517).',
    members: {
      keys: 'The public keys.',
    },
  },
  IdentityApiClient: {
    about: 'A program that uses the older authentication of the API.',
    members: {
      type: 'How it authenticates.',
      role: 'What it may do.',
      provider: 'Always empty.',
      info: 'Always empty.',
      lastUsedTime: 'When it last made a call.',
      apiKeyHash: 'The first 8 digits of the SHA-256 of the secret.',
    },
  },
  User: {
    about: 'A person in the organization.',
    members: {
      email: 'The email address of the person.',
      firstName: 'The first name.',
      lastName: 'The last name.',
      name: 'First and last name.',
      role: 'What the person may do; for CUSTOM, see customRoleId.',
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
    about: 'An organization: the seller, which owns everything else.',
    members: {
      name: 'The name of the organization.',
      description: 'A description.',
      emailDomain: 'The domain of its email addresses.',
      website: 'The URL of its website.',
      status: 'Whether it can be used.',
      info: 'More about the organization.',
    },
  },
  Branding: {
    about: 'What buyers see of the organization.',
    members: { ...branding, lastUpdateTime: 'When it last changed, UTC.' },
  },
  BrandingPreviewInput: {
    about: 'Values to preview. Absent members are those that are stored.',
    members: { ...branding, state: 'What the buyer is told. Absent: REGISTERED.' },
  },
  BrandingPreview: {
    about: 'The landing page as a buyer would see it.',
    members: {
      html: 'The page. It loads nothing from elsewhere and runs nothing.',
      hints:
        'Where the accent colour is corrected and why, and whether mails name supportEmail as their reply address.',
      fieldHints: 'The hints, each with the member of the request that it is about.',
    },
  },
  BrandingHint: {
    about: 'What differs from a member of the request.',
    members: { path: 'The member, such as supportEmail.', message: 'What is otherwise, and why.' },
  },
  UpdateOnboardingInfo: {
    about: 'A change to a step of the checklist, or to the whole checklist.',
    members: {},
  },
  OnboardingStatus: {
    about: 'The checklist of a new organization.',
    members: {
      intent: 'What the organization wants to do with the checklist.',
      intentTime: 'When the intent was set.',
      completedCount: 'The number of steps done or skipped.',
      totalCount: 'The total number of steps.',
      steps: 'The steps in order.',
    },
  },
  OnboardingStep: {
    about: 'A step of the checklist.',
    members: {
      key: 'Which step it is.',
      status: 'Whether it is done.',
      detail: 'What needs to be done, or what was done.',
      completedTime: 'When it was done.',
    },
  },
  ServicesAndQuotas: {
    about: 'The connected services, and how much of each limit is used.',
    members: {
      organizationId: 'The organization, org_….',
      capturedTime: 'When this was determined.',
      services: 'The partner services and whether they are connected.',
      quotas: 'The limits, and how much of each is used.',
    },
  },
  ServiceStatus: {
    about: 'A partner service.',
    members: {
      status: 'Whether it is connected.',
      connectedTime: 'When it was connected.',
      lastError: 'Why the last call failed. Absent if it succeeded.',
    },
  },
  'ServiceStatus.lastError': {
    about: 'Why it failed.',
    members: {
      code: 'A machine-readable code.',
      message: 'A description of what happened.',
    },
  },
  Quota: {
    about: 'A limit.',
    members: {
      name: 'What the limit applies to.',
      limit: 'The maximum, in unit.',
      used: 'The amount used, in unit.',
      unit: 'The unit of limit and used.',
    },
  },
  Problem: {
    about: 'RFC 9457, plus the three keys of the reference API: code, message, info.',
    members: {
      type: 'The kind of problem, a URN that ends in code.',
      title: 'A short description of the kind of problem.',
      status: 'The HTTP status.',
      detail: 'A description of the problem; the same as message.',
      instance: 'The request, a URN that ends in requestId.',
      code: 'The kind of problem, as a machine-readable code.',
      message: 'A description of the problem.',
      requestId: 'The ID of the request, as in X-Request-Id.',
    },
  },
} as const satisfies Texts;
