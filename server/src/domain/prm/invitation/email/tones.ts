export const tones = ['PROFESSIONAL', 'FRIENDLY', 'CONCISE'] as const;
export type Tone = (typeof tones)[number];
