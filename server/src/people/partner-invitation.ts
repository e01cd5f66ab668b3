import { badRequest } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { selectOrganizations } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import { badLink, type SignedIn } from './engine-call.ts';
import type { LinkShown, People } from './people.ts';

type Choice = { token: string; organizationID?: string | undefined; organizationName?: string | undefined };

/** Runs `work` with a link, counting a wrong one. Throws a Refusal: 400 if the link cannot be used, 429. */
const withLink = async <T>({ guessing }: People, from: Origin, work: () => Promise<T | undefined>): Promise<T> => {
  const guess = { address: from.address };
  await guessing.refuseTooMany(guess);
  const done = await work();
  if (done !== undefined) return done;
  guessing.wrong(guess);
  throw badLink();
};

type Openable = { organizationID: string; name: string };

/** What a link is about, and the organizations for which the caller may answer it. Throws like `withLink`. */
export const openPartnerInvitation = async (
  people: People,
  token: string,
  caller: SignedIn | undefined,
  from: Origin,
): Promise<LinkShown & { organizations?: Openable[] }> => {
  const shown = await withLink(people, from, () => people.partnerInvitations.show(token));
  if (!caller) return shown;
  const may = new Set(await people.partnerInvitations.mayAnswer(caller.account_id));
  const all = await selectOrganizations(people.reads, caller.account_id);
  const organizations = all
    .map(({ org_id: id, name }) => ({ organizationID: encodeId('org', id), name }))
    .filter(({ organizationID: id }) => may.has(id));
  return { ...shown, organizations };
};

const organizationOf = ({ organizationID: id, organizationName: name }: Choice): { id: string } | { name: string } => {
  if (id !== undefined && name === undefined) return { id };
  if (name !== undefined && id === undefined) return { name };
  const message = 'send either organizationID, of one of your organizations, or organizationName, to create one';
  throw badRequest([{ path: 'organizationID', code: 'choice', message }]);
};

/** Accepts for an organization of the caller, or for a new one. Throws a Refusal: 400, 403, 404, 409, 429. */
export const acceptPartnerInvitation = (
  people: People,
  choice: Choice,
  caller: SignedIn,
  { requestId, ...from }: Origin,
): Promise<{ organizationId: string; partnerId: string }> => {
  const organization = organizationOf(choice);
  const given = { token: choice.token, organization, accountId: caller.account_id, requestId, sourceIp: from.address };
  return withLink(people, { requestId, ...from }, () => people.partnerInvitations.accept(given));
};

/** Files the invitation in an organization of the caller, to be answered later. Throws like `acceptPartnerInvitation`. */
export const receivePartnerInvitation = (
  people: People,
  { token, organizationID }: { token: string; organizationID: string },
  caller: SignedIn,
  from: Origin,
): Promise<{ organizationId: string; invitationId: string }> => {
  const { requestId, address: sourceIp } = from;
  const given = { token, organization: { id: organizationID }, accountId: caller.account_id, requestId, sourceIp };
  return withLink(people, from, () => people.partnerInvitations.receive(given));
};

/** Declines; holding the link is enough. Throws like `withLink`. */
export const declinePartnerInvitation = async (people: People, token: string, from: Origin): Promise<void> => {
  await withLink(people, from, async () =>
    (await people.partnerInvitations.decline({ token, requestId: from.requestId })) ? true : undefined,
  );
};
