import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A member of a structure; `location` is set if it is not in the body. */
type Member = { shape: string; location?: string; locationName?: string };

/** A shape of a service model, in the form of AWS's published `service-2.json` files. */
export type Shape = {
  type: 'structure' | 'list' | 'map' | 'string' | 'integer' | 'long' | 'double' | 'boolean' | 'timestamp';
  members?: Record<string, Member>;
  required?: string[];
  member?: Member;
  key?: Member;
  value?: Member;
  enum?: string[];
  pattern?: string;
  min?: number;
  max?: number;
  union?: boolean;
  /** Any JSON. */
  document?: boolean;
  exception?: boolean;
  /** Whether the error is the service's fault. */
  fault?: boolean;
  error?: { httpStatusCode?: number };
  timestampFormat?: 'iso8601' | 'unixTimestamp' | 'rfc822';
};

export type Operation = {
  name: string;
  http: { method: string; requestUri: string };
  input?: { shape: string };
  output?: { shape: string };
  errors?: { shape: string }[];
};

export type ServiceModel = {
  metadata: { serviceId: string; protocols: string[]; jsonVersion: string; targetPrefix?: string };
  operations: Record<string, Operation>;
  shapes: Record<string, Shape>;
};

const services = [
  'marketplace-catalog',
  'marketplace-agreement',
  'marketplace-entitlement',
  'meteringmarketplace',
  'partnercentral-selling',
  'partnercentral-account',
];

/** Reads the models that AWS publishes of the services that sellers use. */
export const readServiceModels = (dataFolder: string): ServiceModel[] =>
  services.map((service) => {
    const path = join(dataFolder, 'aws-service-models', `${service}.service-2.json`);
    return JSON.parse(readFileSync(path, 'utf8')) as ServiceModel;
  });
