import type { Operations } from '../call.ts';
import { awsError } from '../errors.ts';
import type { AwsReader, Json } from '../state.ts';
import { accountRequests } from './account-requests.ts';
import { idOf } from './arns.ts';
import {
  cutPartnerPage,
  deniedMessage,
  deniedOperations,
  isoTime,
  type PartnerCall,
  type PartnerRun,
  type Refusals,
  shapedOperation,
  sortBy,
  without,
} from './call.ts';
import { newestFirst } from './engagements.ts';
import type { Catalog, Connection, ConnectionInvitation } from './rows.ts';
import type { Problem } from './shape.ts';

/** The Account service of Partner Central: the account's own profile, and the partners with whom it is connected. */

/** Codes of FieldValidationCode; the service has fewer than the Selling service. */
const codes: Partial<Record<Problem['code'], string>> = {
  VALUE_OUT_OF_RANGE: 'INVALID_VALUE',
  NOT_ENOUGH_VALUES: 'INVALID_VALUE',
};

const refusals: Refusals = {
  malformed: (problems) =>
    awsError('ValidationException', 400, 'The request is invalid.', {
      Reason: 'REQUEST_VALIDATION_FAILED',
      ErrorDetails: problems.map(({ code, field, message }) => ({
        FieldValidationError: { Name: field, Message: `${field} ${message}.`, Code: codes[code] ?? code },
      })),
    }),
  denied: (accountId, operation) =>
    awsError('AccessDeniedException', 403, deniedMessage(accountId, operation), { Reason: 'ACCESS_DENIED' }),
};

const notFound = (what: string, Reason: string): Error =>
  awsError('ResourceNotFoundException', 404, `${what} does not exist.`, { Reason });

const arnOf = (catalog: Catalog, kind: string, id: string): string =>
  `arn:aws:partnercentral:us-east-1::catalog/${catalog}/${kind}/${id}`;

/** The ids of a partner and of its profile follow from its account. */
const partnerId = (accountId: string): string => `partner-P${accountId}`;
const profileId = (accountId: string): string => `pprofile-P${accountId}`;

const nameOf = (reader: AwsReader, accountId: string): string =>
  (reader.get('accounts', accountId)?.name ?? 'Partner').slice(0, 80);

const partnerSummary = (reader: AwsReader, catalog: Catalog, accountId: string): Json => ({
  Catalog: catalog,
  Arn: `arn:aws:partnercentral:us-east-1:${accountId}:catalog/${catalog}/partner/${partnerId(accountId)}`,
  Id: partnerId(accountId),
  LegalName: nameOf(reader, accountId),
  CreatedAt: isoTime(reader.get('accounts', accountId)?.createdAt ?? 0),
});

const getPartner = ({ simulation, account, catalog, input }: PartnerCall<{ Identifier: string }>): Json => {
  const { store } = simulation;
  if (idOf(input.Identifier) !== partnerId(account.id))
    throw notFound(`Partner ${input.Identifier}`, 'PARTNER_NOT_FOUND');
  const name = nameOf(store, account.id);
  return {
    ...partnerSummary(store, catalog, account.id),
    Profile: {
      DisplayName: name,
      Description: `${name} sells software on AWS Marketplace.`,
      WebsiteUrl: 'https://partner.example/',
      LogoUrl: 'https://partner.example/logo.png',
      PrimarySolutionType: 'SOFTWARE_PRODUCTS',
      IndustrySegments: ['SOFTWARE_INTERNET'],
      TranslationSourceLocale: 'en-US',
      ProfileId: profileId(account.id),
    },
  };
};

type Other = { accountId: string; name: string };
const otherParty = (reader: AwsReader, row: Connection, accountId: string): Other =>
  row.accountId === accountId
    ? { accountId: row.otherAccountId, name: row.otherName }
    : { accountId: row.accountId, name: nameOf(reader, row.accountId) };

const participantOf = ({ accountId, name }: Other): Json => ({
  PartnerProfile: { Id: profileId(accountId), Name: name.slice(0, 80) },
});

const statusOf = ({ canceledAt }: Connection['types'][number]): string => (canceledAt === null ? 'ACTIVE' : 'CANCELED');

const connectionView = (
  reader: AwsReader,
  row: Connection,
  accountId: string,
  typeView: (type: Connection['types'][number], other: Other) => Json,
): Json => {
  const other = otherParty(reader, row, accountId);
  return {
    Catalog: row.catalog,
    Id: row.id,
    Arn: arnOf(row.catalog, 'connection', row.id),
    OtherParticipantAccountId: other.accountId,
    UpdatedAt: isoTime(row.modifiedAt),
    ConnectionTypes: Object.fromEntries(row.types.map((type) => [type.type, typeView(type, other)])),
  };
};

const connectionsOf = (reader: AwsReader, accountId: string, catalog: Catalog): Connection[] =>
  reader
    .list('connections')
    .filter((row) => row.catalog === catalog && (row.accountId === accountId || row.otherAccountId === accountId));

type ListInput = {
  NextToken?: string;
  MaxResults?: number;
  ConnectionType?: string;
  OtherParticipantIdentifiers?: string[];
};

/** A participant is named by its account or its profile. */
const isNamed = (identifiers: string[] | undefined, accountId: string): boolean =>
  identifiers === undefined ||
  identifiers.length === 0 ||
  identifiers.includes(accountId) ||
  identifiers.includes(profileId(accountId));

