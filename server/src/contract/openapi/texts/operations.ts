export const operationTexts = {} as const satisfies Readonly<Record<string, string>>;
