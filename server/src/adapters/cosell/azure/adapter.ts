import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { everyPage, refusedHere, unlessGone } from '../../marketplace/azure/client.ts';
import { baseOf } from '../../marketplace/azure/hosts.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { createRest } from '../../rest/rest.ts';
import { isObject, listAt, textAt, valueAt } from '../document.ts';
import {
  type CoSell,
  type CoSellAccess,
  type DocumentFault,
  type EarlierAttempts,
  type ReferralDocument,
  type SolutionRead,
  staleVersionCode,
} from '../port.ts';
import { changesOf, readCursor } from './changed.ts';
import { createReferralClient, type ReferralClient } from './client.ts';
import {
  type Copy,
  copyShape,
  invitedBy,
  inviterOf,
  isOwn,
  listShape,
  locationTarget,
  microsoft,
  timeOf,
} from './copies.ts';
import { type PatchOperation, patchBetween } from './json-patch.ts';
import { createOnce } from './once.ts';
import { prettifyReferralError } from './prettify.ts';
import { documentOf, eTagOf, readCopy } from './read-copy.ts';
import { azureRules } from './rules.ts';

const ownMax = 500;
/** How many of the newest referrals are looked through for one that an earlier attempt may have made. */
const newestPages = 2;
/** Clocks differ. */
const toleranceMs = 10 * 60_000;
const solutionsMax = 100;
const contextMax = 2000;

const nothing = z.unknown();
const solution = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  publisherName: z.string().nullish(),
  type: z.string(),
});
const catalogAnswer = z.looseObject({ value: z.array(solution) });

const pathOf = (id: string): string => `/${encodeURIComponent(id)}`;

/** The token of the next page. The link itself is not followed: it could point anywhere. */
const skipTokenOf = (link: string | undefined): string | undefined =>
  (link ? URL.parse(link, 'https://page.invalid')?.searchParams.get('$skiptoken') : undefined) ?? undefined;

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const statusOperations = (status: string, substatus: string): PatchOperation[] => [
  { op: 'replace', path: '/status', value: status },
  { op: 'replace', path: '/substatus', value: substatus },
];

const stale = (): Error => refusedHere(staleVersionCode, 'The referral has another version at Microsoft.');

/** "Partner API REST error codes": preconditionFailed, resourceModified. */
const isStale = (error: unknown): boolean =>
  isPartnerError(error) &&
  error.outcome === 'REFUSED' &&
  (error.httpStatus === 412 || ['preconditionFailed', 'resourceModified'].includes(error.partnerCode));

const isRefusedAsStale = (error: unknown): boolean => isPartnerError(error) && error.partnerCode === staleVersionCode;

const isMade = (document: ReferralDocument, copy: Copy): boolean =>
  invitedBy(copy).length === 0 &&
  textAt(copy, 'externalReferenceId') === textAt(document, 'externalReferenceId') &&
  textAt(copy, 'name') === textAt(document, 'name') &&
  textAt(copy, 'customerProfile.name') === textAt(document, 'customerProfile.name');

/**
 * Our referral as it is created. A shared deal names its solutions as its target, and participating organizations are invited by separate
 * referrals ("Create a referral": Create a shared referral).
 */
const ownBody = (document: ReferralDocument): ReferralDocument => {
  const members = documentOf(document as Copy);
  const given = listAt(document, 'target').filter((one) => !isObject(one) || one.type !== locationTarget);
  const solutions = listAt(document, 'details.requirements.solutions').flatMap((one) =>
    isObject(one) && /^SOL-/i.test(textAt(one, 'id') ?? '') ? [{ type: 'SolutionProfile', id: one.id }] : [],
  );
  const target = given.length > 0 || document.type !== 'Shared' ? given : solutions;
  return { ...members, ...(target.length > 0 || document.target !== undefined ? { target } : {}) };
};

/** What an invited organization is told of the deal. */
const toldMembers = [
  ...['name', 'externalReferenceId', 'qualification', 'customerProfile', 'consent', 'details', 'team'],
] as const;

/** Microsoft's own member of a customer is not told back. */
const toldOf = (name: string, value: unknown): unknown => {
  if (name !== 'customerProfile' || !isObject(value)) return value;
  const { isMatchingComplete: _, ...told } = value;
  return told;
};

const invitation = (copy: Copy, organizationId: string, inviteContext: Record<string, unknown>): ReferralDocument => ({
  ...Object.fromEntries(toldMembers.flatMap((name) => (copy[name] == null ? [] : [[name, toldOf(name, copy[name])]]))),
  type: 'Shared',
  engagementId: copy.engagementId,
  target: [{ type: locationTarget, id: organizationId }],
  inviteContext,
});

const isOpen = ({ status }: Copy): boolean => status !== 'Closed';

/** Whether a deal is to be shared with Microsoft: its type says so, and the customer has agreed. */
const isForMicrosoft = (copy: Copy): boolean =>
  copy.type === 'Shared' && valueAt(copy, 'consent.consentToShareReferralWithMicrosoftSellers') !== false;

