export const tones = ['PROFESSIONAL', 'FRIENDLY', 'CONCISE'] as const;
export type Tone = (typeof tones)[number];

/** Who drafts a mail: this service, or the operator's writer (`EMAIL_WRITER_URL`). */
export const emailWriters = ['TEMPLATE', 'WRITER'] as const;
