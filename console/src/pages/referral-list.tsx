import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOrgId } from '../api/session.ts';
import { Board } from '../cosell/board.tsx';
import { ActButton } from '../forms/acts.tsx';
import type { Noun } from '../nouns/noun.ts';
import { referralListTexts as texts } from '../texts/referral-list.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ResourceTable } from '../ui/resource-table.tsx';

/** Deals with partners, as a table or as a board by stage. */
export const ReferralList = ({ noun }: { noun: Noun }) => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const { view } = useSearch({ strict: false }) as { view?: string };
  const isBoard = view === 'board';
  return (
    <Stack gap="md" style={{ flex: 1, minHeight: 0 }}>
      <Group justify="space-between">
        <PageHeading>{noun.many}</PageHeading>
        <Group gap="xs">
          <SegmentedControl
            aria-label={texts.view}
            data={[
              { value: 'table', label: texts.table },
              { value: 'board', label: texts.board },
            ]}
            value={isBoard ? 'board' : 'table'}
            onChange={(next) => void navigate({ to: '.', search: (next === 'board' ? { view: next } : {}) as never })}
          />
          <LinkButton to={`/console/${orgId}/mappings`} isPlain>
            {texts.fieldMappings}
          </LinkButton>
          {(noun.create ?? []).map((operation) => (
            <ActButton key={operation} act={{ operation, path: { orgId } }} isPrimary />
          ))}
        </Group>
      </Group>
      {isBoard ? <Board /> : <ResourceTable noun={noun} />}
    </Stack>
  );
};
