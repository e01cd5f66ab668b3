import type { EventName } from '../../../../contract/events.ts';
import {
  actionItem,
  at,
  by,
  type EventText,
  ifAny,
  lineOf,
  partnerName,
  statusOf,
  textsOf,
  why,
} from './event-text.ts';

const apiClient = textsOf('API_CLIENT', 'API client');
const oauthApp = textsOf('API_CLIENT', 'OAuth App');
const connection = textsOf('INTEGRATION', 'connection');
const mapping = textsOf('INTEGRATION', 'field mapping');
const organization = textsOf('ORGANIZATION', 'organization');
const settings = textsOf('ORGANIZATION_INFO', 'notification settings');
const branding = textsOf('ORGANIZATION_INFO', 'branding');
const webhook = textsOf('WORKFLOW_WEBHOOK', 'webhook');
/** Why nothing is sent any longer; empty if it was requested. */
const disabledBecause: Readonly<Record<string, string>> = {
  GONE: ' because its receiver answered 410',
  FAILING: ' because no delivery succeeded for days',
};
const role = textsOf('ORGANIZATION', 'custom role');
const user = textsOf('USER', 'user');
const mail = textsOf('NOTIFICATION_MESSAGE', 'mail');

type Payload = Readonly<Record<string, unknown>>;

/** `connection to AWS (MARKETPLACE)` */
const account = (payload: Payload): string =>
  `connection to ${partnerName(payload, 'a partner')}${ifAny(' (', lineOf(payload.service), ')')}`;

const recipient = (payload: Payload): string => ifAny(' to ', lineOf(payload.recipient));

