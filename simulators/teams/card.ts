import { z } from 'zod';

// Adaptive Cards schema 1.4, as far as notifications use it; Teams shows cards up to version 1.5.

const color = z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']).optional();
const size = z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']).optional();
const weight = z.enum(['Default', 'Lighter', 'Bolder']).optional();
const common = {
  id: z.string().optional(),
  isVisible: z.boolean().optional(),
  separator: z.boolean().optional(),
  spacing: z.enum(['None', 'Default', 'Small', 'Medium', 'Large', 'ExtraLarge', 'Padding']).optional(),
};
const textLook = { color, size, weight, isSubtle: z.boolean().optional() };

const openUrl = z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().optional(), url: z.url() });

const textRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  ...textLook,
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  selectAction: openUrl.optional(),
});

const element = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('TextBlock'),
    text: z.string(),
    ...textLook,
    wrap: z.boolean().optional(),
    maxLines: z.int().optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(z.union([z.string(), textRun])), ...common }),
  z.strictObject({
    type: z.literal('FactSet'),
    facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
    ...common,
  }),
]);

const card = z.strictObject({
  type: z.literal('AdaptiveCard'),
  $schema: z.string().optional(),
  version: z.string().regex(/^1\.[0-5]$/),
  body: z.array(element).optional(),
  // More than six actions are not shown.
  actions: z.array(openUrl).max(6).optional(),
  fallbackText: z.string().optional(),
  speak: z.string().optional(),
  lang: z.string().optional(),
});

/** Why the workflow cannot post a card; null if it can. */
export const faultOfCard = (value: unknown): string | null => {
  const { error } = card.safeParse(value);
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') : null;
};
