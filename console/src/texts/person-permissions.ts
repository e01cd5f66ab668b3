/** `Owner, Administrator, or Editor`. */
const either = (words: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

export const personPermissionsTexts = {
  title: (name: string) => `What ${name || 'this person'} can do, and why`,
  notYet: (status: string) => `Not yet: the status is ${status.toLowerCase()}. This is what the role will allow.`,
  ask: 'Ask about an action',
  askExample: 'For example: Cancel an offer',
  yes: 'Yes',
  no: 'No',
  onlyLeaders: (role: string) => `Only owners and administrators can; this person is ${role}.`,
  everybody: 'Everyone can do this for themselves.',
  hasPermission: (permission: string, role: string) =>
    `It needs the permission ${permission}, which the role ${role} has.`,
  lacksPermission: (permission: string, role: string, rolesWithIt: readonly string[]) =>
    `It needs the permission ${permission}, which the role ${role} does not have. It comes with ${either(rolesWithIt)}, or with a role of your own.`,
  all: (role: string, count: number) => `All that the role ${role} allows: ${count} permissions`,
} as const;
