import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { createRowChanger, viewOf } from '../../../contract/versioned-rows.ts';
import type { OrganizationRow } from '../organization.ts';
import type { OrganizationChange } from '../schema.ts';
import { lockOrganization, updateOrganizationRow } from '../store.ts';
import { viewOrganization } from '../view.ts';
import { loadOrganization } from './load-organization.ts';

const change = viewOf(
  createRowChanger({
    type: 'org',
    view: (_, organization: OrganizationRow) => viewOrganization(organization),
    update: updateOrganizationRow,
  }),
);

/** Changes the profile of the organization: absent members stay, null clears. Emits organization.updated. */
export const updateOrganization = async (call: ActCall, { body }: { body: z.output<typeof OrganizationChange> }) => {
  await lockOrganization(call.db);
  const old = await loadOrganization(call.db);
  call.checkVersion(old.version);
  const given = (value: string | null | undefined, kept: string): string =>
    value === undefined ? kept : (value ?? '');
  const wanted: OrganizationRow = {
    ...old,
    name: body.name ?? old.name,
    description: given(body.description, old.description),
    website: given(body.website, old.website),
    email_domain: given(body.emailDomain, old.email_domain),
  };
  const before = viewOrganization(old);
  if (isSameDocument(before, viewOrganization(wanted))) return before;
  return change(call, old, wanted, 'organization.updated');
};
