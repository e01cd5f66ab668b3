import { change } from '../../kit/simulation.ts';
import { readEntityArn } from '../arn.ts';
import { isPrivateOffer } from '../catalog/offer-rules.ts';
import type { AwsTransaction, Json } from '../state.ts';
import type { PartnerCall } from './call.ts';
import { changeOpportunity, requireOpportunity } from './opportunity-store.ts';
import { hasOpenRelations, isGiven } from './record-fields.ts';
import { hasSolution } from './record-rules.ts';
import { notFound, refuse } from './refusals.ts';
import type { Catalog, Opportunity, RelatedEntityType } from './rows.ts';
import { matches } from './shape.ts';

type Owner = { accountId: string; catalog: Catalog };
type EntityRule = {
  /** The format of its identifier; for AWS Marketplace it is an ARN (model, RelatedEntityIdentifiers). */
  pattern: string;
  /** How many an opportunity may have (developer guide, "Association quotas per opportunity"); null for no quota. */
  most: number | null;
  /** Whether the owner has it. */
  exists(transaction: AwsTransaction, id: string, owner: Owner): boolean;
  /** Why it cannot be associated. */
  problemOf?(transaction: AwsTransaction, id: string): string | null;
};

/** Whether an ARN names an entity of AWS Marketplace that the account owns. */
const ownsEntity =
  (type: string) =>
  (transaction: AwsTransaction, arn: string, { accountId }: Owner): boolean => {
    const named = readEntityArn(arn);
    const entity = transaction.get('entities', named?.id ?? '');
    return (
      named?.type === type && named.accountId === accountId && entity?.type === type && entity.accountId === accountId
    );
  };

const rules: Record<RelatedEntityType, EntityRule> = {
  Solutions: {
    pattern: 'S-[0-9]{1,19}',
    most: 10,
    exists: (transaction, id, { accountId, catalog }) => {
      const solution = transaction.get('solutions', id);
      return solution?.accountId === accountId && solution.catalog === catalog;
    },
    problemOf: (transaction, id) =>
      transaction.get('solutions', id)?.status === 'Active' ? null : 'is a solution that is not active',
  },
  // AWS checks them against a list of product codes, which is not simulated.
  AwsProducts: { pattern: '\\S(.*\\S)?', most: 20, exists: () => true },
  AwsMarketplaceOffers: {
    pattern: 'arn:aws:aws-marketplace:[a-z]{1,2}-[a-z]*-\\d+:\\d{12}:AWSMarketplace/Offer/.*',
    most: 1,
    exists: ownsEntity('Offer'),
    problemOf: (transaction, arn) => {
      const offer = transaction.get('entities', readEntityArn(arn)?.id ?? '');
      return offer?.type === 'Offer' && isPrivateOffer(offer) ? null : 'is not a private offer';
    },
  },
  AwsMarketplaceOfferSets: {
    pattern: 'arn:aws:aws-marketplace:[a-z]{1,2}-[a-z]*-\\d+:\\d{12}:AWSMarketplace/OfferSet/offerset-.*',
    most: null,
    exists: ownsEntity('OfferSet'),
  },
  AwsMarketplaceSolutions: {
    pattern: 'arn:.*',
    most: 10,
    exists: (transaction, arn, { accountId, catalog }) =>
      transaction
        .list('solutions')
        .some((row) => row.marketplaceSolutionArn === arn && row.accountId === accountId && row.catalog === catalog),
  },
  AwsMarketplaceProducts: { pattern: 'arn:.*', most: 10, exists: ownsEntity('SaaSProduct') },
};

type Input = { OpportunityIdentifier: string; RelatedEntityType: RelatedEntityType; RelatedEntityIdentifier: string };

const field = 'RelatedEntityIdentifier';

const relate = (
  { simulation, account, catalog, input }: PartnerCall<Input>,
  idsAfter: (transaction: AwsTransaction, opportunity: Opportunity, ids: string[]) => string[],
): Json =>
  change(simulation, (transaction) => {
    const { RelatedEntityType: type, RelatedEntityIdentifier: id } = input;
    const opportunity = requireOpportunity(transaction, { account, catalog }, input.OpportunityIdentifier);
    if (!matches(rules[type].pattern, id)) throw refuse('INVALID_STRING_FORMAT', field, `does not identify ${type}`);
    const { reviewStatus, record, related } = opportunity;
    if (!hasOpenRelations(reviewStatus, record.LifeCycle?.Stage)) {
      const stage = record.LifeCycle?.Stage ?? 'no stage';
      const message = `is ${reviewStatus}, and the stage ${stage}: what is associated cannot be changed now`;
      throw refuse('INVALID_RESOURCE_STATE', 'LifeCycle.ReviewStatus', message);
    }
    const changed = { ...related, [type]: idsAfter(transaction, opportunity, related[type]) };
    // A snapshot shows solutions, and no offers (developer guide, event scenarios).
    changeOpportunity(transaction, opportunity, { related: changed }, { isShared: type !== 'AwsMarketplaceOffers' });
    return {};
  });

/** AssociateOpportunity. */
export const associate = (call: PartnerCall<Input>): Json =>
  relate(call, (transaction, { accountId, catalog }, ids) => {
    const { RelatedEntityType: type, RelatedEntityIdentifier: id } = call.input;
    const { most, exists, problemOf } = rules[type];
    if (!exists(transaction, id, { accountId, catalog })) throw notFound(`${type} ${id}`);
    if (ids.includes(id)) throw refuse('DUPLICATE_KEY_VALUE', field, 'is associated with the opportunity already');
    const problem = problemOf?.(transaction, id) ?? null;
    if (problem !== null) throw refuse('INVALID_VALUE', field, problem);
    if (most !== null && ids.length >= most) {
      throw refuse('TOO_MANY_VALUES', field, `cannot be added: an opportunity has at most ${most} ${type}`);
    }
    return [...ids, id];
  });

/** DisassociateOpportunity. Once the opportunity is submitted, its last solution cannot be removed (model: attach the new one first). */
export const disassociate = (call: PartnerCall<Input>): Json =>
  relate(call, (_transaction, opportunity, ids) => {
    const { RelatedEntityType: type, RelatedEntityIdentifier: id } = call.input;
    if (!ids.includes(id)) throw notFound(`An association with ${type} ${id}`);
    const left = ids.filter((known) => known !== id);
    const isRequired = opportunity.aws !== null && !isGiven(opportunity.record.Project?.OtherSolutionDescription);
    const before = hasSolution(opportunity.related);
    if (isRequired && before && !hasSolution({ ...opportunity.related, [type]: left })) {
      throw refuse('NOT_ENOUGH_VALUES', field, 'is the last solution: associate another one first');
    }
    return left;
  });
