import { z } from 'zod';
import { addressSources } from '../../../adapters/addresses-in-effect.ts';
import { callKindNames } from '../../../adapters/call-health.ts';
import { partnerServices } from '../../../adapters/partner-services.ts';
import {
  choiceIn,
  componentOf,
  flagParam,
  ownedDocument,
  ownedDocuments,
  ownedText,
  ownedTexts,
  ownedTime,
  text,
  timeIn,
  timeOut,
} from '../../../contract/shapes.ts';
import { settleMinutesMax } from './connection.ts';
import { connectionStatuses } from './states.ts';

export const partnerCodes = [...new Set(partnerServices.map(({ partner }) => partner))];
export const serviceCodes = [...new Set(partnerServices.map(({ service }) => service))];
export const modes = ['LIVE', 'SHADOW'] as const;
const latePolicies = ['ROLL_FORWARD', 'HOLD'] as const;

const takes = partnerServices
  .map(({ partner, service, credentials }) => `${partner} ${service}: ${Object.keys(credentials).join(', ')}`)
  .join('; ');

/** The fields of each service, for forms. */
const fields = Object.fromEntries(
  partnerServices.map(({ partner, service, credentials }) => [
    `${partner} ${service}`,
    Object.entries(credentials).map(([name, { is, required }]) => ({ name, required, rule: is })),
  ]),
);

const Credentials = z.record(z.string(), z.unknown()).meta({
  description: `Write-only. ${takes}.`,
  'x-credentials': fields,
  additionalProperties: { type: 'string' },
  writeOnly: true,
});

const settings = {
  settleMinutes: z.int().min(0).max(settleMinutesMax).nullish(),
  latePolicy: choiceIn(latePolicies).nullish(),
  autoApprove: z.boolean().nullish(),
  productCodeProducts: z.array(text(100, 1)).max(1000).nullish(),
  enableCommitWithAdditionalUsageMetering: z.boolean().nullish(),
  enableCommitWithAdditionalUsageAtListPrice: z.boolean().nullish(),
};

const owned = {
  id: ownedText,
  status: ownedText,
  hookPath: ownedText,
  hookSecret: ownedText,
  addresses: ownedDocument,
  credentialFields: ownedTexts,
  lastError: ownedDocument,
  failing: ownedDocuments,
  lastSyncTime: ownedTime,
  lastVerifiedTime: ownedTime,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdateTime: ownedTime,
};

const address = text(2000).nullish();
const region = text(50).nullish();

const addressTable = partnerServices
  .flatMap((row) =>
    'addresses' in row
      ? [
          `${row.partner}: ${Object.entries(row.addresses)
            .map(([name, standard]) => `${name} ${standard || '(none)'}`)
            .join(', ')}`,
        ]
      : [],
  )
  .join('; ');

const Endpoints = z.record(text(50, 1), address).meta({
  description:
    'Addresses of individual services of the partner: another cloud, a gateway, an emulator. https, to the public internet or a host in ' +
    "the setting ALLOWED_HOSTS. Other services are at endpoint, or at the partner's own address. A new address requires the " +
    `credentials again. ${addressTable}.`,
});

const common = {
  endpoints: Endpoints.nullish(),
  endpoint: address.meta({ description: "The address of the partner's API; absent: the real one" }),
  region,
  mode: choiceIn(modes).nullish(),
  reportFrom: timeIn.nullish(),
  settings: z.strictObject(settings).nullish(),
  ...owned,
};

export const NewConnectionBody = z
  .strictObject({
    partner: choiceIn(partnerCodes),
    service: choiceIn(serviceCodes),
    accountId: text(255).nullish(),
    meteringRegion: region,
    credentials: Credentials,
    ...common,
  })
  .meta(componentOf('IntegrationInput'));

const fixed = text(255).nullish().meta({ description: 'Fixed when connected: what is there, or absent' });

export const ConnectionChange = z
  .strictObject({
    partner: fixed,
    service: fixed,
    accountId: fixed,
    meteringRegion: fixed,
    credentials: Credentials.optional(),
    ...common,
  })
  .meta(componentOf('IntegrationChange'));

const LastError = z.strictObject({
  code: z.string(),
  message: z.string(),
  partnerMessage: z.string().optional().meta({ description: "The partner's own words" }),
});

const Failing = z.strictObject({ call: z.enum(callKindNames), ...LastError.shape, since: timeOut });
const AddressInEffect = z.strictObject({ address: z.string(), from: z.enum(addressSources) });

const shown = {
  id: z.string(),
  partner: z.enum(partnerCodes),
  service: z.enum(serviceCodes),
  accountId: z.string().optional(),
  endpoint: z.string().optional(),
  endpoints: z.record(z.string(), z.string()).optional(),
  addresses: z.record(z.string(), AddressInEffect),
  region: z.string().optional(),
  meteringRegion: z.string().optional(),
  credentialFields: z.array(z.string()).meta({ description: 'Names of the credentials that are set' }),
  status: z.enum(connectionStatuses),
  mode: z.enum(modes).optional(),
  hookPath: z.string().optional().meta({ description: 'Where the partner sends its messages, below the base address' }),
  settings: z
    .strictObject({
      settleMinutes: z.int(),
      latePolicy: z.enum(latePolicies),
      autoApprove: z.boolean(),
      productCodeProducts: z.array(z.string()),
      enableCommitWithAdditionalUsageMetering: z.boolean(),
      enableCommitWithAdditionalUsageAtListPrice: z.boolean(),
    })
    .partial()
    .optional(),
  reportFrom: timeOut.optional(),
  lastSyncTime: timeOut.optional(),
  lastVerifiedTime: timeOut.optional(),
  lastError: LastError.optional(),
  failing: z.array(Failing).optional(),
  createdBy: z.string(),
  creationTime: timeOut,
  lastUpdateTime: timeOut,
};

export const ConnectionView = z.strictObject(shown).meta({ id: 'Integration' });

export const ConnectionWithSecret = z
  .strictObject({
    ...shown,
    hookSecret: z
      .string()
      .nullable()
      .meta({ description: 'The secret that the partner sends with its messages; shown once. Null: it sends none' }),
  })
  .meta({ id: 'ConnectedIntegration' });

export const VerifiedConnection = z
  .strictObject({
    integration: ConnectionView,
    verification: z.strictObject({
      ok: z.boolean(),
      accountId: z.string().optional().meta({ description: 'The owner of the credentials, if the partner reports it' }),
      code: z.string().optional(),
      message: z.string(),
      partnerMessage: z.string().optional(),
    }),
  })
  .meta({ id: 'VerifiedIntegration' });

export const DisconnectParams = z.object({
  force: flagParam.meta({ type: 'boolean', description: 'Even while usage is waiting to be submitted' }),
  confirm: z.string().max(255).optional().meta({
    description:
      'Required while entitlements or offers depend on the account: its accountId, or its partner if it has none',
  }),
});
