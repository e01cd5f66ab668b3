import { z } from 'zod';
import { everyPermission, type Permission, roles } from '../../../../auth/permissions.ts';
import { componentOf, ownedText, ownedTime, text, timeOut } from '../../../../contract/shapes.ts';

const takenNames = new Set([...Object.keys(roles), 'CUSTOM']);

const name = text(100, 1)
  .refine((value) => value.trim() === value, 'must not begin or end with a space')
  .refine((value) => !takenNames.has(value.toUpperCase()), 'is the name of a built-in role');

const permission = z.enum(everyPermission as readonly [Permission, ...Permission[]]);

const permissions = z
  .array(permission)
  .min(1, 'must not be empty')
  .refine((list) => new Set(list).size === list.length, 'a permission is given twice');

const owned = {
  id: ownedText,
  organizationID: ownedText,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdateTime: ownedTime,
};

export const NewRole = z
  .strictObject({ name, description: text(1000).nullish(), permissions, ...owned })
  .meta(componentOf('RoleInput'));

export const RoleChange = z
  .strictObject({
    name: name.optional(),
    description: text(1000).nullish(),
    permissions: permissions.optional(),
    ...owned,
  })
  .meta(componentOf('RoleChange'));

export const Role = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    name: z.string(),
    description: z.string(),
    permissions: z.array(permission),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'Role' });
