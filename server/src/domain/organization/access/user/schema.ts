import { z } from 'zod';
import { roles } from '../../../../auth/permissions.ts';
import { choiceIn, componentOf, idIn, ownedText, ownedTime, text, timeOut } from '../../../../contract/shapes.ts';
import { isMailAddress } from '../../../../kit/mail-address.ts';
import { userStatuses } from './states.ts';

export const userRoles = [...(Object.keys(roles) as (keyof typeof roles)[]), 'CUSTOM'] as const;

// ASCII only, because addresses are compared in lower case both here and in the database.
const email = text(254, 1)
  .refine((value) => isMailAddress(value), 'must be an e-mail address')
  .transform((value) => value.toLowerCase());

/** Names appear in mails and must not contain line breaks. */
const name = text(100).refine((value) => /^\P{Cc}*$/u.test(value), 'must not contain control characters');

const roleChoice = {
  role: choiceIn(userRoles).nullish().meta({ description: 'With customRoleId: CUSTOM or absent' }),
  customRoleId: idIn('role').nullish(),
};

const owned = { id: ownedText, name: ownedText, creationTime: ownedTime, lastLoginTime: ownedTime };

export const UserInvitation = z
  .strictObject({
    email,
    ...roleChoice,
    firstName: name.nullish(),
    lastName: name.nullish(),
    status: ownedText,
    ...owned,
  })
  .meta(componentOf('UserInput'));

export const UserChange = z
  .strictObject({
    ...roleChoice,
    status: choiceIn(userStatuses).optional(),
    firstName: name.nullish(),
    lastName: name.nullish(),
    email: ownedText,
    ...owned,
  })
  .meta(componentOf('UserChange'));

export const User = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    role: z.enum(userRoles),
    customRoleId: z.string().optional(),
    status: z.enum(userStatuses),
    creationTime: timeOut,
    lastLoginTime: timeOut.optional(),
  })
  .meta({ id: 'User' });
