export const editButtonTexts = { edit: 'Edit and submit' } as const;
