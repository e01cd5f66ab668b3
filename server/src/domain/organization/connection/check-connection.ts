import type { ConnectableService, PartnerService } from '../../../adapters/partner-services.ts';
import type { Permission } from '../../../auth/permissions.ts';
import type { Membership } from '../../../auth/principal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import { checkHolds } from '../access/role/role.ts';
import { type NewConnection, settleMinutesMax } from './connection.ts';

const regionPattern = /^[a-z]{2,5}(-[a-z]{2,12}){1,3}-\d{1,2}$/;
const unknownShown = 20;

const credentialFaults = (row: PartnerService, given: Readonly<Record<string, unknown>>): Fault[] => {
  const faults: Fault[] = [];
  for (const [name, field] of Object.entries(row.credentials)) {
    const value = given[name];
    const path = `credentials.${name}`;
    if (value === undefined || value === null || value === '') {
      if (field.required) faults.push({ path, code: 'required', message: 'is required' });
    } else if (typeof value !== 'string' || !field.pattern.test(value)) {
      faults.push({ path, code: 'pattern', message: field.is });
    }
  }
  const sets = row.oneOf ?? [];
  if (sets.length > 0 && !sets.some((set) => set.every((name) => given[name]))) {
    const choices = sets.map((set) => set.join(' and ')).join(', or ');
    faults.push({ path: `credentials.${sets[0]?.[0]}`, code: 'required', message: `is missing: give ${choices}` });
  }
  const names = Object.keys(row.credentials);
  for (const name of Object.keys(given)
    .filter((one) => !names.includes(one))
    .slice(0, unknownShown)) {
    const message = `is not used by ${row.service} of ${row.partner}, which accepts ${names.join(', ')}`;
    faults.push({ path: `credentials.${name.slice(0, 50)}`, code: 'unknown', message });
  }
  return faults;
};

const regionFaults = (row: PartnerService, path: 'region' | 'meteringRegion', value: string | undefined): Fault[] => {
  if (value === undefined) return [];
  if (row.region === null) return [{ path, code: 'unknown', message: `${row.partner} has no regions` }];
  return regionPattern.test(value) ? [] : [{ path, code: 'pattern', message: `must be a region: ${row.region}` }];
};

const addressFaults = (
  { partner, service, addresses = {} }: PartnerService,
  given: NewConnection['endpoints'],
): Fault[] => {
  const names = Object.keys(addresses);
  const account = `${partner} ${service}`;
  const message =
    names.length === 0
      ? `must be absent: ${account} has one address, endpoint`
      : mustBeOneOf(`the services of ${account}`, names);
  return Object.keys(given ?? {})
    .filter((name) => !names.includes(name))
    .slice(0, unknownShown)
    .map((name) => ({
      path: `endpoints.${name.slice(0, 50)}`,
      code: 'unknown',
      message,
    }));
};

const settingFaults = ({ mode, reportFrom, settings }: NewConnection, row: PartnerService): Fault[] => {
  if (row.service !== 'MARKETPLACE') {
    const named = settings && Object.keys(settings).length > 0 ? settings : undefined;
    return Object.entries({ mode, reportFrom, settings: named })
      .filter(([, value]) => value !== undefined)
      .map(([path]) => ({ path, code: 'unknown', message: 'is for marketplaces only' }));
  }
  const minutes = settings?.settleMinutes ?? 0;
  if (Number.isInteger(minutes) && minutes >= 0 && minutes <= settleMinutesMax) return [];
  const message = `must be a whole number from 0 to ${settleMinutesMax}`;
  return [{ path: 'settings.settleMinutes', code: 'range', message }];
};

/** All faults of a new connection, except in the address itself. */
export const connectionFaults = (row: PartnerService, input: NewConnection): Fault[] => {
  const faults: Fault[] = [];
  const { accountId, endpoint } = input;
  if (accountId === undefined) {
    if (row.account.required) faults.push({ path: 'accountId', code: 'required', message: row.account.is });
  } else if (!row.account.pattern.test(accountId)) {
    faults.push({ path: 'accountId', code: 'account', message: row.account.is });
  }
  if (endpoint === undefined && row.endpoint.required)
    faults.push({ path: 'endpoint', code: 'required', message: 'is required: it is different for every customer' });
  faults.push(
    ...addressFaults(row, input.endpoints),
    ...regionFaults(row, 'region', input.region),
    ...regionFaults(row, 'meteringRegion', input.meteringRegion),
    ...credentialFaults(row, input.credentials),
    ...settingFaults(input, row),
  );
  return faults;
};

/** The permissions that each service requires: callers must hold them to create, change or remove a connection. */
const served: Readonly<Record<ConnectableService, readonly Permission[]>> = {
  MARKETPLACE: ['product:write', 'offer:write', 'entitlement:write', 'metering:write'],
  PAYMENT: ['buyer:write'],
  COSELL: ['cosell:write'],
  CRM: ['contact:write'],
  EMAIL: ['notification:write'],
  CHATBOT: ['notification:write'],
  TEAMS: ['notification:write'],
};

/**
 * `access:write` alone does not allow touching connections that others sell through: 403 with the missing permissions.
 */
export const checkMayConnect = (membership: Membership | undefined, service: string): void =>
  checkHolds(membership, served[service as ConnectableService] ?? []);