const listConnections = ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
  const { store } = simulation;
  // A filter may also name a status: `OPPORTUNITY_COLLABORATION:ACTIVE`.
  const [type, status] = input.ConnectionType?.split(':') ?? [];
  const fits = (known: Connection['types'][number]): boolean =>
    (type === undefined || type === known.type) && (status === undefined || status === statusOf(known));
  const found = connectionsOf(store, account.id, catalog)
    .filter((row) => row.types.some(fits))
    .filter((row) => isNamed(input.OtherParticipantIdentifiers, otherParty(store, row, account.id).accountId));
  const sorted = sortBy(found, undefined, { UpdatedAt: (row) => row.modifiedAt }, newestFirst('UpdatedAt'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  const summary = (row: Connection): Json =>
    connectionView(store, row, account.id, (known, other) => ({
      Status: statusOf(known),
      OtherParticipant: participantOf(other),
    }));
  return { ConnectionSummaries: page.map(summary), NextToken };
};

const getConnection = ({ simulation, account, catalog, input }: PartnerCall<{ Identifier: string }>): Json => {
  const { store } = simulation;
  const row = connectionsOf(store, account.id, catalog).find(({ id }) => id === input.Identifier);
  if (!row) throw notFound(`Connection ${input.Identifier}`, 'CONNECTION_NOT_FOUND');
  return connectionView(store, row, account.id, (known, other) =>
    without({
      CreatedAt: isoTime(known.createdAt),
      InviterEmail: 'alliances@partner.example',
      InviterName: nameOf(store, row.accountId),
      Status: statusOf(known),
      CanceledAt: known.canceledAt === null ? null : isoTime(known.canceledAt),
      OtherParticipant: participantOf(other),
    }),
  );
};

const invitationStatus = ({ status, expiresAt }: ConnectionInvitation, now: number): string =>
  status === 'PENDING' && expiresAt <= now ? 'EXPIRED' : status;

const invitationView = (row: ConnectionInvitation, now: number): Json => ({
  Catalog: row.catalog,
  Id: row.id,
  Arn: arnOf(row.catalog, 'connection-invitation', row.id),
  ConnectionType: row.type,
  CreatedAt: isoTime(row.createdAt),
  UpdatedAt: isoTime(row.modifiedAt),
  ExpiresAt: isoTime(row.expiresAt),
  OtherParticipantIdentifier: row.otherAccountId,
  ParticipantType: row.participantType,
  Status: invitationStatus(row, now),
});

type InvitationsInput = ListInput & { ParticipantType?: string; Status?: string };

const listConnectionInvitations = ({ simulation, account, catalog, input }: PartnerCall<InvitationsInput>) => {
  const now = simulation.clock.now();
  const found = simulation.store
    .list('connectionInvitations')
    .filter((row) => row.accountId === account.id && row.catalog === catalog)
    .filter((row) => input.ConnectionType === undefined || input.ConnectionType === row.type)
    .filter((row) => input.ParticipantType === undefined || input.ParticipantType === row.participantType)
    .filter((row) => input.Status === undefined || input.Status === invitationStatus(row, now))
    .filter((row) => isNamed(input.OtherParticipantIdentifiers, row.otherAccountId));
  const sorted = sortBy(found, undefined, { CreatedAt: (row) => row.createdAt }, newestFirst('CreatedAt'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  return { ConnectionInvitationSummaries: page.map((row) => invitationView(row, now)), NextToken };
};

const getConnectionInvitation = ({
  simulation,
  account,
  catalog,
  input,
}: PartnerCall<{ Identifier: string }>): Json => {
  const row = simulation.store.get('connectionInvitations', input.Identifier);
  if (row?.accountId !== account.id || row.catalog !== catalog) {
    throw notFound(`Connection invitation ${input.Identifier}`, 'CONNECTION_INVITATION_NOT_FOUND');
  }
  return {
    ...invitationView(row, simulation.clock.now()),
    InvitationMessage: row.message,
    InviterEmail: row.inviterEmail,
    InviterName: row.inviterName,
  };
};

const withoutPermission = [
  'AcceptConnectionInvitation',
  'AssociateAwsTrainingCertificationEmailDomain',
  'CancelConnection',
  'CancelConnectionInvitation',
  'CancelProfileUpdateTask',
  'CreateConnectionInvitation',
  'CreatePartner',
  'DisassociateAwsTrainingCertificationEmailDomain',
  'GetAllianceLeadContact',
  'GetConnectionPreferences',
  'GetProfileUpdateTask',
  'GetProfileVisibility',
  'GetQualificationsAssociationDetails',
  'GetQualificationsAssociationTask',
  'GetQualificationsDisassociationTask',
  'GetVerification',
  'ListTagsForResource',
  'PutAllianceLeadContact',
  'PutProfileVisibility',
  'RejectConnectionInvitation',
  'SendEmailVerificationCode',
  'StartProfileUpdateTask',
  'StartQualificationsAssociationTask',
  'StartQualificationsDisassociationTask',
  'StartVerification',
  'TagResource',
  'UntagResource',
  'UpdateConnectionPreferences',
];

const runs: Record<keyof typeof accountRequests, PartnerRun> = {
  ListConnections: listConnections,
  GetConnection: getConnection,
  ListConnectionInvitations: listConnectionInvitations,
  GetConnectionInvitation: getConnectionInvitation,
  GetPartner: getPartner,
  ListPartners: ({ simulation, account, catalog }) => ({
    PartnerSummaryList: [partnerSummary(simulation.store, catalog, account.id)],
  }),
};

/** The operations of the Partner Central Account service by name. */
export const accountOperations: Operations = {
  ...deniedOperations(withoutPermission, refusals),
  ...Object.fromEntries(
    Object.entries(accountRequests).map(([name, shape]) => [
      name,
      shapedOperation(name, shape, runs[name as keyof typeof accountRequests], refusals),
    ]),
  ),
};
