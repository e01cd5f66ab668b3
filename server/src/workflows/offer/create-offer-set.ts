import type { OfferSetChange } from '../../adapters/marketplace/changes.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { loadOffer, loadSubmission, yesterdayOf } from '../../domain/offer/actions/load-offer.ts';
import { loadOfferSet } from '../../domain/offer/offer-set/actions/load-offer-set.ts';
import {
  type MadeSet,
  offerSetOutcomes,
  recordOfferSetCreated,
  recordOfferSetCreateFailed,
} from '../../domain/offer/offer-set/actions/record-offer-set.ts';
import { offerSetTransitions } from '../../domain/offer/offer-set/states.ts';
import { isStepFailed, type StepFailed, stepFailed, type Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { allows } from '../../kit/transitions.ts';
import { type ChangeRefusal, changeFailed, runChange } from '../change-set.ts';
import {
  findMarketplace,
  openPartnerSession,
  type PartnerSession,
  stepName,
  type WorkflowServices,
} from '../services.ts';
import { hasCustomEula, publishEula } from './offer-eula.ts';

type Loaded = {
  partner: Partner;
  set: Omit<OfferSetChange, 'offers'>;
  offerIds: string[];
  withEula: string[];
  yesterday: string;
};

/** The key under which the partner makes an offer of the set. */
const keyOf = (offerId: string): string => encodeId('offer', offerId);

/**
 * Withdraws an offer of a failed set and returns whether it was withdrawn. If the withdrawal is refused, the offer is
 * still shown as expired: without its set nobody can accept it.
 */
const withdrawLeft = async (session: PartnerSession, externalId: string, lastDay: string): Promise<boolean> => {
  const change = { act: 'offer.withdraw', externalId, lastDay } as const;
  try {
    return !('errors' in (await runChange(session, stepName('withdraw', externalId), change)));
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return false;
  }
};

type TakenBack = { made: Record<string, string>; left: string[] };

/**
 * Withdraws what was made for a failed set. Returns the partner's ids by ours, and those of the offers that could not
 * be withdrawn.
 */
const withdrawMade = async (
  session: PartnerSession,
  { offerIds, yesterday }: Loaded,
  made: Readonly<Record<string, string>>,
): Promise<TakenBack> => {
  const taken: TakenBack = { made: {}, left: [] };
  for (const id of offerIds) {
    const externalId = made[keyOf(id)];
    if (externalId === undefined) continue;
    taken.made[id] = externalId;
    if (!(await withdrawLeft(session, externalId, yesterday))) taken.left.push(externalId);
  }
  return taken;
};

type Messages = { errorMessages: string[]; prettified: string[] };

/**
 * What is said of each offer, by our id, and of the set. Of an offer that the partner did not refuse it is said which
 * others were; if the partner names no offer, all of them get all messages.
 */
const messagesOf = (refusal: ChangeRefusal, offers: OfferSetChange['offers'], offerIds: readonly string[]) => {
  const nameOf = new Map(offers.map(({ key, offer }) => [key, 'name' in offer ? offer.name : key]));
  const refused = [...new Set(refusal.subjects)].flatMap((key) => nameOf.get(key ?? '') ?? []);
  const messages = refusal.prettified.map((message, index) => {
    const name = nameOf.get(refusal.subjects[index] ?? '');
    return name === undefined ? message : `${name}: ${message}`;
  });
  const ofMembers: Record<string, Messages> = {};
  if (refused.length === 0) return { prettified: messages, ofMembers };
  const others = `The marketplace refused the set because of ${refused.join(', ')}.`;
  for (const id of offerIds) {
    const isOwn = (_: string, index: number): boolean => refusal.subjects[index] === keyOf(id);
    const own = { errorMessages: refusal.errorMessages.filter(isOwn), prettified: refusal.prettified.filter(isOwn) };
    ofMembers[id] = own.prettified.length > 0 ? own : { errorMessages: [others], prettified: [others] };
  }
  return { prettified: messages, ofMembers };
};

/** The failure of a run whose set was refused. */
const setRefused = (refusal: ChangeRefusal, left: readonly string[]): StepFailed => {
  const failed = changeFailed(refusal);
  if (left.length === 0) return failed;
  const { code, message, info } = failed.failure;
  return stepFailed(code, `${message} These offers of the set could not be withdrawn: ${left.join(', ')}.`, info);
};

type Made = { offers: OfferSetChange['offers']; made: Readonly<Record<string, string>> };

/** The offers of a released set, by our ids. */
const madeOffers = (
  { marketplaces }: WorkflowServices,
  { partner, offerIds }: Loaded,
  { offers, made }: Made,
): MadeSet['offers'] =>
  Object.fromEntries(
    offers.map(({ key, offer: { productEntityId } }, index) => {
      const externalId = made[key];
      if (externalId === undefined)
        throw stepFailed('UnreadableAnswer', `The marketplace did not report the result of ${key}.`);
      const url = findMarketplace(marketplaces, partner)?.privateOfferUrl({ productEntityId, externalId });
      return [offerIds[index] ?? '', { externalId, ...(url ? { privateOfferUrl: url } : {}) }];
    }),
  );

/**
 * Makes a set with its offers in the marketplace and releases all of it. If the partner refuses a part, the offers
 * already made are withdrawn, so that none is left on sale alone.
 */
export const createOfferSetWorkflow = (services: WorkflowServices): Workflow<'offer-set.create'> => ({
  name: 'offer-set.create',
  run: async (run, { offerSetId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const set = await loadOfferSet(call, offerSetId);
      if (!allows(offerSetTransitions, 'created', set.status)) return null;
      const { name, info, partner } = set;
      const offers = await Promise.all(set.offer_ids.map((id) => loadOffer(call, id)));
      return {
        partner,
        set: {
          act: 'offerSet.create',
          name,
          // AWS requires a note to the buyer to release a set.
          buyerNotes: info.buyerNotes ?? name,
          solutionId: info.awsSolutionID ?? null,
        },
        offerIds: set.offer_ids,
        withEula: offers.filter(hasCustomEula).map(({ id }) => id),
        yesterday: yesterdayOf(call.now),
      };
    });
    if (!loaded) return 'The set is no longer waiting to be created.';
    const { partner, offerIds } = loaded;
    const session = openPartnerSession(services, run, { partner });
    const eulas = new Map<string, string>();
    for (const offerId of loaded.withEula)
      eulas.set(offerId, await publishEula(run, services, { step: stepName('EULA', offerId), offerId }));
    const offers = await run.change('submissions', [], async (call) => {
      const list: OfferSetChange['offers'] = [];
      for (const id of offerIds) {
        const offer = await loadSubmission(call, await loadOffer(call, id), eulas.get(id));
        list.push({ key: keyOf(id), offer });
      }
      return list;
    });
    const end = await runChange(session, 'create', { ...loaded.set, offers });
    if ('errors' in end) {
      const { made, left } = await withdrawMade(session, loaded, end.made);
      const said = messagesOf(end, offers, offerIds);
      throw await run.fail(setRefused({ ...end, prettified: said.prettified }, left), offerSetOutcomes, (call) =>
        recordOfferSetCreateFailed(call, offerSetId, { ...end, ...said, made }),
      );
    }
    const externalId = end.made.offerSet;
    if (externalId === undefined)
      throw stepFailed('UnreadableAnswer', 'The marketplace did not report which set it created.');
    const made = madeOffers(services, loaded, { offers, made: end.made });
    await run.change('record', offerSetOutcomes, (call) =>
      recordOfferSetCreated(call, offerSetId, { externalId, offers: made }),
    );
    return `The set was released as ${externalId}.`;
  },
  onFailure: {
    emits: offerSetOutcomes,
    act: async (call, { offerSetId }, { code, message }) => {
      const refusal = { errorMessages: [`${code}: ${message}`], prettified: [message], made: {} };
      await recordOfferSetCreateFailed(call, offerSetId, refusal);
    },
  },
});
