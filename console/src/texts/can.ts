const anyOf = (words: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

export const canTexts = {
  withoutPermission: (role: string, permission: string) =>
    `Your role, ${role}, does not have the permission ${permission}.`,
  onlyLeaders: 'Only an owner or an administrator can do this.',
  noSuchAct: (partner: string) => `${partner} does not support this action.`,
  otherStatus: (status: string, allowed: readonly string[]) =>
    `It is ${status.toLowerCase()}. This is possible when it is ${anyOf(allowed).toLowerCase()}.`,
} as const;
