export const parameterTexts = {} as const satisfies Readonly<Record<string, string>>;
