import { Button, Code, CopyButton, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Block } from '../lib/guide.ts';
import { proseTexts as texts } from '../texts/prose.ts';

/** Text with `code`, **strong** and *stressed* parts. */
const Inline = ({ text }: { text: string }): ReactNode =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part, at) => {
    const key = `${at} ${part}`;
    if (part.startsWith('`'))
      return (
        <Code key={key} style={{ overflowWrap: 'anywhere' }}>
          {part.slice(1, -1)}
        </Code>
      );
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*') && part.length > 1) return <em key={key}>{part.slice(1, -1)}</em>;
    return part;
  });

const Copyable = ({ text }: { text: string }) => (
  <Stack gap={6} align="flex-start">
    <Code block w="100%" tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy}>
          {copied ? texts.copied : texts.copy}
        </Button>
      )}
    </CopyButton>
  </Stack>
);

/** A guide: its sentences, lists, and texts to copy. */
export const Prose = ({ blocks }: { blocks: readonly Block[] }) => (
  <Stack gap="sm">
    {blocks.map((block) => {
      if (block.kind === 'code') return <Copyable key={block.text} text={block.text} />;
      if (block.kind === 'text')
        return (
          <Text key={block.text} size="sm">
            <Inline text={block.text} />
          </Text>
        );
      return (
        <List key={block.items.join()} size="sm" spacing={4} type={block.isOrdered ? 'ordered' : 'unordered'}>
          {block.items.map((item) => (
            <List.Item key={item}>
              <Inline text={item} />
            </List.Item>
          ))}
        </List>
      );
    })}
  </Stack>
);
