import { announceOffer } from '../../domain/notification/message/actions/announce-offer.ts';
import type { Workflow } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';

/** Creates the mails that notify contacts of an offer. Each is sent by its own run (`message.send`). */
export const notifyOfferWorkflow = (_services: WorkflowServices): Workflow<'offer.notify'> => ({
  name: 'offer.notify',
  run: async (run, input) => {
    const count = await run.change('announce', ['message.created'], (call) => announceOffer(call, input));
    if (count === 0) return 'None of the contacts belongs to the offer any longer.';
    const missed = new Set(input.contactIds).size - count;
    return `Mails created: ${count}.${missed > 0 ? ` Contacts that no longer belong to the offer: ${missed}.` : ''}`;
  },
});