/** OData's words for a member that it does not take. */
const namedMember = /property '([\w.[\]]+)'/i;

const readFaults = (details: unknown): DocumentFault[] => {
  const message = textAt(details, 'message');
  const path = namedMember.exec(message ?? '')?.[1]?.replaceAll(/\[(\d+)\]/g, '.$1');
  return message === undefined || path === undefined ? [] : [{ path, code: 'invalid', message }];
};

/** What of a referral and its engagement an account sees. */
type Engagement = { copy: Copy; others: Copy[]; own: string | undefined };

const createReads = ({ send }: ReferralClient) => {
  /** The organization of each account, by its connection. */
  const organizations = new LRUCache<string, string>({ max: ownMax });

  const list = (access: CoSellAccess, query: Readonly<Record<string, string>>, most?: number): Promise<Copy[]> =>
    everyPage(
      async (token) => {
        const asked = token === undefined ? query : { $skiptoken: token };
        const answer = await send(access, { what: 'ListReferrals', method: 'GET', query: asked }, listShape);
        return { items: answer.value, next: skipTokenOf(answer['@odata.nextLink']) };
      },
      { what: 'the referrals', most },
    );

  const newest = (access: CoSellAccess, pages: number): Promise<Copy[]> =>
    list(access, { $orderby: 'createdDateTime desc' }, pages);

  /**
   * Which organization the account is, on no page but in its referrals: a list without a filter has the own ones. Undefined as
   * long as there is none.
   */
  const ownOrganization = async (access: CoSellAccess): Promise<string | undefined> => {
    const key = `${access.connectionId} ${access.accountId}`;
    const known = organizations.get(key);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const { organizationId } of await newest(access, 1)) {
      if (organizationId === undefined || organizationId === microsoft) continue;
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, left], [, right]) => right - left);
    if (most) organizations.set(key, most[0]);
    return most?.[0];
  };

  const find = (access: CoSellAccess, id: string): Promise<Copy | null> =>
    unlessGone(send(access, { what: 'GetReferral', method: 'GET', path: pathOf(id) }, copyShape));

  const copiesAround = async (access: CoSellAccess, copy: Copy): Promise<Copy[]> => {
    if (copy.engagementId === undefined || copy.type === 'Independent') return [];
    const copies = await list(access, { $filter: `engagementId eq ${quoted(copy.engagementId)}` });
    return copies.filter(({ id }) => id !== copy.id);
  };

  return {
    list,
    newest,
    find,
    /**
     * The copy that an id identifies: ours, or that of a partner that we invited. The copies of Microsoft and of a partner that invited us
     * lead to ours.
     */
    readEngagement: async (access: CoSellAccess, id: string): Promise<Engagement | null> => {
      const found = await find(access, id);
      if (found === null) return null;
      const own = await ownOrganization(access);
      const others = await copiesAround(access, found);
      const isGuest = found.organizationId !== microsoft && own !== undefined && inviterOf(found) === own;
      if (isOwn(found, own) || isGuest) return { copy: found, others, own };
      const copy = others.find((one) => isOwn(one, own));
      return copy === undefined ? null : { copy, others: [found, ...others.filter((one) => one !== copy)], own };
    },
  };
};

const gone = (): Error => refusedHere('itemNotFound', 'There is no such referral at Microsoft.');

/**
 * Referrals of Microsoft Partner Center. Sources: "Create a referral", "Get a list of referrals", "Get a referral by ID",
 * "Update a lead or opportunity" (PATCH), "Referral resources", "Partner REST API headers". docs/decisions/0125.
 */
