import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { createRowChanger } from '../../../contract/versioned-rows.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { Contact } from '../contact.ts';
import { givenInfo } from '../new-contact.ts';
import type { ContactChange } from '../schema.ts';
import { findContactByEmail, lockContact, updateContactRow } from '../store.ts';
import { viewContact } from '../view.ts';

type Change = z.output<typeof ContactChange>;

const changeContact = createRowChanger({ type: 'contact', view: viewContact, update: updateContactRow });

/** Absent fields are kept; `null`, `""` and `{}` clear. The same applies to each field inside `info`. */
const mergeInfo = (old: Contact['info'], change: Change['info']): Contact['info'] => {
  if (change === undefined) return old;
  if (change === null || Object.keys(change).length === 0) return {};
  return givenInfo({ ...old, ...change });
};

export const updateContact = async (
  call: ActCall,
  { params, body }: { params: { contactId: string }; body: Change },
) => {
  const old = requireFound(await lockContact(call.db, params.contactId), 'contact');
  call.checkVersion(old.version);
  if (body.emailAddress !== undefined && body.emailAddress !== old.email_address) {
    const other = await findContactByEmail(call.db, body.emailAddress);
    if (other && other.id !== old.id)
      throw new Refusal('Conflict', 'Another contact has this e-mail address.', { id: encodeId('contact', other.id) });
  }
  const changed: Contact = {
    ...old,
    email_address: body.emailAddress ?? old.email_address,
    name: body.name === undefined ? old.name : (body.name ?? ''),
    company_contact_id: body.companyContactId === undefined ? old.company_contact_id : body.companyContactId || null,
    info: mergeInfo(old.info, body.info),
    tags: body.tags === undefined ? old.tags : (body.tags ?? []),
  };
  const before = viewContact(call.orgId, old);
  if (isSameDocument(before, viewContact(call.orgId, changed))) return before;
  return (await changeContact(call, old, changed, 'contact.updated')).view;
};
