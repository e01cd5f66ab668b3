import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { nextVersion } from '../../../../contract/versioned-rows.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Fault } from '../../../../kit/errors.ts';
import { wrongState } from '../../../../kit/errors.ts';
import { type ConnectedMetering, type Connection, type ConnectionSettings, standardSettings } from '../connection.ts';
import { findMarketplaceConnection, findMeteredAccounts, lockConnection, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

/** The connected marketplaces, by partner. */
export const findConnectedMetering = async (db: OrgDb): Promise<Map<string, ConnectedMetering>> =>
  new Map(
    (await findMeteredAccounts(db)).map(({ partner, settings, mode, report_from }) => [
      partner,
      { settings: { ...standardSettings, ...settings }, mode, reportFrom: report_from },
    ]),
  );

type Submission = Pick<
  ConnectionSettings,
  | 'settleMinutes'
  | 'latePolicy'
  | 'enableCommitWithAdditionalUsageMetering'
  | 'enableCommitWithAdditionalUsageAtListPrice'
> & { mode: Connection['mode']; reportFrom: Date };

/** Null restores the standard. */
export type MeteringSettingsChange = { [Name in keyof Submission]?: Submission[Name] | null };

/**
 * Changes how usage is submitted from the account at a marketplace. Returns a fault for each member if none is
 * connected. Submitted usage cannot be undone, so LIVE never returns to SHADOW.
 */
export const changeMeteringSettings = async (
  call: ActCall,
  partner: string,
  { mode, reportFrom, ...settings }: MeteringSettingsChange,
  at: string,
): Promise<Fault[]> => {
  const named = Object.keys({ ...settings, ...(mode && { mode }), ...(reportFrom !== undefined && { reportFrom }) });
  if (named.length === 0) return [];
  const found = await findMarketplaceConnection(call.db, partner);
  const old = found && (await lockConnection(call.db, found.id));
  if (!old) {
    const message = `needs a connected account of ${partner}; connect one with POST integration`;
    // What is off or restored to the standard needs no account.
    const needing = Object.entries({ ...settings, mode, reportFrom }).filter(([, value]) => (value ?? false) !== false);
    return needing.map(([name]) => ({ path: `${at}.${name}`, code: 'not_connected', message }));
  }
  const kept = Object.fromEntries(
    Object.entries({ ...old.settings, ...settings }).filter(([, value]) => value !== null),
  );
  if (kept.enableCommitWithAdditionalUsageAtListPrice && !kept.enableCommitWithAdditionalUsageMetering) {
    const message =
      'needs enableCommitWithAdditionalUsageMetering: without it all usage is charged at the price of the offer';
    return [{ path: `${at}.enableCommitWithAdditionalUsageAtListPrice`, code: 'required', message }];
  }
  const after = {
    ...old,
    mode: mode ?? old.mode,
    report_from: reportFrom === undefined ? old.report_from : reportFrom,
    settings: { ...standardSettings, ...kept },
  };
  if (old.mode === 'LIVE' && after.mode === 'SHADOW') throw wrongState('The integration', 'SHADOW', 'LIVE', ['SHADOW']);
  const before = viewConnection(old);
  if (isSameDocument(before, viewConnection(after))) return [];
  const connection = nextVersion(call, old, after);
  await updateConnectionRow(call.db, connection);
  const view = viewConnection(connection);
  call.recordChange({
    type: 'conn',
    before,
    after: view,
    version: connection.version,
    events: ['connection.updated'],
    payload: view,
  });
  return [];
};
