import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretKeys } from '../auth/secrets.ts';
import type { ActEnvironment } from '../engine/run-act.ts';

export type DemoApp = { name: string; accessLevel: 'EDITOR' | 'VIEWER'; clientId: string; clientSecret: string };
/** A person who can sign in; absent in demos from older releases. */
export type DemoOwner = { email: string; password: string };
export type DemoOrganization = { organizationId: string; name: string; apps: DemoApp[]; owner?: DemoOwner };

/** The content of `demo-credentials.json`. */
export type DemoCredentials = {
  baseUrl: string;
  authUrl: string;
  simulatorUrl: string;
  /** Grants access to the simulators' control API and pages. */
  simulatorToken: string;
  organizations: DemoOrganization[];
};

export type DemoOptions = {
  dataDir: string;
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  urls: { baseUrl: string; authUrl: string; simulatorUrl: string };
  simulatorToken: string;
};

/**
 * The draft is on disk before the things it names are committed, so that no secret is lost if the process is killed.
 */
export type Draft = {
  organizations: DemoOrganization[];
  hookSecrets: Record<string, string>;
  /** By the organization's name. */
  owners: Record<string, DemoOwner & { accountId: string }>;
};

export const companies = [
  { name: 'Acme', account: '100000000001', emailDomain: 'acme.example', title: 'Acme Analytics' },
  { name: 'Globex', account: '100000000002', emailDomain: 'globex.example', title: 'Globex Insights' },
] as const;

export type Company = (typeof companies)[number];

export const credentialsFile = (dataDir: string): string => join(dataDir, 'demo-credentials.json');
export const draftFile = (dataDir: string): string => join(dataDir, 'demo-credentials.json.new');

export const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

export const writeSecret = (file: string, value: unknown): void => {
  writeFileSync(`${file}.part`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
};

/** Whether the demo was started in this folder, finished or not. */
export const demoIsBegun = (dataDir: string): boolean =>
  existsSync(credentialsFile(dataDir)) || existsSync(draftFile(dataDir));
