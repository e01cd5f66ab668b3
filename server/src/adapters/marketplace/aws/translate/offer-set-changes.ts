import type { Change } from '@aws-sdk/client-marketplace-catalog';
import type { OfferSetChange } from '../../changes.ts';
import type { AwsOfferSubmission, OfferSubmission } from '../../offer-submissions.ts';
import { changeOf, changesMax, creationOf, madeBy } from './change.ts';
import { memberName } from './member-name.ts';
import { draftChanges, releaseOffer } from './offer-changes.ts';

const offerSetType = 'OfferSet@1.0';
const createSetChange = 'offerSet';
const buyerNotesMax = 1000;

const offerAtAws = (offer: OfferSubmission): AwsOfferSubmission => {
  if (offer.partner !== 'AWS') throw new Error(`an offer for ${offer.partner} was sent to AWS`);
  return offer;
};

const setChanges = ({ name, buyerNotes, solutionId }: OfferSetChange): Change[] => {
  const id = madeBy(createSetChange);
  return [
    creationOf(offerSetType, 'CreateOfferSet', createSetChange, { Name: name }),
    changeOf(offerSetType, 'UpdateInformation', id, { BuyerNotes: (buyerNotes || name).slice(0, buyerNotesMax) }),
    ...(solutionId === null ? [] : [changeOf(offerSetType, 'AssociateSolution', id, { SolutionId: solutionId })]),
  ];
};

/**
 * A set and its offers in as few change sets as AWS's limit allows. All but the last make drafts, which no buyer sees;
 * the last associates and releases all or nothing, so that no offer is ever open without its set.
 */
export const offerSetStage = (
  set: OfferSetChange,
  stage: number,
  made: Readonly<Record<string, string>>,
): { changes: Change[]; more: boolean } => {
  const head = setChanges(set);
  const stages: OfferSetChange['offers'][] = [[]];
  let room = changesMax - head.length;
  for (const member of set.offers) {
    const count = draftChanges(offerAtAws(member.offer)).length;
    if (count > room) {
      stages.push([]);
      room = changesMax;
    }
    stages.at(-1)?.push(member);
    room -= count;
  }
  const members = stages[stage];
  if (members) {
    const offerSetId = stage === 0 ? madeBy(createSetChange) : (made[createSetChange] ?? '');
    const drafts = members.flatMap(({ key, offer }) =>
      draftChanges(offerAtAws(offer), { name: memberName(key), offerSetId }),
    );
    return { changes: stage === 0 ? [...head, ...drafts] : drafts, more: true };
  }
  const setId = made[createSetChange] ?? '';
  const ids = set.offers.map(({ key }) => made[key] ?? '');
  return {
    changes: [
      changeOf(offerSetType, 'AssociateOffers', setId, { Offers: ids.map((OfferId) => ({ OfferId })) }),
      ...ids.map(releaseOffer),
      changeOf(offerSetType, 'ReleaseOfferSet', setId, {}),
    ],
    more: false,
  };
};
