import { createHash } from 'node:crypto';
import { ListConnectionsCommand } from '@aws-sdk/client-partnercentral-account';
import {
  AssociateOpportunityCommand,
  CreateOpportunityCommand,
  type CreateOpportunityCommandInput,
  DisassociateOpportunityCommand,
  GetAwsOpportunitySummaryCommand,
  GetEngagementInvitationCommand,
  GetOpportunityCommand,
  ListEngagementByAcceptingInvitationTasksCommand,
  ListEngagementInvitationsCommand,
  ListOpportunitiesCommand,
  RejectEngagementInvitationCommand,
  type RelatedEntityType,
  StartEngagementByAcceptingInvitationTaskCommand,
  StartEngagementFromOpportunityTaskCommand,
  UpdateOpportunityCommand,
  type UpdateOpportunityCommandInput,
} from '@aws-sdk/client-partnercentral-selling';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { type ClientOptions, send } from '../../marketplace/aws/client.ts';
import { unreadableAnswer } from '../../marketplace/aws/errors.ts';
import { everyPage, unlessGone, unlessRefused } from '../../marketplace/aws/pages.ts';
import { isPartnerError, partnerError } from '../../partner-error.ts';
import { pagesMax as emptyPagesMax } from '../../rest/reads.ts';
import { isObject, listAt, putAt, textAt, valueAt } from '../document.ts';
import {
  type CoSell,
  type CoSellAccess,
  type ReferralDocument,
  type ReferralLinks,
  staleVersionCode,
} from '../port.ts';
import { createPartnerCentralClients, timeAsWritten } from './client.ts';
import { documentOf, type Opportunity, readInvitation, readOpportunity } from './read.ts';
import { awsRules } from './rules.ts';
import { onlyAtCreation, partnerOnly, relatedMember, relatedTypes } from './table.ts';

const pageSize = 100;
const pagesMax = 9;
const reasonMax = 80;
/** RejectionReasonString of the model has no line breaks and no characters beyond the basic plane. */
const notInReason = /[^\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD]+/g;
const reasonText = (reason: string): string =>
  reason.replace(notInReason, ' ').replace(/ +/g, ' ').trim().slice(0, reasonMax).trim();

const any = z.looseObject({});
const created = z.looseObject({ Id: z.string().min(1) });
const task = z.looseObject({
  TaskStatus: z.string(),
  ReasonCode: z.string().nullish(),
  Message: z.string().nullish(),
  OpportunityId: z.string().nullish(),
  EngagementInvitationId: z.string().nullish(),
});
const tasks = z.looseObject({ TaskSummaries: z.array(task).default([]) });
const token = z.string().nullish();
const opportunity = z.looseObject({ Id: z.string().min(1), LastModifiedDate: z.string().min(1) });
const opportunities = z.looseObject({ OpportunitySummaries: z.array(opportunity).default([]), NextToken: token });
const invitation = z.looseObject({ Id: z.string().min(1), Status: z.string(), InvitationDate: z.string() });
const invitations = z.looseObject({ EngagementInvitationSummaries: z.array(invitation).default([]), NextToken: token });
const connection = z.looseObject({ Id: z.string(), OtherParticipantAccountId: z.string(), ConnectionTypes: any });
const connections = z.looseObject({ ConnectionSummaries: z.array(connection).default([]), NextToken: token });

type Task = z.output<typeof task>;

const catalogOf = ({ credentials }: CoSellAccess): string => credentials.catalog ?? 'AWS';
const clientToken = (key: string): string => createHash('sha256').update(key).digest('hex');
const isInvitation = (id: string): boolean => id.startsWith('engi-');
const next = (value: string | null | undefined) => (value ? { NextToken: value } : {});

const refusal = (endpoint: string, partnerCode: string, message: string, retryable = false): Error =>
  partnerError(message, {
    ...{ partner: 'AWS', endpoint, outcome: 'REFUSED', partnerCode, retryable },
    ...{ httpStatus: undefined, requestId: undefined },
  });

const stale = (message = 'The opportunity has another version at AWS.'): Error =>
  refusal('UpdateOpportunity', staleVersionCode, message);

/** Whether a task is done; a failed one is a refusal, with AWS's reason. */
const isDone = (endpoint: string, { TaskStatus, ReasonCode, Message }: Task): boolean => {
  if (TaskStatus === 'FAILED') throw refusal(endpoint, ReasonCode ?? 'TaskFailed', Message ?? 'The task failed.');
  return TaskStatus === 'COMPLETE';
};

const without = (document: ReferralDocument, paths: readonly string[]): ReferralDocument =>
  paths.reduce<ReferralDocument>(
    (left, path) => (valueAt(left, path) === undefined ? left : putAt(left, path, undefined)),
    document,
  );

