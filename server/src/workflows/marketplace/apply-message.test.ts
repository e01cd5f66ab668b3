import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowRun } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { applyMessageWorkflow } from './apply-message.ts';

test('a message about a charge that the previous release had started to apply is completed', async () => {
  const services = { receivers: {}, marketplaces: [], payments: [] } as unknown as WorkflowServices;
  const hint = { about: 'CHARGE', reference: 'invoice_1 1', read: null };
  const ends = async (taken: unknown): Promise<string> => {
    const outputs: Record<string, unknown> = { load: { connectionId: 'conn', hint }, take: taken, settle: null };
    const run = { partnerName: 'STRIPE', change: async (step: string) => outputs[step] } as unknown as WorkflowRun;
    return (await applyMessageWorkflow(services).run(run, { messageId: 'message' })) as string;
  };
  assert.equal(await ends(true), 'The subject of the message was read.');
  assert.equal(await ends(false), 'The message requires no action.');
  assert.equal(await ends({ isOurs: true, toRead: null }), 'The subject of the message was read.');
});
