import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import { endpoints } from '../src/domain/endpoints.ts';
import { type DocumentSchema, follow, formsOf, requestSchemaOf } from './document-schemas.ts';

// Clients of typed languages write null for every member that is not set: Java with Jackson, C# with System.Text.Json, Rust with
// serde. Where something is created, replaced or done, null means what absence means. In a PATCH it clears.

/** Every member that may be absent, with a body in which it is null and everything else is left out. */
type Member = { path: string; body: unknown };

const membersOf = (root: DocumentSchema): Member[] => {
  const found: Member[] = [];
  const visit = (
    schema: DocumentSchema,
    path: string[],
    within: readonly DocumentSchema[],
    put: (value: unknown) => unknown,
  ): void => {
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
  const schema = requestSchemaOf(endpoint);
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
      'updateReferralPartner: revenueShare',
      'updateReferralPartner: dealValue',
      'updatePartnerRelationship: company',
      'updatePartnerRelationship: company.name',
      'updatePartnerRelationship: relationship',
      'updatePartnerRelationship: engagementType',
      'updatePartnerRelationship: status',
      'updateWebhook: url',
    ]);
  });
});
