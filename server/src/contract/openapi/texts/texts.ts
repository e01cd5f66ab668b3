export const commonTexts = {};
export const typeTexts = {};
