import type { SendableWebhook, WebhookKey } from '../../../../db/webhooks.ts';

/** Deliveries that a process sends at once. */
export const slots = 64;
/** Those of one webhook, in all processes. */
const slotsOfOne = 4;
/** Up to here, a webhook may have several; the rest is kept for those that have none. */
const sharedSlots = slots / 2;
/** Webhooks whose last attempt failed have these together, one each: they may hang, and leave room for those that answer. */
const failingSlots = slots / 2;

/** What a process is already sending, without what it is about to claim. */
export type InFlight = { total: number; failing: number };

export type Share = WebhookKey & { count: number; failing: boolean };

/** Webhooks whose turns are remembered, the latest. */
const turnsKept = 10_000;

/** Whose turn it is: those that never had one, then those whose last one is longest ago. Without it, the same would be first in every look. */
export const createTurns = () => {
  let turn = 0;
  const turns = new Map<string, number>();
  const turnOf = ({ webhook_id: id }: WebhookKey): number => turns.get(id) ?? 0;
  return {
    inTurn: <T extends WebhookKey>(webhooks: readonly T[]): T[] =>
      webhooks.toSorted((left, right) => turnOf(left) - turnOf(right)),
    note: (webhooks: readonly WebhookKey[]): void => {
      for (const { webhook_id: id } of webhooks) {
        turn += 1;
        turns.delete(id);
        turns.set(id, turn);
      }
      for (const id of turns.keys()) {
        if (turns.size <= turnsKept) break;
        turns.delete(id);
      }
    },
  };
};

/**
 * Divides the free slots among the webhooks that have something to send, in the order of their turns. Receivers that hang keep their slots
 * until they time out, so each webhook gets one before any gets a second, and none can use all of them.
 */
export const shareSlots = (webhooks: readonly SendableWebhook[], inFlight: InFlight): Share[] => {
  let { total, failing } = inFlight;
  const shares = new Map<SendableWebhook, number>();
  for (let round = 1; round <= slotsOfOne; round += 1) {
    for (const webhook of webhooks) {
      const count = shares.get(webhook) ?? 0;
      const own = webhook.held + count;
      if (total >= (own === 0 ? slots : sharedSlots) || own >= slotsOfOne || count + 1 < round) continue;
      if (webhook.failing && (own > 0 || failing >= failingSlots)) continue;
      shares.set(webhook, count + 1);
      total += 1;
      if (webhook.failing) failing += 1;
    }
  }
  return [...shares].map(([{ org_id, webhook_id, failing: isFailing }, count]) => ({
    org_id,
    webhook_id,
    count,
    failing: isFailing,
  }));
};
