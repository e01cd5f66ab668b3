import type { ReadCall } from '../../../contract/call.ts';
import { findFacts } from './find-facts.ts';
import { untouched } from './onboarding.ts';
import { findOnboarding } from './store.ts';
import { viewOnboarding } from './view.ts';

export const getOnboardingStatus = async (call: ReadCall) =>
  viewOnboarding((await findOnboarding(call.db)) ?? untouched, await findFacts(call.db));
