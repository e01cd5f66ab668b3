import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stageOf, standingOf, standingOfState } from '../src/adapters/cosell/gcp/words.ts';
import { type CoSellPartner, coSellPartners, type PartnerStanding } from '../src/adapters/cosell/port.ts';
import { recordRead } from '../src/domain/cosell/referral/actions/record-read.ts';
import { actOf } from '../src/domain/cosell/referral/partner-standing.ts';
import type { Referral } from '../src/domain/cosell/referral/referral.ts';
import {
  callerMoves,
  handMoves,
  type ReferralAct,
  type ReferralStatus,
  referralStatuses,
  referralTransitions,
} from '../src/domain/cosell/referral/states.ts';
import { encodeId } from '../src/kit/ids.ts';
import { nextStatus } from '../src/kit/transitions.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { actIn } from './examples/deal.ts';
import { aReferralIn, aReferralRead } from './factories/referral.ts';

// Every status of a referral and every act on it, for each kind of partner, compared with the table of states.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const fromOf = (act: ReferralAct): readonly ReferralStatus[] => referralTransitions[act].from;
const statusAfter = (act: ReferralAct, status: ReferralStatus): ReferralStatus =>
  nextStatus('Referral', referralTransitions, act, { status });

/** The acts at a partner that a requested status can mean. */
const actsFor = (partner: CoSellPartner, target: ReferralStatus): ReferralAct[] =>
  [...((callerMoves as Partial<Record<ReferralStatus, readonly ReferralAct[]>>)[target] ?? [])].filter(
    (act) => act !== 'register' && (partner === 'GCP' || !handMoves.includes(act)),
  );

const ask = (referral: Referral, method: string, path: string, body: unknown, more = {}): Promise<Reply> =>
  app.acme.editor.call(method, path.replace('{id}', encodeId('referral', referral.id)), { body, ...more });

const isRefused = (reply: Reply, status: ReferralStatus, allowedFrom: readonly ReferralStatus[]): void => {
  const { code, info } = reply.body as { code: string; info: { status: string; allowedFrom: string[] } };
  assert.deepEqual([reply.status, code, info.status], [409, 'Conflict', status], reply.text);
  assert.deepEqual([...info.allowedFrom].sort(), [...new Set(allowedFrom)].sort(), reply.text);
};

for (const partner of coSellPartners) {
  describe(`${partner}: moves that a caller asks for`, () => {
    for (const status of referralStatuses) {
      test(status, async () => {
        const referral = await aReferralIn(app, app.acme, { partner, status });
        for (const target of referralStatuses) {
          const body = { status: target, ...(target === 'LOST' ? { closeReason: 'Price' } : {}) };
          const reply = await ask(referral, 'PATCH', '/cosell/referral/{id}?dryRun=true', body);
          const acts = actsFor(partner, target);
          const act = acts.find((one) => fromOf(one).includes(status));
          if (target !== status && !act) {
            isRefused(reply, status, acts.flatMap(fromOf));
            continue;
          }
          assert.equal(reply.status, 200, `${status} to ${target}: ${reply.text}`);
          const shown = (reply.body as { status: string }).status;
          assert.equal(shown, act && target !== status ? statusAfter(act, status) : status, `${status} to ${target}`);
        }
      });
    }
  });

  describe(`${partner}: another partner is invited`, () => {
    for (const status of referralStatuses) {
      test(status, async () => {
        const referral = await aReferralIn(app, app.acme, { partner, status });
        const body = { invitedMpnId: '1234567', notes: 'Join us', assistanceRequestCode: 'General' };
        const path = '/cosell/partner/AZURE/referral/{id}/invitePartner?dryRun=true';
        const reply = await ask(referral, 'POST', path, body);
        if (partner !== 'AZURE') return assert.equal(reply.status, 409, reply.text);
        if (!fromOf('invite').includes(status)) return isRefused(reply, status, fromOf('invite'));
        assert.equal(reply.status, 200, reply.text);
      });
    }
  });
}

const standings = Object.keys(actOf) as PartnerStanding[];

for (const partner of ['AWS', 'AZURE'] as const) {
  describe(`${partner}: what the partner shows`, () => {
    for (const status of referralStatuses) {
      test(status, async () => {
        for (const standing of standings) {
          const external = { external_id: `O${standing}${status}${partner}`, partner_standing: null };
          const referral = await aReferralIn(app, app.acme, { partner, status, ...external });
          const { synced, document, external_id: externalId } = referral;
          const read = aReferralRead(partner, {
            ...{ externalId: externalId ?? '', standing, version: '2', document: synced ?? document },
            updatedTime: new Date(app.clock.now().getTime() + 1000),
          });
          await actIn(app, app.acme, (call) =>
            recordRead(call, { partner, read, direction: 'BOTH', preference: 'NEWEST_WINS' }),
          );
          const act = actOf[standing];
          const shown = (await ask(referral, 'GET', '/cosell/referral/{id}', undefined)).body as { status: string };
          const wanted = act && fromOf(act).includes(status) ? statusAfter(act, status) : status;
          assert.equal(shown.status, wanted, `${status}, shown ${standing}`);
        }
      });
    }
  });
}

describe('GCP: moves of an imported file', () => {
  const words = [
    ...Object.keys(standingOfState).map((state) => ({ state, sales: '' })),
    ...Object.keys(stageOf).map((sales) => ({ state: '', sales })),
  ];
  for (const status of referralStatuses) {
    test(status, async () => {
      for (const { state, sales } of words) {
        const referral = await aReferralIn(app, app.acme, { partner: 'GCP', status });
        const id = encodeId('referral', referral.id);
        const rawBody = `referral_id,google_id,status,sales_stage,reason\r\n${id},,${state},${sales},\r\n`;
        const more = { rawBody, contentType: 'text/csv' };
        const reply = await ask(referral, 'POST', '/cosell/partner/GCP/import?dryRun=true', undefined, more);
        assert.equal(reply.status, 200, reply.text);
        const [result] = (reply.body as { results: { status?: string; error?: { code: string } }[] }).results;
        const standing = standingOf({ approval: state, salesStage: sales });
        const moves = state !== '' || standing === 'WON' || standing === 'LOST';
        const act = moves && standing !== status ? actOf[standing] : null;
        const what = `${status}: ${state}${sales}`;
        if (act && !fromOf(act).includes(status)) assert.equal(result?.error?.code, 'Conflict', what);
        else assert.equal(result?.status, act ? statusAfter(act, status) : status, `${what} ${reply.text}`);
      }
    });
  }
});
