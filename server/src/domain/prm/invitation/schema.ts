import { z } from 'zod';
import {
  choiceIn,
  componentOf,
  idIn,
  ownedDocument,
  ownedNumber,
  ownedText,
  ownedTime,
  paged,
  text,
  timeOut,
} from '../../../contract/shapes.ts';
import { isMailAddress } from '../../../kit/mail-address.ts';
import { engagementTypes, relationshipKinds } from '../relationship/relationship.ts';
import { line } from '../relationship/schema.ts';
import { emailWriters, tones } from './email/tones.ts';
import { acceptByDaysMax, directions, linkedFilesMax } from './invitation.ts';
import { invitationStatuses } from './states.ts';

const email = text(254, 1)
  .refine((value) => isMailAddress(value), 'must be an e-mail address')
  .transform((value) => value.toLowerCase());

const RecipientIn = z
  .strictObject({ companyName: line(200, 1), email, name: line(100).nullish(), website: line(500).nullish() })
  .meta(componentOf('InvitationRecipientInput'));

const MessageIn = z
  .strictObject({ subject: line(200).nullish(), body: text(10_000).nullish() })
  .meta(componentOf('InvitationMessageInput'));

const linkedFileIds = z.array(idIn('file')).max(linkedFilesMax).nullish();

export const CreateInvitation = z
  .strictObject({
    recipient: RecipientIn,
    relationship: choiceIn(relationshipKinds).nullish(),
    engagementType: choiceIn(engagementTypes).nullish(),
    message: MessageIn.nullish(),
    linkedFileIds,
    acceptByDays: z.int().min(1).max(acceptByDaysMax).nullish(),
    id: ownedText,
    organizationID: ownedText,
    direction: ownedText,
    status: ownedText,
    sender: ownedDocument,
    partnerId: ownedText,
    acceptBy: ownedTime,
    acceptUrl: ownedText,
    sentTime: ownedTime,
    resentCount: ownedNumber,
    respondedTime: ownedTime,
  })
  .meta({ id: 'CreateInvitation' });

export const GenerateInvitationEmail = z
  .strictObject({
    recipient: RecipientIn,
    relationship: choiceIn(relationshipKinds).nullish(),
    tone: choiceIn(tones).nullish(),
    linkedFileIds,
  })
  .meta({ id: 'GenerateInvitationEmail' });

export const InvitationEmail = z
  .strictObject({ subject: z.string(), body: z.string(), html: z.string(), writtenBy: z.enum(emailWriters) })
  .meta({ id: 'InvitationEmail' });

const Recipient = z
  .strictObject({
    companyName: z.string(),
    email: z.string(),
    name: z.string().optional(),
    website: z.string().optional(),
  })
  .meta({ id: 'InvitationRecipient' });

const Sender = z
  .strictObject({ organizationID: z.string(), organizationName: z.string(), userName: z.string() })
  .meta({ id: 'InvitationSender' });

const Message = z.strictObject({ subject: z.string(), body: z.string() }).meta({ id: 'InvitationMessage' });

export const Invitation = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    direction: z.enum(directions),
    status: z.enum(invitationStatuses),
    recipient: Recipient,
    sender: Sender,
    partnerId: z.string().optional(),
    message: Message,
    linkedFileIds: z.array(z.string()),
    acceptBy: timeOut,
    acceptUrl: z.string().nullable().optional().meta({
      description: 'Only if this call created the link, shown once; null in repeated responses',
    }),
    sentTime: timeOut,
    resentCount: z.int(),
    respondedTime: timeOut.optional(),
  })
  .meta({ id: 'Invitation' });

export const InvitationPage = paged(Invitation);
