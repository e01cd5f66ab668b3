import { button, faultSection, field, iso, messageSection, newest, section, text } from '../kit/page.ts';
import type { ObjectName } from './crm/object-types.ts';
import { hubspotFaults } from './faults.ts';
import type { HubRecord, HubspotSimulation } from './state.ts';

const at = '/control/hubspot';

/** The simulator's part of the start page: people's actions on records, as buttons. */
export const renderPage = ({ store }: HubspotSimulation): string => {
  const ofType = (type: ObjectName): HubRecord[] =>
    newest(store.list('records').filter((row) => row.type === type && row.archivedAt === null));
  const shown = ({ properties }: HubRecord, name: string): string => text(properties[name] ?? '');
  return [
    '<p>Endpoint: <code>/hubspot</code></p>',
    section('Portals', ['Id', 'Name', 'Client id', 'Messages to', ''], newest(store.list('portals')), (portal) => {
      const app = store.list('apps').find(({ portalId }) => portalId === portal.id);
      return [
        text(portal.id),
        text(portal.name),
        text(app?.id ?? ''),
        text(app?.target?.url ?? ''),
        button(`${at}/account/${portal.id}/expire-tokens`, 'end all access tokens'),
      ];
    }),
    section('Deals', ['Id', 'Name', 'Pipeline', 'Stage', 'Amount', 'Closes', 'Changed', ''], ofType('deals'), (row) => [
      text(row.id),
      shown(row, 'dealname'),
      shown(row, 'pipeline'),
      shown(row, 'dealstage'),
      shown(row, 'amount'),
      shown(row, 'closedate'),
      iso(row.updatedAt),
      `<form method="post" action="${at}/record/${row.id}">${field('Stage', 'dealstage', `size="14" required value="${shown(row, 'dealstage')}"`)}<button>move</button></form>${button(`${at}/record/${row.id}/archive`, 'delete')}`,
    ]),
    section('Companies', ['Id', 'Name', 'Domain', 'Changed'], ofType('companies'), (row) => [
      text(row.id),
      shown(row, 'name'),
      shown(row, 'domain'),
      iso(row.updatedAt),
    ]),
    section('Contacts', ['Id', 'First name', 'Last name', 'Email', 'Changed'], ofType('contacts'), (row) => [
      text(row.id),
      shown(row, 'firstname'),
      shown(row, 'lastname'),
      shown(row, 'email'),
      iso(row.updatedAt),
    ]),
    messageSection('hubspot', 'Messages', store.list('deliveries')),
    faultSection('hubspot', store.list('faults'), hubspotFaults),
  ].join('');
};
