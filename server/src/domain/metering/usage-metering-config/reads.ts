import type { ReadCall } from '../../../contract/call.ts';
import { findConnectedMetering } from '../../organization/connection/actions/change-metering-settings.ts';
import { findConfigs } from './store.ts';
import { viewConfigs } from './view.ts';

/** How usage is accepted and reported, for each marketplace. */
export const getUsageMeteringConfigInfo = async (call: Pick<ReadCall, 'db'>) =>
  viewConfigs(await findConfigs(call.db), await findConnectedMetering(call.db));
