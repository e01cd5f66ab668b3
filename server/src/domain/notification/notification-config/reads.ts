import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { findOrganizationName } from '../../../db/two-organizations.ts';
import { badRequest } from '../../../kit/errors.ts';
import { loadExpiryNotice } from '../../offer/actions/load-expiry-notice.ts';
import { previewAnnouncement } from '../message/actions/preview-announcement.ts';
import { composeNotice } from '../notice/compose-notice.ts';
import { linkOf } from '../notice/links.ts';
import { sampleOf } from '../notice/sample.ts';
import { templateFault } from '../notice/template.ts';
import { isScope } from '../scope.ts';
import { withKeptWebhook } from './kept-webhook.ts';
import type { MailTemplate, NotificationConfig } from './notification-config.ts';
import type { PreviewNotification } from './schema.ts';
import { findConfig } from './store.ts';
import { viewConfig } from './view.ts';

/** Who is notified of what. */
export const getNotificationConfigInfo = async (call: ReadCall) => {
  const { document, version } = await findConfig(call.db);
  call.setVersion(version);
  return viewConfig(await withKeptWebhook(call.db, document), await loadExpiryNotice(call.db));
};

type Words = Omit<MailTemplate, 'id' | 'name'>;

/** Throws 400 unless the scope is one. */
export const checkScope = (scope: string): void => {
  if (isScope(scope)) return;
  const message = 'must be ACTION.ENTITY, such as ACCEPT.OFFER; allEmailNotificationScopes lists those in use';
  throw badRequest([{ path: 'scope', code: 'choice', message }]);
};

/** The template of that id, or the one of the scope's rule. Throws 400 for an id that there is none of. */
export const findTemplate = (
  { templates, emailNotificationConfigs }: NotificationConfig,
  scope: string,
  templateId: string | null | undefined,
): Words | undefined => {
  const wanted = templateId || emailNotificationConfigs.find((rule) => rule.scope === scope)?.templateId;
  if (wanted === undefined) return undefined;
  const template = templates.find(({ id }) => id === wanted);
  if (template) return template;
  throw badRequest([{ path: 'templateId', code: 'not_found', message: `${wanted} is none of templates` }]);
};

const readTemplate = ({
  subject,
  text,
  html,
}: NonNullable<z.output<typeof PreviewNotification>['template']>): Words => {
  const parts = { subject, text, ...(html ? { html } : {}) };
  const faults = Object.entries(parts).flatMap(([part, template]) => {
    const message = templateFault(template);
    return message === null ? [] : [{ path: `template.${part}`, code: 'template', message }];
  });
  if (faults.length > 0) throw badRequest(faults);
  return parts;
};

type Preview = z.output<typeof PreviewNotification>;

/** The scope of the mails to the contacts of an offer. */
const contactsScope = 'NOTIFY_CONTACTS.OFFER';

/** Throws 400 for an offer with another scope than that of its mails, and for a contact without an offer. */
const checkOffer = ({ scope, offerId, contactId }: Preview): void => {
  if (offerId && scope !== contactsScope)
    throw badRequest([{ path: 'scope', code: 'choice', message: `must be ${contactsScope} for the mail of an offer` }]);
  if (contactId && !offerId)
    throw badRequest([{ path: 'offerId', code: 'required', message: 'must be the offer of the contact' }]);
};

/**
 * The mail of a scope as its receivers would see it: about the latest event of it, or else a made-up one. With an offer,
 * the mail to one of its contacts.
 */
export const previewNotification = async (call: ReadCall, { body }: { body: Preview }) => {
  checkScope(body.scope);
  checkOffer(body);
  if (!body.offerId) {
    const { subject, text, html } = await previewNotice(call, body);
    return { subject, textContent: text, htmlContent: html };
  }
  const { subject, text, html, replyTo } = await previewAnnouncement(call, {
    offerId: body.offerId,
    contactId: body.contactId || null,
    personalLine: body.personalLine ?? null,
  });
  return { subject, textContent: text, htmlContent: html, ...(replyTo === null ? {} : { replyTo }) };
};

const previewNotice = async (call: ReadCall, body: Preview) => {
  const { document } = await findConfig(call.db);
  const template = body.template ? readTemplate(body.template) : findTemplate(document, body.scope, body.templateId);
  const event = await sampleOf(call, body.scope);
  const organization = await findOrganizationName(call.db);
  return composeNotice({ event, link: linkOf(call, event.entity_id), organization }, template);
};
