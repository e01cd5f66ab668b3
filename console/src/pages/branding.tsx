import {
  Button,
  Card,
  ColorInput,
  FileInput,
  Grid,
  Group,
  Image,
  List,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { keepAmong } from '../api/keep.ts';
import { useMe } from '../api/me.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { logoFrom } from '../lib/logo.ts';
import { brandingTexts as texts } from '../texts/branding.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { Fault, Lines } from '../ui/states.tsx';

const members = ['displayName', 'accentColor', 'logo', 'supportEmail', 'supportUrl'] as const;
type Member = (typeof members)[number];
type Branding = Partial<Record<Member, string>>;

const swatches = ['#1f4e79', '#1f6feb', '#0b7a75', '#2e7d32', '#b45309', '#b91c1c', '#6d28d9', '#111827'];

/** All values as a change: empty ones are removed. */
const changeOf = (values: Branding) => Object.fromEntries(members.map((name) => [name, values[name] || null]));

type Previewed = { html?: string; fieldHints?: { path: string; message: string }[]; problem?: Problem };

/** The API's preview of the values while the person types. Nothing is stored. */
const usePreview = (values: Branding, state: string): Previewed => {
  const orgId = useOrgId();
  const [tried] = useDebouncedValue(values, 400);
  const among = ['try', orgId, 'branding'];
  const { data } = useQuery({
    queryKey: [...among, tried, state],
    placeholderData: keepAmong(among),
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Previewed> => {
      try {
        const body = { ...changeOf(tried), state };
        return (await ask('PreviewBranding', { path: { orgId }, body, signal })).body as Previewed;
      } catch (error) {
        return { problem: problemOf(error) };
      }
    },
  });
  return data ?? {};
};

/** The page as a buyer would see it. It runs no scripts and loads nothing. */
const Preview = ({
  previewed: { html, fieldHints = [] },
  state,
  onState,
}: {
  previewed: Previewed;
  state: string;
  onState: (state: string) => void;
}) => {
  const corrections = fieldHints.filter(({ path }) => path === 'accentColor');
  return (
    <Card withBorder component="section" aria-label={texts.preview.label}>
      <Stack>
        <Title order={2} size="h5">
          {texts.preview.title}
        </Title>
        <Select
          label={texts.preview.when}
          data={Object.entries(texts.states).map(([value, label]) => ({ value, label }))}
          value={state}
          allowDeselect={false}
          onChange={(next) => next && onState(next)}
        />
        {corrections.length > 0 && (
          <List size="sm" role="status" aria-label={texts.preview.corrections}>
            {corrections.map(({ message }) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        )}
        {html === undefined ? (
          <Text size="sm" c="dimmed">
            {texts.preview.incomplete}
          </Text>
        ) : (
          <iframe
            title={texts.preview.page}
            sandbox=""
            srcDoc={html}
            style={{ width: '100%', height: 520, border: '1px solid var(--mantine-color-default-border)' }}
          />
        )}
      </Stack>
    </Card>
  );
};

/** The logo: the chosen image is resized in the browser. */
const Logo = ({
  value,
  error,
  onChange,
}: {
  value?: string;
  error?: string;
  onChange: (logo: string | undefined) => void;
}) => {
  const [fault, setFault] = useState<string>();
  const choose = async (file: File | null): Promise<void> => {
    setFault(undefined);
    if (file === null) return;
    try {
      onChange(await logoFrom(file));
    } catch (wrong) {
      setFault((wrong as Error).message);
    }
  };
  return (
    <Group align="flex-end">
      <FileInput
        label={texts.logo.label}
        description={texts.logo.description}
        placeholder={texts.logo.choose}
        accept="image/png,image/jpeg,image/webp"
        flex={1}
        error={fault ?? error}
        value={null}
        onChange={(file) => void choose(file)}
      />
      {value && (
        <>
          <Image src={value} alt={texts.logo.alt} h={36} w="auto" maw={120} bg="white" p={2} />
          <Button variant="default" onClick={() => onChange(undefined)}>
            {texts.logo.remove}
          </Button>
        </>
      )}
    </Group>
  );
};

const Editor = ({ saved, etag }: { saved: Branding; etag?: string }) => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const [values, setValues] = useState<Branding>(saved);
  const [state, setState] = useState('REGISTERED');
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const previewed = usePreview(values, state);
  const reason = whyNot(operationOf('UpdateBranding'), useMe());
  const isChanged = members.some((name) => (values[name] ?? '') !== (saved[name] ?? ''));
  const faults = [...(refused ? problemOf(refused).faults : []), ...(previewed.problem?.faults ?? [])];
  const faultAt = (name: Member): string | undefined => {
    const message = faults.find(({ path }) => path === name)?.message;
    return message && texts.faultAt(message);
  };
  const replyHint = previewed.fieldHints?.find(({ path }) => path === 'supportEmail')?.message;
  const set = (name: Member, value: string | undefined): void => {
    setRefused(undefined);
    setValues({ ...values, [name]: value });
  };
  const field = (name: keyof typeof texts.fields) => ({
    ...texts.fields[name],
    value: values[name] ?? '',
    error: faultAt(name),
  });
  const save = async (): Promise<void> => {
    setSending(true);
    try {
      const headers: Record<string, string> = etag ? { 'if-match': etag } : {};
      await ask('UpdateBranding', { path: { orgId }, body: changeOf(values), headers });
      notifications.show({ message: texts.saved });
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  const why = reason ?? (isChanged ? undefined : texts.unchanged);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Card withBorder>
          <Stack>
            <TextInput
              {...field('displayName')}
              maxLength={100}
              onChange={({ currentTarget }) => set('displayName', currentTarget.value)}
            />
            <ColorInput
              {...field('accentColor')}
              swatches={swatches}
              withPicker={false}
              withEyeDropper={false}
              onChange={(next) => set('accentColor', next)}
            />
            <Logo value={values.logo} error={faultAt('logo')} onChange={(logo) => set('logo', logo)} />
            <TextInput
              {...field('supportEmail')}
              description={
                <>
                  {texts.fields.supportEmail.description}
                  {replyHint && (
                    <Text span inherit display="block" c="var(--mantine-color-text)">
                      {replyHint}
                    </Text>
                  )}
                </>
              }
              type="email"
              onChange={({ currentTarget }) => set('supportEmail', currentTarget.value.trim())}
            />
            <TextInput
              {...field('supportUrl')}
              onChange={({ currentTarget }) => set('supportUrl', currentTarget.value.trim())}
            />
            {refused !== undefined && <Fault error={refused} />}
            <Group justify="flex-end">
              <Button
                loading={isSending}
                aria-disabled={why !== undefined}
                data-disabled={why !== undefined || undefined}
                title={why}
                onClick={() => why === undefined && void save()}
              >
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Preview previewed={previewed} state={state} onState={setState} />
      </Grid.Col>
    </Grid>
  );
};

/** The organization's branding, with a preview of the landing page. */
export const BrandingPage = () => {
  const orgId = useOrgId();
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'branding'],
    queryFn: async ({ signal }) => {
      const { body, headers } = await ask('GetBranding', { path: { orgId }, signal });
      return { branding: body as Branding, etag: headers.get('etag') ?? undefined };
    },
  });
  return (
    <Stack>
      <PageHeading>{texts.title}</PageHeading>
      <Text size="sm" c="dimmed" maw={640}>
        {texts.about}
      </Text>
      {error ? (
        <Fault error={error} />
      ) : data ? (
        <Editor key={data.etag} saved={data.branding} etag={data.etag} />
      ) : (
        <Lines count={6} />
      )}
    </Stack>
  );
};
