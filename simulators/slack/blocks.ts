import { z } from 'zod';

// Slack developer docs, Block Kit reference: the blocks that messages have, with their limits.

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });

const anyText = (max: number) =>
  z.discriminatedUnion('type', [
    plainText(max),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(max),
      verbatim: z.boolean().optional(),
    }),
  ]);

const blockId = { block_id: z.string().max(255).optional() };

const image = {
  type: z.literal('image'),
  image_url: z.url().max(3000),
  alt_text: z.string().min(1).max(2000),
};

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: z.string().max(255).optional(),
  url: z.url().max(3000).optional(),
  value: z.string().max(2000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150), ...blockId }),
  z
    .strictObject({
      type: z.literal('section'),
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: z.union([button, z.strictObject(image)]).optional(),
      ...blockId,
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({
    type: z.literal('context'),
    elements: z
      .array(z.union([anyText(2000), z.strictObject(image)]))
      .min(1)
      .max(10),
    ...blockId,
  }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25), ...blockId }),
  z.strictObject({ ...image, title: plainText(2000).optional(), ...blockId }),
]);

const blocks = z.array(block).max(50);

/** Whether Slack would show these blocks. */
export const areBlocks = (value: unknown): boolean => blocks.safeParse(value).success;
