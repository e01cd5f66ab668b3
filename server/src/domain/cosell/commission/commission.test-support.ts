import assert from 'node:assert/strict';
import type { Reply, TestApp, TestOrganization } from '../../../../test/app.ts';
import { aDealWith } from '../../../../test/examples/direct-deal.ts';
import { aPartnership } from '../../../../test/examples/prm.ts';

export type CommissionBody = {
  status: string;
  amount: number;
  currency: string;
  terms: { ratePercent: number; capAmount?: number };
  history: { action: string; status: string; by: string; amount: number; note?: string; invoiceNumber?: string }[];
  pendingUpdate?: { status: string; amount: number };
};

export type ReferralBody = {
  id: string;
  status: string;
  stage: string;
  name: string;
  direction: string;
  dealValue: number;
  closeReason?: string;
  metaInfo: object;
  partners: { partnerId: string; organizationID: string; note?: string; revenueShare: { ratePercent: number } }[];
  commission?: CommissionBody;
};

/** A deal as both organizations have it. */
export type Sale = {
  seller: TestOrganization;
  partner: TestOrganization;
  /** The records of each other, and the copies of the deal. */
  ids: { seller: string; partner: string };
  deals: { seller: string; partner: string };
};

export type Side = 'seller' | 'partner';
export const bothSides = ['seller', 'partner'] as const satisfies readonly Side[];

export const send = (
  { seller, partner, deals }: Sale,
  side: Side,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  (side === 'seller' ? seller : partner).editor.call(method, `/cosell/referral/${deals[side]}${path}`, {
    ...(body && { body }),
    headers,
  });

/** The deal as one side sees it. */
export const seenBy = async (sale: Sale, side: Side): Promise<ReferralBody> => {
  const reply = await send(sale, side, 'GET', '');
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ReferralBody;
};

export const update = (sale: Sale, side: Side, body: object): Promise<Reply> => send(sale, side, 'PATCH', '', body);
export const advance = (sale: Sale, side: Side, body: object): Promise<Reply> =>
  send(sale, side, 'PATCH', '/commission', body);
export const propose = (sale: Sale, side: Side, ratePercent = 20, more: object = {}): Promise<Reply> =>
  send(sale, side, 'POST', '/commission-update', {
    revenueShare: { type: 'REFERRAL_FEE', ratePercent, ...more },
    reason: 'More was done',
  });

/** Sends what must succeed. */
export const done = async (reply: Promise<Reply>): Promise<ReferralBody> => {
  const { status, text, body } = await reply;
  assert.equal(status, 200, text);
  return body as ReferralBody;
};

/** Another deal of the same two organizations. */
export const anotherDeal = async (sale: Pick<Sale, 'seller' | 'partner' | 'ids'>, more: object = {}): Promise<Sale> => {
  const { seller, partner, ids } = sale;
  const id = await aDealWith(seller, ids.seller, more);
  const list = await partner.editor.call('GET', '/cosell/referral?partner=DIRECT&page_size=1');
  const [copy] = (list.body as { data: ReferralBody[] }).data;
  assert.ok(copy);
  return { seller, partner, ids, deals: { seller: id, partner: copy.id } };
};

let count = 0;

/** A deal of 1000.00 USD at 10 %, with 30 days to take the commission back. */
export const aSale = async (app: TestApp, more: object = {}): Promise<Sale> => {
  count += 1;
  const seller = await app.addOrganization(`seller-${count}-${Date.now()}`);
  const { partner, id, theirId } = await aPartnership(app, seller);
  const revenueShare = { type: 'REFERRAL_FEE', ratePercent: 10, clawbackDays: 30 };
  return anotherDeal(
    { seller, partner, ids: { seller: id, partner: theirId } },
    { dealValue: 1000, revenueShare, ...more },
  );
};

export const invoice = { action: 'ADVANCE', invoiceNumber: 'INV-7' };

/** Steps to each situation of a commission, from a registered deal. */
export const ways = {
  PENDING: (sale: Sale) => done(update(sale, 'seller', { status: 'WON' })),
  PENDING_OPEN: async (sale: Sale) => {
    await ways.PENDING(sale);
    return done(propose(sale, 'seller'));
  },
  CONFIRMED: async (sale: Sale) => {
    await ways.PENDING(sale);
    return done(advance(sale, 'seller', { action: 'ADVANCE' }));
  },
  CONFIRMED_OPEN: async (sale: Sale) => {
    await ways.CONFIRMED(sale);
    return done(propose(sale, 'seller'));
  },
  INVOICED: async (sale: Sale) => {
    await ways.CONFIRMED(sale);
    return done(advance(sale, 'partner', invoice));
  },
  PAID: async (sale: Sale) => {
    await ways.INVOICED(sale);
    return done(advance(sale, 'seller', { action: 'ADVANCE' }));
  },
  CLAWED_BACK: async (sale: Sale) => {
    await ways.PAID(sale);
    return done(advance(sale, 'seller', { action: 'CLAWBACK' }));
  },
  VOIDED: async (sale: Sale) => {
    await ways.INVOICED(sale);
    return done(advance(sale, 'seller', { action: 'VOID' }));
  },
} satisfies Record<string, (sale: Sale) => Promise<ReferralBody>>;
