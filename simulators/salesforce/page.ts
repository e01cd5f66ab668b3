import { button, faultSection, field, newest, section, text } from '../kit/page.ts';
import { salesforceFaults } from './faults.ts';
import type { Json, SalesforceSimulation, SfRecord } from './state.ts';

const at = '/control/salesforce';
const shown = (value: unknown): string => text(String(value ?? ''));

/** The simulator's part of the start page: people's actions on records, as buttons. */
export const renderPage = ({ store }: SalesforceSimulation): string => {
  const nameOf = (id: unknown): string => shown(store.get('records', String(id))?.fields.Name);
  const ofType = (type: string): SfRecord[] => newest(store.list('records').filter((row) => row.type === type));
  const who = ({ LastModifiedById, SystemModstamp }: Json): string[] => [
    nameOf(LastModifiedById),
    shown(SystemModstamp),
  ];
  return [
    '<p>Endpoint: <code>/salesforce/login</code>, or <code>/salesforce/</code> with the domain of an organization</p>',
    section('Organizations', ['Id', 'Name', 'Domain', 'Client id', ''], newest(store.list('orgs')), (org) => [
      text(org.id),
      text(org.name),
      text(org.domain),
      text(store.list('apps').find(({ orgId }) => orgId === org.id)?.id ?? ''),
      button(`${at}/account/${org.id}/expire-sessions`, 'end all sessions'),
    ]),
    section(
      'Opportunities',
      ['Id', 'Name', 'Account', 'Stage', 'Amount', 'Closes', 'Changed by', 'Changed', ''],
      ofType('Opportunity'),
      ({ id, isDeleted, fields }) => [
        text(id),
        shown(fields.Name),
        nameOf(fields.AccountId),
        shown(fields.StageName),
        shown(fields.Amount),
        shown(fields.CloseDate),
        ...who(fields),
        isDeleted
          ? button(`${at}/record/${id}/undelete`, 'undelete')
          : `<form method="post" action="${at}/record/${id}">${field('Stage', 'StageName', `size="14" required value="${shown(fields.StageName)}"`)}<button>move</button></form>${button(`${at}/record/${id}/delete`, 'delete')}`,
      ],
    ),
    section('Accounts', ['Id', 'Name', 'Website', 'Changed by', 'Changed'], ofType('Account'), ({ id, fields }) => [
      text(id),
      shown(fields.Name),
      shown(fields.Website),
      ...who(fields),
    ]),
    section('Contacts', ['Id', 'Name', 'Email', 'Changed by', 'Changed'], ofType('Contact'), ({ id, fields }) => [
      text(id),
      shown(fields.Name),
      shown(fields.Email),
      ...who(fields),
    ]),
    faultSection('salesforce', store.list('faults'), salesforceFaults),
  ].join('');
};
