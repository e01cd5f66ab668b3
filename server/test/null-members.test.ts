import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import { buildOpenApi } from '../src/contract/openapi.ts';
import { endpoints } from '../src/domain/endpoints.ts';

// Clients of typed languages write null for every member that is not set: Java with Jackson, C# with System.Text.Json, Rust with
// serde. Where something is created, replaced or done, null means what absence means. In a PATCH it clears.

type Schema = {
  $ref?: string;
  readOnly?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Body = { content?: Record<string, { schema: Schema }>; $ref?: string };

const options = { version: '1', baseUrl: 'http://api.test', tokenUrl: 'http://tokens.test/oauth2/token' };
const document = buildOpenApi(endpoints, options) as {
  paths: Record<string, Record<string, { requestBody?: Body }>>;
};

const follow = <T extends { $ref?: string }>(value: T): T => {
  if (value.$ref === undefined) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  return follow(path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as T);
};

const formsOf = (schema: Schema): Schema[] => {
  const followed = follow(schema);
  const forms = [...(followed.anyOf ?? []), ...(followed.oneOf ?? []), ...(followed.allOf ?? [])];
  return [followed, ...forms.flatMap(formsOf)];
};

/** Every member that may be absent, with a body in which it is null and everything else is left out. */
type Member = { path: string; body: unknown };

const membersOf = (root: Schema): Member[] => {
  const found: Member[] = [];
  const visit = (schema: Schema, path: string[], within: readonly Schema[], put: (value: unknown) => unknown): void => {
    for (const form of formsOf(schema)) {
      if (form.items) visit(form.items, [...path, '0'], within, (value) => put([value]));
      if (typeof form.additionalProperties === 'object')
        visit(form.additionalProperties, [...path, 'any'], within, (value) => put({ any: value }));
      if (!form.properties || within.includes(form)) continue;
      for (const [name, member] of Object.entries(form.properties)) {
        if (follow(member).readOnly || member.readOnly) continue;
        const at = [...path, name];
        if (!form.required?.includes(name)) found.push({ path: at.join('.'), body: put({ [name]: null }) });
        visit(member, at, [...within, form], (value) => put({ [name]: value }));
      }
    }
  };
  visit(root, [], [], (value) => value);
  return found;
};

/** Where a value is refused, also in a form of several. */
const pathsOf = (issues: readonly z.core.$ZodIssue[], at: PropertyKey[] = []): string[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    return issue.code === 'invalid_union'
      ? [path.join('.'), ...issue.errors.flatMap((errors) => pathsOf(errors, path))]
      : [path.join('.')];
  });

const isRefused = (schema: z.ZodType, { path, body }: Member): boolean => {
  const read = schema.safeParse(body);
  return !read.success && pathsOf(read.error.issues).includes(path);
};

const served = endpoints.flatMap((endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const schema = operation?.requestBody && follow(operation.requestBody).content?.['application/json']?.schema;
  return endpoint.body && schema ? [{ endpoint, body: endpoint.body as z.ZodType, members: membersOf(schema) }] : [];
});

describe('a member that is null', () => {
  test('is as absent: no endpoint that creates, replaces or does something refuses it', () => {
    const others = served.filter(({ endpoint }) => endpoint.method !== 'PATCH');
    assert.ok(others.flatMap(({ members }) => members).length > 5000);
    const refused = others.flatMap(({ endpoint, body, members }) =>
      members.filter((member) => isRefused(body, member)).map(({ path }) => `${endpoint.id}: ${path}`),
    );
    assert.deepEqual(refused, []);
  });

  test('in a PATCH clears, except what must be there', () => {
    const refused = served
      .filter(({ endpoint }) => endpoint.method === 'PATCH')
      .flatMap(({ endpoint, body, members }) =>
        members.filter((member) => isRefused(body, member)).map(({ path }) => `${endpoint.id}: ${path}`),
      );
    assert.deepEqual(refused, [
      'updateOrganization: name',
      'updateUser: status',
      'updateRole: name',
      'updateRole: permissions',
      'updateIntegration: credentials',
      'updateProduct: name',
      'updateContact: emailAddress',
      'updateReferral: name',
      'updateReferral: status',
      'updateReferral: stage',
      'updateReferral: buyerCompany',
      'updateReferral: info',
      'updatePartnerRelationship: company',
      'updatePartnerRelationship: company.name',
      'updatePartnerRelationship: relationship',
      'updatePartnerRelationship: engagementType',
      'updatePartnerRelationship: status',
      'updateWebhook: url',
    ]);
  });
});
