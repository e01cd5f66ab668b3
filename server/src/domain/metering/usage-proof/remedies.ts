import type { Drift, DriftCause } from './usage-proof.ts';

/** What to do about usage that is held, by its cause. */
const heldRemedies: Readonly<Record<string, string>> = {
  SUSPENDED: 'Have the buyer settle the suspension, or cancel the entitlement.',
  NO_LICENSE: 'Wait for the license of the agreement, or connect the account that receives it.',
  NO_TERM: 'Check the terms of the entitlement: none of them contains this hour.',
  LATE_HOLD: 'Set latePolicy to ROLL_FORWARD to submit it with a later hour, or delete its groups.',
  TOO_LARGE: 'It exceeds what the marketplace accepts in one record. Delete its groups and report them in parts.',
  NO_PRICE: 'Add the price of the dimension to the offer or the product.',
  INCLUDED_UNKNOWN: 'Add to the plan what its price includes of the dimension.',
};

const remedies: Readonly<Record<Exclude<DriftCause, 'HELD'>, string>> = {
  LATE: 'The marketplace no longer accepts this hour. Invoice the buyer yourself, then delete its groups, or report them with a later time.',
  WAITING: 'Check the account and its failures: the hour was not submitted, and its deadline is near or has passed.',
  UNCONFIRMED: 'It is being submitted again until its deadline. Check the account and its failures.',
  OUTCOME_UNKNOWN: 'Look in the marketplace whether it counted the quantity, and settle the report.',
  DUPLICATE_FOREIGN:
    'The marketplace has another quantity for this hour, submitted by another tool. Stop that tool, and correct the difference with a later report.',
  REFUSED: 'Correct the fault in the message, then retry the groups of the report.',
  NOT_SHOWN:
    'The marketplace confirmed this usage and does not show it. Ask its support, with the IDs in the receipts of the day. Nothing is submitted again.',
  FOREIGN: 'Another tool submitted this usage. Stop that tool, or find out who uses the credentials of the account.',
  QUANTITY_DIFFERS:
    'Look for another tool that submits usage of this subscription. If there is none, ask the support of the marketplace, with the IDs in the receipts of the day.',
  REJECTED:
    'The marketplace refused this usage after it had accepted it, and does not bill it. Ask its support for the cause.',
  SHADOW_DIFFERS:
    'The tool that submits usage now counts differently. Compare its settings with the dimensions and prices of this service before you set mode to LIVE.',
};

export const remedyOf = ({ cause, detail }: Pick<Drift, 'cause' | 'detail'>): string =>
  cause === 'HELD' ? (heldRemedies[detail] ?? 'Correct what it is held for, or delete its groups.') : remedies[cause];
