import { findInvited, loadInvitation, recordInvited } from '../../domain/cosell/invitation/actions/record-invited.ts';
import { recordSyncFailed } from '../../domain/cosell/referral/actions/record-sent.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { openCoSellSession } from './cosell-session.ts';
import { faultsOf, syncReferralAtPartner } from './read-referral.ts';

/** Invites another partner to a deal. Its referral is imported, and ours shows it. */
export const invitePartnerWorkflow = (services: WorkflowServices): Workflow<'referral.invite'> => ({
  name: 'referral.invite',
  run: async (run, { invitationId }) => {
    const loaded = await run.change('load', [], (call) => loadInvitation(call, invitationId));
    if (!loaded) return 'The deal has ended, or its partner does not have it.';
    const { referralId, partner, externalId, invited } = loaded;
    const session = openCoSellSession(services, run, { partner });
    const guestId = await session.ask(
      'invite',
      async (coSell, access, { key }) => (await coSell.invitePartner?.(access, externalId, invited, key)) ?? '',
      { retry: longRetry },
    );
    await run.change('record', [], (call) => recordInvited(call, invitationId, guestId));
    const guest = { partner, externalId: guestId, direction: 'INBOUND', preference: 'PARTNER_WINS' } as const;
    await syncReferralAtPartner(run, session, guest, 'guest: ');
    const own = { partner, externalId, referralId, direction: 'BOTH' } as const;
    await syncReferralAtPartner(run, session, own);
    return `The partner ${invited.partnerId} was invited; its referral is ${guestId}.`;
  },
  onFailure: {
    emits: ['referral.sync_failed'],
    act: async (call, { invitationId }, { code, message, info }) => {
      const { referral_id: referralId } = await findInvited(call, invitationId);
      await recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) });
    },
  },
});
