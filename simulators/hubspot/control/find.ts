import { controlError } from '../../kit/control.ts';
import { findObjectType, type ObjectName } from '../crm/object-types.ts';
import type { App, HubRecord, HubspotReader, Portal } from '../state.ts';

/** A portal by its id. */
export const findPortal = (reader: HubspotReader, id = ''): Portal => {
  const portal = reader.get('portals', id);
  if (!portal) throw controlError(404, `there is no account ${id}`);
  return portal;
};

/** The app of a portal. */
export const appOf = (reader: HubspotReader, portalId: string): App => {
  const app = reader.list('apps').find((one) => one.portalId === portalId);
  if (!app) throw controlError(404, `account ${portalId} has no app`);
  return app;
};

export const findRecord = (reader: HubspotReader, id = ''): HubRecord => {
  const record = reader.get('records', id);
  if (!record) throw controlError(404, `there is no record ${id}`);
  return record;
};

export const findObject = (given: string): ObjectName => {
  const type = findObjectType(given);
  if (!type) throw controlError(400, `there is no object ${given}`);
  return type.name;
};
