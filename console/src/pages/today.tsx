import { Anchor, Badge, Card, Group, Progress, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { whyNotPermitted } from '../api/can.ts';
import { endpointOf } from '../api/endpoints.ts';
import { noPage, pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { dayAhead } from '../lib/format.ts';
import { wordOf } from '../lib/words.ts';
import { idOf, textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { todayTexts as texts } from '../texts/today.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Status, Time, Value } from '../ui/value.tsx';

/** A question that a person asks every morning. */
type Question = {
  title: string;
  slug: string;
  /** The parameters of the list that answers it; they are also the address of the table. */
  search: Record<string, string>;
  /** Parameters that the table does not have. */
  more?: Record<string, string>;
  body?: unknown;
  /** The details shown of each row. */
  detail: (row: Row) => React.ReactNode;
  severity: 'red' | 'orange' | 'blue';
  isLate?: (row: Row) => boolean;
};

const when = (row: Row, path: string): React.ReactNode =>
  textAt(row, path) ? <Time value={textAt(row, path)} /> : null;

const questions = (): Question[] => [
  {
    title: texts.questions.offersRefused,
    slug: 'offers',
    search: { status: 'CREATE_FAILED' },
    detail: (row) => <Value value={row.partner} />,
    severity: 'red',
  },
  {
    title: texts.questions.changesFailed,
    slug: 'offers',
    search: { status: 'UPDATE_FAILED' },
    detail: (row) => <Value value={row.partner} />,
    severity: 'red',
  },
  {
    title: texts.questions.offersExpiring,
    slug: 'offers',
    search: { status: 'PENDING_ACCEPTANCE', sort: 'expire_time' },
    more: { q: `(and (= status "PENDING_ACCEPTANCE") (< expire_time "${dayAhead(14)}T00:00:00Z"))` },
    detail: (row) => when(row, 'expireTime'),
    severity: 'orange',
  },
  {
    title: texts.questions.offersWaiting,
    slug: 'offers',
    search: { status: 'PENDING_ACCEPTANCE' },
    detail: (row) => when(row, 'expireTime'),
    severity: 'blue',
  },
  {
    title: texts.questions.purchasesToApprove,
    slug: 'contracts',
    search: { status: 'PENDING_START' },
    detail: (row) => <Value value={row.partner} />,
    severity: 'orange',
  },
  {
    title: texts.questions.contractsEnding,
    slug: 'contracts',
    search: { status: 'ACTIVE', sort: 'end_time' },
    more: { q: `(and (= status "ACTIVE") (< end_time "${dayAhead(60)}T00:00:00Z"))` },
    detail: (row) => when(row, 'endTime'),
    severity: 'orange',
  },
  {
    title: texts.questions.usageProblems,
    slug: 'usage-problems',
    search: {},
    detail: (row) => <Status value={textAt(row, 'cause')} />,
    severity: 'red',
  },
  {
    title: texts.questions.silentMeters,
    slug: 'silent-meters',
    search: {},
    detail: (row) => texts.daysWithoutUsage(textAt(row, 'emptyDays')),
    severity: 'orange',
  },
  {
    title: texts.questions.connectionErrors,
    slug: 'connections',
    search: { status: 'ERROR' },
    detail: (row) => textAt(row, 'lastError.message'),
    severity: 'red',
  },
  {
    title: texts.questions.referralsNeedAnswer,
    slug: 'referrals',
    search: { status: 'ACTION_REQUIRED' },
    detail: (row) => <Value value={row.partner} />,
    severity: 'orange',
  },
  {
    title: texts.questions.referralsWaiting,
    slug: 'referrals',
    search: { status: 'PENDING_ACCEPTANCE' },
    detail: (row) => <Value value={row.partner} />,
    severity: 'orange',
  },
  {
    title: texts.questions.openTickets,
    slug: 'tickets',
    search: { status: 'OPEN' },
    detail: (row) => <Status value={textAt(row, 'priority')} />,
    severity: 'blue',
  },
  {
    title: texts.questions.differences,
    slug: 'differences',
    search: { status: 'OPEN' },
    detail: (row) => <Value value={row.kind} />,
    severity: 'orange',
  },
];

const shown = 4;

const Steps = () => {
  const orgId = useOrgId();
  const { data } = useQuery({
    queryKey: ['org', orgId, 'onboarding'],
    queryFn: async () => (await ask('GetOnboardingStatus', { path: { orgId } })).body as Row,
    retry: false,
  });
  const [done, total] = [Number(data?.completedCount ?? 0), Number(data?.totalCount ?? 0)];
  if (!data || done >= total || data.intent === 'DISMISSED') return null;
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {texts.steps.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.steps.doneOf(done, total)}
        </Text>
      </Group>
      <Progress value={(100 * done) / total} aria-label={texts.steps.progress} mb="sm" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs">
        {(data.steps as Row[]).map((step) => (
          <Group key={textAt(step, 'key')} gap="xs" wrap="nowrap" align="flex-start">
            <Status value={textAt(step, 'status')} />
            <div>
              <Text size="sm" fw={600}>
                {wordOf(textAt(step, 'key'))}
              </Text>
              <Text size="xs" c="dimmed">
                {textAt(step, 'detail')}
              </Text>
            </div>
          </Group>
        ))}
      </SimpleGrid>
    </Card>
  );
};

/** Counts of what needs attention, each linked to its list. */
export const Today = () => {
  const orgId = useOrgId();
  const me = useMe();
  const asked = questions().filter(({ slug }) => {
    const noun = nounAt(slug);
    return noun && whyNotPermitted(endpointOf(noun.list), me) === undefined;
  });
  const answers = useQueries({
    queries: asked.map(({ slug, search, more }) => ({
      queryKey: ['org', orgId, 'today', slug, search, more],
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const noun = nounAt(slug);
        if (!noun) return noPage;
        const { takes } = endpointOf(noun.list);
        const { sort, ...filters } = search;
        const size = takes.includes('page_size') ? { page_size: shown } : { limit: shown };
        const given = more ?? filters;
        const query = { ...noun.fixed, ...given, ...size, ...(sort && takes.includes('s') ? { s: sort } : {}) };
        return pageFrom(await ask(noun.list, { path: { orgId }, query, signal }));
      },
    })),
  });
  const isLoading = answers.some((answer) => answer.isLoading);
  const cards = asked.map((question, at) => ({ question, answer: answers[at] }));
  const needed = cards.filter(({ answer }) => answer?.error || (answer?.data?.rows.length ?? 0) > 0);
  return (
    <Stack gap="lg">
      <div>
        <PageHeading>{texts.title}</PageHeading>
        <Text c="dimmed" size="sm">
          {texts.text}
        </Text>
      </div>
      <Steps />
      {isLoading && <Lines count={5} />}
      {!isLoading && needed.length === 0 && (
        <Card withBorder>
          <Group>
            <ThemeIcon variant="light" color="teal" size="lg" radius="xl">
              <IconCircleCheck />
            </ThemeIcon>
            <div>
              <Text fw={600}>{texts.nothing.title}</Text>
              <Text size="sm" c="dimmed">
                {texts.nothing.text}
              </Text>
            </div>
          </Group>
        </Card>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
        {needed.map(({ question: { title, slug, search, detail, severity }, answer }) => {
          const noun = nounAt(slug);
          const rows = answer?.data?.rows ?? [];
          const count = answer?.data?.total ?? rows.length;
          return (
            <Card key={title} withBorder padding="md" component="section" aria-label={title}>
              <Group justify="space-between" mb="xs" wrap="nowrap">
                <Anchor
                  component={Link}
                  to={`/console/${orgId}/${slug}` as string}
                  search={search as never}
                  fw={650}
                  c="var(--mantine-color-text)"
                >
                  {title}
                </Anchor>
                <Badge size="lg" circle={count < 10} color={`${severity}.9`} variant="filled">
                  {count}
                  {answer?.data?.total === undefined && answer?.data?.hasNext ? '+' : ''}
                </Badge>
              </Group>
              {answer?.error && <Fault error={answer.error} />}
              <Stack gap={6}>
                {rows.slice(0, shown).map((row) => (
                  <Group key={noun && idOf(noun, row)} justify="space-between" wrap="nowrap" gap="sm">
                    {noun?.item || noun?.actsPath ? (
                      <Anchor
                        component={Link}
                        to={`/console/${orgId}/${slug}/${idOf(noun, row)}` as string}
                        size="sm"
                        truncate
                      >
                        {noun.name(row)}
                      </Anchor>
                    ) : (
                      <Text size="sm" truncate>
                        {noun?.name(row)}
                      </Text>
                    )}
                    <Text size="sm" c="dimmed" component="div" style={{ flexShrink: 0 }}>
                      {detail(row)}
                    </Text>
                  </Group>
                ))}
              </Stack>
            </Card>
          );
        })}
      </SimpleGrid>
    </Stack>
  );
};