/** What is associated in one document and not in the other. */
const relatedBeyond = (document: ReferralDocument, other: ReferralDocument | null): [RelatedEntityType, string][] =>
  relatedTypes.flatMap((type) => {
    const known = listAt(other, `${relatedMember}.${type}`);
    return listAt(document, `${relatedMember}.${type}`)
      .filter((id) => !known.includes(id))
      .map((id): [RelatedEntityType, string] => [type, String(id)]);
  });

/** Whether two documents say the same, apart from what they are associated with. */
const isSameRecord = (one: ReferralDocument, other: ReferralDocument): boolean =>
  canonicalize(without(one, [relatedMember])) === canonicalize(without(other, [relatedMember]));

const nameOfPartner = (types: unknown): string => {
  const all = isObject(types) ? Object.values(types) : [];
  return all.map((one) => textAt(one, 'OtherParticipant.PartnerProfile.Name')).find((name) => name) ?? '';
};

/** What the adapter asks of AWS. */
export type OpportunityCalls = Required<
  Pick<
    CoSell,
    'verify' | 'create' | 'submit' | 'read' | 'update' | 'accept' | 'decline' | 'listChanged' | 'searchPartners'
  >
>;

/** The calls of the adapter, in AWS's own words. */
export const createOpportunityCalls = (options: ClientOptions): { calls: OpportunityCalls; close(): void } => {
  const clients = createPartnerCentralClients(options);

  const find = async (access: CoSellAccess, Identifier: string): Promise<Opportunity | null> => {
    const command = new GetOpportunityCommand({ Catalog: catalogOf(access), Identifier });
    const read = await unlessGone(send('GetOpportunity', opportunity, () => clients.of(access).selling.send(command)));
    return read?.answer ?? null;
  };

  const summaryOf = async (access: CoSellAccess, RelatedOpportunityIdentifier: string) => {
    const command = new GetAwsOpportunitySummaryCommand({ Catalog: catalogOf(access), RelatedOpportunityIdentifier });
    const call = () => clients.of(access).selling.send(command);
    const read = await unlessRefused(unlessGone(send('GetAwsOpportunitySummary', any, call)));
    return read?.answer ?? null;
  };

  const acceptances = async (
    access: CoSellAccess,
    filter: { OpportunityIdentifier: string[] } | { EngagementInvitationIdentifier: string[] },
  ): Promise<Task[]> => {
    const what = 'ListEngagementByAcceptingInvitationTasks';
    const command = new ListEngagementByAcceptingInvitationTasksCommand({ Catalog: catalogOf(access), ...filter });
    const { answer } = await send(what, tasks, () => clients.of(access).selling.send(command));
    return answer.TaskSummaries;
  };

  const invitationOf = async (access: CoSellAccess, Identifier: string) => {
    const command = new GetEngagementInvitationCommand({ Catalog: catalogOf(access), Identifier });
    const call = () => clients.of(access).selling.send(command);
    return (await unlessGone(send('GetEngagementInvitation', invitation, call)))?.answer ?? null;
  };

  /** What an accepted invitation became. */
  const becameOf = async (access: CoSellAccess, id: string): Promise<string | undefined> =>
    (await acceptances(access, { EngagementInvitationIdentifier: [id] })).find(
      ({ TaskStatus, OpportunityId }) => TaskStatus === 'COMPLETE' && OpportunityId,
    )?.OpportunityId ?? undefined;

  const readById = async (access: CoSellAccess, id: string) => {
    const found = await find(access, id);
    if (found === null) return null;
    const summary = await summaryOf(access, id);
    const isOurs = textAt(summary, 'Origin') === 'Partner Referral';
    const accepted = isOurs ? [] : await acceptances(access, { OpportunityIdentifier: [id] });
    const former = accepted.find(({ EngagementInvitationId }) => EngagementInvitationId)?.EngagementInvitationId;
    return readOpportunity(found, summary, former ?? undefined);
  };

  /** Associates, or ends that. A refusal of what another call has done in the meantime is none. */
  const change = async (
    access: CoSellAccess,
    externalId: string,
    [type, id]: [RelatedEntityType, string],
    isWanted: boolean,
  ): Promise<void> => {
    const input = {
      ...{ Catalog: catalogOf(access), OpportunityIdentifier: externalId },
      ...{ RelatedEntityType: type, RelatedEntityIdentifier: id },
    };
    const { selling } = clients.of(access);
    try {
      if (isWanted) await send('AssociateOpportunity', any, () => selling.send(new AssociateOpportunityCommand(input)));
      else await send('DisassociateOpportunity', any, () => selling.send(new DisassociateOpportunityCommand(input)));
    } catch (error) {
      if (!isPartnerError(error) || error.outcome !== 'REFUSED' || error.retryable) throw error;
      const found = await find(access, externalId);
      if (listAt(found, `${relatedMember}.${type}`).includes(id) === isWanted) return;
      const field = {
        FieldName: `${relatedMember}.${type}`,
        Code: error.partnerCode,
        Message: `${id}: ${error.message}`,
      };
      throw partnerError(`${type} ${id}: ${error.message}`, { ...error, details: { fields: [field] } });
    }
  };
  const associate = (access: CoSellAccess, externalId: string, one: [RelatedEntityType, string]) =>
    change(access, externalId, one, true);
  const disassociate = (access: CoSellAccess, externalId: string, one: [RelatedEntityType, string]) =>
    change(access, externalId, one, false);

  const link = async (access: CoSellAccess, externalId: string, { related = {} }: ReferralLinks): Promise<void> => {
    const wanted = { [relatedMember]: related };
    if (relatedBeyond(wanted, null).length === 0) return;
    for (const one of relatedBeyond(wanted, await find(access, externalId))) await associate(access, externalId, one);
  };

  /**
   * Associates exactly what the document names, which counts as a separate modification. Returns the version after it. To replace an offer,
   * the old one is removed first, since only one is allowed; the last solution is removed after the new one is associated.
   */
  const relate = async (access: CoSellAccess, found: Opportunity, document: ReferralDocument): Promise<string> => {
    const surplus = relatedBeyond(found, document);
    const isOffer = ([type]: [RelatedEntityType, string]): boolean => type === 'AwsMarketplaceOffers';
    const missing = relatedBeyond(document, found);
    if (surplus.length + missing.length === 0) return found.LastModifiedDate;
    for (const one of surplus.filter(isOffer)) await disassociate(access, found.Id, one);
    for (const one of missing) await associate(access, found.Id, one);
    for (const one of surplus.filter((other) => !isOffer(other))) await disassociate(access, found.Id, one);
    const related = await find(access, found.Id);
    // Somebody else has changed the opportunity in the meantime: it is to be read again.
    if (related === null || !isSameRecord(documentOf(related), documentOf(found))) throw stale();
    return related.LastModifiedDate;
  };

  const recordOf = (document: ReferralDocument): ReferralDocument =>
    without(document, [...partnerOnly, ...onlyAtCreation, relatedMember]);

  const hasRecord = (found: Opportunity, document: ReferralDocument): boolean =>
    isSameRecord(recordOf(document), without(documentOf(found), onlyAtCreation));

  const isWritten = (found: Opportunity, document: ReferralDocument): boolean =>
    hasRecord(found, document) && relatedBeyond(found, document).length + relatedBeyond(document, found).length === 0;

  const write = async (
    access: CoSellAccess,
    externalId: string,
    document: ReferralDocument,
    version: string,
  ): Promise<void> => {
    const found = await find(access, externalId);
    if (found?.LastModifiedDate !== version) throw stale();
    const latest = await relate(access, found, document);
    if (hasRecord(found, document)) return;
    const command = new UpdateOpportunityCommand({
      ...recordOf(document),
      ...{ Catalog: catalogOf(access), Identifier: externalId, LastModifiedDate: timeAsWritten(latest) },
    } as UpdateOpportunityCommandInput);
    try {
      await send('UpdateOpportunity', any, () => clients.of(access).selling.send(command));
    } catch (error) {
      if (!isPartnerError(error) || error.partnerCode !== 'ConflictException') throw error;
      throw stale(error.message);
    }
  };

  const calls: OpportunityCalls = {
    verify: async (access) => {
      const command = new ListOpportunitiesCommand({ Catalog: catalogOf(access), MaxResults: 1 });
      await send('ListOpportunities', opportunities, () => clients.of(access).selling.send(command));
    },
    create: async (access, document, _links, key) => {
      const command = new CreateOpportunityCommand({
        ...without(awsRules.made(document), partnerOnly),
        Catalog: catalogOf(access),
        ClientToken: clientToken(key),
      } as CreateOpportunityCommandInput);
      return (await send('CreateOpportunity', created, () => clients.of(access).selling.send(command))).answer.Id;
    },
    // What is sold is linked here: a refusal of a link must not make the next attempt create a second opportunity.
    submit: async (access, externalId, links, key) => {
      await link(access, externalId, links);
      const what = 'StartEngagementFromOpportunityTask';
      const command = new StartEngagementFromOpportunityTaskCommand({
        ...{ Catalog: catalogOf(access), Identifier: externalId, ClientToken: clientToken(key) },
        AwsSubmission: {
          InvolvementType: links.involvement === 'FOR_VISIBILITY_ONLY' ? 'For Visibility Only' : 'Co-Sell',
          Visibility: links.visibility === 'LIMITED' ? 'Limited' : 'Full',
        },
      });
      // The same token shows the same task, as it is now.
      const { answer } = await send(what, task, () => clients.of(access).selling.send(command));
      if (!isDone(what, answer)) throw refusal(what, 'TaskInProgress', 'AWS is working on the submission.', true);
    },
    read: async (access, externalId) => {
      if (!isInvitation(externalId)) return readById(access, externalId);
      const offered = await invitationOf(access, externalId);
      if (offered === null) return null;
      const became = offered.Status === 'ACCEPTED' ? await becameOf(access, externalId) : undefined;
      const read = became === undefined ? null : await readById(access, became);
      return read ?? readInvitation(offered);
    },
    update: async (access, externalId, document, version) => {
      try {
        await write(access, externalId, document, version);
      } catch (error) {
        // The same write, by an attempt before or by another process, is no other version.
        const isStale = isPartnerError(error) && error.partnerCode === staleVersionCode;
        const found = isStale ? await find(access, externalId) : null;
        if (found === null || !isWritten(found, document)) throw error;
      }
    },
    accept: async (access, externalId, key) => {
      const became = await becameOf(access, externalId);
      if (became !== undefined) return became;
      const what = 'StartEngagementByAcceptingInvitationTask';
      const command = new StartEngagementByAcceptingInvitationTaskCommand({
        ...{ Catalog: catalogOf(access), Identifier: externalId, ClientToken: clientToken(key) },
      });
      const { answer } = await send(what, task, () => clients.of(access).selling.send(command));
      return isDone(what, answer) ? (answer.OpportunityId ?? null) : null;
    },
    decline: async (access, externalId, reason) => {
      const RejectionReason = reasonText(reason ?? '');
      const command = new RejectEngagementInvitationCommand({
        ...{ Catalog: catalogOf(access), Identifier: externalId },
        ...(RejectionReason === '' ? {} : { RejectionReason }),
      });
      try {
        await send('RejectEngagementInvitation', any, () => clients.of(access).selling.send(command));
      } catch (error) {
        // An earlier attempt has declined it.
        if (!isPartnerError(error) || error.partnerCode !== 'ConflictException') throw error;
        if ((await invitationOf(access, externalId))?.Status !== 'REJECTED') throw error;
      }
    },
    // AWS asks to be given its own times only; the filter includes the time itself. Invitations have no such filter: those
    // that are open are always read, and all of them at the first read.
    listChanged: async (access, cursor) => {
      const Catalog = catalogOf(access);
      const { selling } = clients.of(access);
      const changed: z.output<typeof opportunity>[] = [];
      let page: string | null | undefined;
      let pages = 0;
      do {
        // A filter may leave a page empty, but not every page: without an end, a read that was given up would go on.
        pages += 1;
        if (pages > emptyPagesMax)
          throw unreadableAnswer('ListOpportunities', `more than ${emptyPagesMax} pages`, undefined);
        const command = new ListOpportunitiesCommand({
          ...{ Catalog, MaxResults: pageSize, ...next(page) },
          Sort: { SortBy: 'LastModifiedDate', SortOrder: 'ASCENDING' },
          ...(cursor ? { LastModifiedDate: { AfterLastModifiedDate: timeAsWritten(cursor) } } : {}),
        });
        const { answer } = await send('ListOpportunities', opportunities, () => selling.send(command));
        changed.push(...answer.OpportunitySummaries);
        page = answer.NextToken;
      } while (page && changed.length < pagesMax * pageSize);
      const offered = await everyPage(
        async (token) => {
          const command = new ListEngagementInvitationsCommand({
            ...{ Catalog, ParticipantType: 'RECEIVER', MaxResults: pageSize, ...next(token) },
            ...(cursor ? { Status: ['PENDING'] } : {}),
          });
          const { answer } = await send('ListEngagementInvitations', invitations, () => selling.send(command));
          return { items: answer.EngagementInvitationSummaries, next: answer.NextToken ?? undefined };
        },
        { what: 'the invitations' },
      );
      const ids = [...offered, ...changed].map(({ Id }) => Id);
      return { externalIds: ids, cursor: changed.at(-1)?.LastModifiedDate ?? cursor ?? '' };
    },
    searchPartners: async (access, query, limit) => {
      const found = await everyPage(
        async (page) => {
          const command = new ListConnectionsCommand({
            Catalog: catalogOf(access),
            MaxResults: pageSize,
            ...next(page),
          });
          const { answer } = await send('ListConnections', connections, () => clients.of(access).account.send(command));
          return { items: answer.ConnectionSummaries, next: answer.NextToken ?? undefined };
        },
        { what: 'the connections' },
      );
      return found
        .map(({ Id, OtherParticipantAccountId, ConnectionTypes }) => ({
          id: Id,
          name: nameOfPartner(ConnectionTypes),
          awsAccountId: OtherParticipantAccountId,
        }))
        .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
        .slice(0, limit);
    },
  };
  return { calls, close: clients.close };
};
