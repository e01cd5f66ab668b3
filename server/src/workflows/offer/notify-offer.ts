import { announceOffer } from '../../domain/notification/message/actions/announce-offer.ts';
import type { Workflow } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';

/** Writes the mails by which contacts learn of an offer. Each is then sent by a run of its own (`message.send`). */
export const notifyOfferWorkflow = (_services: WorkflowServices): Workflow<'offer.notify'> => ({
  name: 'offer.notify',
  run: async (run, input) => {
    const count = await run.change('announce', ['message.created'], (call) => announceOffer(call, input));
    if (count === 0) return 'None of the contacts belongs to the offer any more.';
    const missed = new Set(input.contactIds).size - count;
    return `Mails were written: ${count}.${missed > 0 ? ` Contacts that do not belong to the offer any more: ${missed}.` : ''}`;
  },
});
