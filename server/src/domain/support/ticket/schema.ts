import { z } from 'zod';
import {
  choiceIn,
  componentOf,
  ownedDocument,
  ownedDocuments,
  ownedNumber,
  ownedText,
  ownedTime,
  text,
  timeOut,
} from '../../../contract/shapes.ts';
import { foldCase } from '../../../kit/fold-case.ts';
import { decodeId } from '../../../kit/ids.ts';
import { isMailAddress } from '../../../kit/mail-address.ts';
import { SupportTicketAttachment } from '../attachment/schema.ts';
import { SupportTicketComment } from '../comment/schema.ts';
import { entityTypes } from './entity.ts';
import { ticketStatuses, workingStatuses } from './states.ts';
import { descriptionMax, taskTypes, ticketPriorities, watchersMax } from './ticket.ts';

const mailAddress = text(254, 1).refine((value) => isMailAddress(value, { wide: true }), 'must be a mail address');

/** What a ticket that a program created shows as its creator. Clients send whole tickets back, also as new ones. */
const programId = z
  .string()
  .refine((value) => decodeId('app', value) !== null || decodeId('apikey', value) !== null)
  .transform(() => undefined);

const Watchers = z
  .array(mailAddress)
  .max(watchersMax, `must be at most ${watchersMax} addresses`)
  .superRefine((addresses, context) => {
    const keys = addresses.map(foldCase);
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue;
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'an address is given twice',
        params: { code: 'repeated' },
      });
    }
  });

const entity = { entityType: choiceIn(entityTypes).nullish(), entityId: text(64).nullish() };

export const NewSupportTicket = z
  .object({
    name: text(200, 1),
    description: text(descriptionMax).nullish(),
    priority: choiceIn(ticketPriorities).nullish(),
    taskType: choiceIn(taskTypes).nullish(),
    creator: z
      .union([z.literal(''), programId, mailAddress])
      .nullish()
      .meta({ type: 'string' }),
    watchers: Watchers.nullish(),
    ...entity,
    id: ownedText,
    organizationId: ownedText,
    status: ownedText,
    attachments: ownedDocuments,
    comments: ownedDocuments,
    creationTime: ownedTime,
    lastUpdateTime: ownedTime,
    closeTime: ownedTime,
    dueTime: ownedTime,
    targets: ownedDocument,
    commentCount: ownedNumber,
    attachmentCount: ownedNumber,
  })
  .meta(componentOf('SupportTicketInput'));

export const UpdateSupportTicketRequest = z
  .object({
    priority: choiceIn(ticketPriorities),
    // Go writes an empty list that it was given none for as null.
    watchers: Watchers.nullable(),
    assignee: text(64).nullish(),
    ...entity,
  })
  .meta(componentOf('UpdateSupportTicketRequest'));

export const UpdateSupportTicketStatus = z
  .object({ status: choiceIn(workingStatuses) })
  .meta(componentOf('UpdateSupportTicketStatus'));

const SupportTicketTarget = z
  .strictObject({ dueTime: timeOut.optional(), doneTime: timeOut.optional(), missedTime: timeOut.optional() })
  .meta({ id: 'SupportTicketTarget' });

export const SupportTicket = z
  .strictObject({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    description: z.string(),
    priority: z.enum(ticketPriorities),
    status: z.enum(ticketStatuses),
    taskType: z.enum(taskTypes),
    creator: z.string(),
    watchers: z.array(z.string()),
    assignee: z.string().optional(),
    entityType: z.enum(entityTypes).optional(),
    entityId: z.string().optional(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    closeTime: timeOut.optional(),
    dueTime: timeOut.optional(),
    targets: z
      .strictObject({ firstAnswer: SupportTicketTarget, resolution: SupportTicketTarget })
      .meta({ id: 'SupportTicketTargets' }),
    commentCount: z.int(),
    attachmentCount: z.int(),
    comments: z.array(SupportTicketComment).optional(),
    attachments: z.array(SupportTicketAttachment).optional(),
  })
  .meta({ id: 'SupportTicket' });

export const ListSupportTicketsResponse = z
  .strictObject({ items: z.array(SupportTicket), totalCount: z.int() })
  .meta({ id: 'ListSupportTicketsResponse' });