export const createAzureCoSell = ({ outgoing }: { outgoing: Outgoing }): CoSell => {
  const client = createReferralClient(outgoing);
  const { send } = client;
  const { list, newest, find, readEngagement } = createReads(client);
  const once = createOnce();
  const plain = createRest({ partner: 'AZURE', outgoing, readError: () => ({}), requestIdHeaders: [] });

  const post = (access: CoSellAccess, json: ReferralDocument): Promise<Copy> =>
    send(access, { what: 'CreateReferral', method: 'POST', json }, copyShape);

  const patch = async (access: CoSellAccess, id: string, json: PatchOperation[], eTag?: string): Promise<void> => {
    const headers = eTag === undefined ? {} : { 'if-match': eTag };
    try {
      await send(access, { what: 'UpdateReferral', method: 'PATCH', path: pathOf(id), json, headers }, nothing);
    } catch (error) {
      throw isStale(error) ? stale() : error;
    }
  };

  const findMade = async (
    access: CoSellAccess,
    document: ReferralDocument,
    { since, isTaken }: EarlierAttempts,
  ): Promise<string | undefined> => {
    const earliest = since.getTime() - toleranceMs;
    for (const copy of await newest(access, newestPages)) {
      const isRecent = timeOf(copy.createdDateTime).getTime() >= earliest;
      if (isRecent && isMade(document, copy) && !(await isTaken(copy.id))) return copy.id;
    }
    return undefined;
  };

  /** Invites an organization unless it takes part already; returns the id of its copy. */
  const invite = async (
    access: CoSellAccess,
    externalId: string,
    organizationId: string,
    contextOf: (copy: Copy) => Record<string, unknown>,
  ): Promise<string> => {
    const engagement = await readEngagement(access, externalId);
    if (engagement === null) throw gone();
    const { copy, others } = engagement;
    const guest = others.find(
      (one) =>
        isOpen(one) &&
        (one.organizationId === organizationId ||
          invitedBy(one).includes(organizationId) ||
          (organizationId !== microsoft && textAt(one, 'inviteContext.invitedMpnId') === organizationId)),
    );
    return guest?.id ?? (await post(access, invitation(copy, organizationId, contextOf(copy)))).id;
  };

  /** Answers an offered referral, unless that was done. */
  const answer = async (
    access: CoSellAccess,
    externalId: string,
    substatus: 'Accepted' | 'Declined',
    more: PatchOperation[],
  ): Promise<void> => {
    const copy = await find(access, externalId);
    if (copy === null) throw gone();
    if (copy.substatus === substatus) return;
    const status = substatus === 'Accepted' ? 'Active' : 'Closed';
    await patch(access, externalId, [...statusOperations(status, substatus), ...more]);
  };

  return {
    rules: azureRules,
    verify: async (access) => void (await newest(access, 1)),
    create: (access, document, _links, key, earlier) =>
      once(
        `create ${key}`,
        async () => (await findMade(access, document, earlier)) ?? (await post(access, ownBody(document))).id,
      ),
    submit: (access, externalId, _links, key) =>
      once(`submit ${key}`, async () => {
        const copy = await find(access, externalId);
        if (copy === null) throw gone();
        if (!isForMicrosoft(copy)) return;
        await invite(access, externalId, microsoft, ({ inviteContext }) => {
          const notes = textAt(inviteContext, 'notes');
          const code = textAt(inviteContext, 'assistanceRequestCode');
          return {
            ...(notes === undefined ? {} : { notes: notes.slice(0, contextMax) }),
            ...(code === undefined ? {} : { assistanceRequestCode: code }),
          };
        });
      }),
    read: async (access, externalId) => {
      const engagement = await readEngagement(access, externalId);
      return engagement && readCopy(engagement.copy, engagement.others, engagement.own);
    },
    update: async (access, externalId, document, version) => {
      const look = async () => {
        const copy = await find(access, externalId);
        if (copy === null) throw gone();
        return { copy, operations: patchBetween(documentOf(copy), documentOf(document as Copy)) };
      };
      const { copy, operations } = await look();
      if (operations.length === 0) return;
      const eTag = eTagOf(version);
      if (copy.eTag !== undefined && copy.eTag !== eTag) throw stale();
      try {
        await patch(access, externalId, operations, eTag);
      } catch (error) {
        // The same write, sent by another process in the meantime, is no other version.
        if (!isRefusedAsStale(error) || (await look()).operations.length > 0) throw error;
      }
    },
    accept: async (access, externalId) => {
      await answer(access, externalId, 'Accepted', []);
      return externalId;
    },
    decline: (access, externalId, reason) =>
      answer(access, externalId, 'Declined', [
        // "Manage co-sell opportunities": declining asks for a reason.
        { op: 'replace', path: '/statusReason', value: reason || 'Declined without a reason.' },
      ]),
    listChanged: async (access, cursor) => {
      const since = readCursor(cursor);
      const query: Record<string, string> = since === null ? {} : { $filter: `updatedDateTime ge ${since.time}` };
      return changesOf(await list(access, query), since);
    },
    invitePartner: (access, externalId, { partnerId, notes, assistanceRequestCode }, key) =>
      once(`invite ${key}`, () =>
        invite(access, externalId, partnerId, () => ({ notes, assistanceRequestCode, invitedMpnId: partnerId })),
      ),
    searchSolutions: async (access, kind, term): Promise<SolutionRead[]> => {
      const base = baseOf(access, 'CATALOG');
      if (base === '') {
        const message =
          'Microsoft has no public search of solutions: set endpoints.catalog to the address of your own list.';
        throw refusedHere('NoCatalog', message);
      }
      const type = kind === 'MICROSOFT' ? '1P' : '3P';
      const query = new URLSearchParams({ term, type, top: String(solutionsMax) });
      // Without a token: the list is the seller's, not Microsoft's.
      const call = { what: 'ListSolutions', method: 'GET', url: `${base}?${query}` } as const;
      const { answer: found } = await plain.send(call, catalogAnswer);
      return found.value
        .filter((one) => one.type === type)
        .slice(0, solutionsMax)
        .map(({ id, name, publisherName }) => ({
          id,
          name,
          publisherName: publisherName ?? '',
          solutionType: kind,
          type,
        }));
    },
    prettifyError: prettifyReferralError,
    readFaults,
  };
};