export const accessTexts = {
  'webhook.created': webhook('CREATE', 'MEDIUM', 'Webhook created', (it, _, event) => `${it} was created${by(event)}`),
  'webhook.deleted': webhook('DELETE', 'MEDIUM', 'Webhook deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'webhook.disabled': webhook(
    'SUSPEND',
    'HIGH',
    'Webhook disabled',
    (it, payload, event) =>
      `${it} was disabled${by(event)}${disabledBecause[String(payload.disabledReason)] ?? ''}; nothing more is sent to it`,
    actionItem,
  ),
  'webhook.enabled': webhook(
    'REINSTATE',
    'LOW',
    'Webhook enabled',
    (it, _, event) => `${it} was enabled again${by(event)}`,
  ),
  'webhook.secret_rotated': webhook(
    'ROTATE_SECRET',
    'MEDIUM',
    'Webhook secret replaced',
    (it, _, event) => `the signing secret of ${it} was replaced${by(event)}`,
  ),
  'webhook.updated': webhook('UPDATE', 'LOW', 'Webhook changed', (it, _, event) => `${it} was changed${by(event)}`),
  'notification_config.updated': settings(
    'UPDATE',
    'LOW',
    'Notification settings changed',
    (_it, _payload, event) => `who is notified of what was changed${by(event)}`,
  ),
  'api_client.created': apiClient(
    'CREATE',
    'MEDIUM',
    'API client created',
    (it, _, event) => `${it} was created${by(event)}`,
  ),
  'api_client.deleted': apiClient(
    'DELETE',
    'MEDIUM',
    'API client deleted',
    (it, _, event) => `${it} was deleted${by(event)}: its key no longer works`,
  ),
  'oauth_app.created': oauthApp(
    'CREATE',
    'MEDIUM',
    'OAuth App created',
    (it, _, event) => `${it} was created${by(event)}`,
  ),
  'oauth_app.deleted': oauthApp(
    'DELETE',
    'MEDIUM',
    'OAuth App deleted',
    (it, _, event) => `${it} was deleted${by(event)}: its tokens no longer work`,
  ),
  'oauth_app.secret_rotated': oauthApp(
    'ROTATE_SECRET',
    'MEDIUM',
    'Secret rotated',
    (it, _, event) => `${it} got a new secret or new keys${by(event)}; the previous ones are refused`,
  ),
  'connection.connected': connection(
    'CREATE',
    'MEDIUM',
    'Account connected',
    (_, payload, event) => `the ${account(payload)} was made${by(event)}`,
  ),
  'connection.disconnected': connection(
    'DELETE',
    'MEDIUM',
    'Account disconnected',
    (_, payload, event) => `the ${account(payload)} was removed${by(event)}, and its credentials were erased`,
  ),
  'connection.failed': connection(
    'ABNORMAL_ALERT',
    'CRITICAL',
    'Connection failed',
    (_, payload) => `the ${account(payload)} no longer works${why(payload)}`,
    actionItem,
  ),
  'connection.recovered': connection(
    'REINSTATE',
    'MEDIUM',
    'Connection recovered',
    (_, payload) => `the ${account(payload)} works again`,
  ),
  'connection.updated': connection(
    'UPDATE',
    'LOW',
    'Connection changed',
    (_, payload, event) => `the ${account(payload)} was changed${by(event)}`,
  ),
  'connection.verified': connection(
    'TEST',
    'LOW',
    'Connection checked',
    (_, payload) => `the ${account(payload)} was checked${ifAny(' and is ', statusOf(payload))}${why(payload)}`,
  ),
  'cosell_mapping.updated': mapping(
    'UPDATE',
    'LOW',
    'Field mapping changed',
    (_, payload, event) =>
      `the field mapping between ${lineOf(payload.crm) || 'the CRM'} and ${partnerName(payload)} was replaced${by(event)}`,
  ),
  'branding.updated': branding(
    'UPDATE',
    'LOW',
    'Branding changed',
    (_, payload, event) =>
      `what buyers see of ${lineOf(payload.displayName) || 'the organization'} was changed${by(event)}`,
  ),
  'message.created': mail('CREATE', '', 'Mail written', (_, payload) => `a mail${recipient(payload)} was written`),
  'message.failed': mail(
    'FAIL',
    '',
    'Mail not delivered',
    (_, payload) => `a mail${recipient(payload)} could not be delivered${why(payload)}`,
  ),
  'message.sent': mail('COMPLETE', '', 'Mail sent', (_, payload) => `a mail${recipient(payload)} was sent`),
  'onboarding.updated': organization(
    'UPDATE',
    '',
    'Onboarding changed',
    (_, payload) => `the onboarding checklist was changed${ifAny(': ', lineOf(payload.intent))}`,
  ),
  'organization.created': organization(
    'CREATE',
    'LOW',
    'Organization created',
    (it, _, event) => `${it} was created${by(event)}`,
  ),
  'organization.updated': organization(
    'UPDATE',
    'LOW',
    'Organization changed',
    (it, _, event) => `the profile of ${it} was changed${by(event)}`,
  ),
  'role.created': role('UPDATE', 'LOW', 'Custom role created', (it, _, event) => `${it} was created${by(event)}`),
  'role.deleted': role('UPDATE', 'LOW', 'Custom role deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'role.updated': role(
    'UPDATE',
    'MEDIUM',
    'Custom role changed',
    (it, _, event) => `${it} was changed${by(event)}: its holders have the new permissions`,
  ),
  'user.invited': user(
    'CREATE',
    'LOW',
    'Person invited',
    (it, payload, event) => `${it} was invited${ifAny(' as ', lineOf(at(payload, 'role')))}${by(event)}`,
  ),
  'user.joined': user('ADD', 'LOW', 'Person joined', (it) => `${it} joined the organization`),
  'user.removed': user(
    'DELETE',
    'MEDIUM',
    'Person removed',
    (it, _, event) => `${it} no longer belongs to the organization${ifAny(': removed', by(event))}`,
  ),
  'user.updated': user(
    'UPDATE',
    'LOW',
    'Person changed',
    (it, payload) =>
      `${it} was changed${ifAny(': role ', lineOf(payload.role))}${ifAny(', status ', statusOf(payload))}`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
