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
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { whyNot } from '../api/can.ts';
import { ask } from '../api/client.ts';
import { operationOf } from '../api/document.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useMe, useOrgId } from '../api/session.ts';
import { logoFrom } from '../lib/logo.ts';
import { Fault, Lines } from '../ui/states.tsx';

const members = ['displayName', 'accentColor', 'logo', 'supportEmail', 'supportUrl'] as const;
type Member = (typeof members)[number];
type Branding = Partial<Record<Member, string>>;

const swatches = ['#1f4e79', '#1f6feb', '#0b7a75', '#2e7d32', '#b45309', '#b91c1c', '#6d28d9', '#111827'];

const stateNames: Record<string, string> = {
  REGISTERED: 'The purchase is registered',
  WAITING: 'The order waits for you',
  ARRIVING: 'The marketplace does not show the purchase yet',
  ENDED: 'The purchase has ended',
  EXPIRED: 'The link is no longer valid',
  FAILED: 'The marketplace does not respond',
};

/** The whole of the values as a change: what is empty is removed. */
const changeOf = (values: Branding) => Object.fromEntries(members.map((name) => [name, values[name] || null]));

type Previewed = { html?: string; hints?: string[]; problem?: Problem };

/** What the API makes of the values while the person types. Nothing is stored. */
const usePreview = (values: Branding, state: string): Previewed => {
  const orgId = useOrgId();
  const [tried] = useDebouncedValue(values, 400);
  const { data } = useQuery({
    queryKey: ['try', orgId, 'branding', tried, state],
    placeholderData: keepPreviousData,
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

/** The page as a buyer would see it. It runs nothing and loads nothing. */
const Preview = ({
  previewed: { html, hints = [] },
  state,
  onState,
}: {
  previewed: Previewed;
  state: string;
  onState: (state: string) => void;
}) => (
  <Card withBorder component="section" aria-label="Preview">
    <Stack>
      <Title order={2} size="h5">
        What your buyers see
      </Title>
      <Select
        label="When"
        data={Object.entries(stateNames).map(([value, label]) => ({ value, label }))}
        value={state}
        allowDeselect={false}
        onChange={(next) => next && onState(next)}
      />
      {hints.length > 0 && (
        <List size="sm" role="status" aria-label="Corrections">
          {hints.map((hint) => (
            <List.Item key={hint}>{hint}</List.Item>
          ))}
        </List>
      )}
      {html === undefined ? (
        <Text size="sm" c="dimmed">
          The preview is shown when the values are complete.
        </Text>
      ) : (
        <iframe
          title="The landing page"
          sandbox=""
          srcDoc={html}
          style={{ width: '100%', height: 520, border: '1px solid var(--mantine-color-default-border)' }}
        />
      )}
    </Stack>
  </Card>
);

/** The logo: what is chosen is made small enough here. */
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
        label="Logo"
        description="PNG or JPEG; it is shown on white. Larger images are made smaller."
        placeholder="Choose an image"
        accept="image/png,image/jpeg,image/webp"
        flex={1}
        error={fault ?? error}
        value={null}
        onChange={(file) => void choose(file)}
      />
      {value && (
        <>
          <Image src={value} alt="The logo" h={36} w="auto" maw={120} bg="white" p={2} />
          <Button variant="default" onClick={() => onChange(undefined)}>
            Remove the logo
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
    return message && `This ${message}.`;
  };
  const set = (name: Member, value: string | undefined): void => {
    setRefused(undefined);
    setValues({ ...values, [name]: value });
  };
  const field = (name: Member, label: string, description: string, placeholder?: string) => ({
    ...{ label, description, placeholder, value: values[name] ?? '', error: faultAt(name) },
  });
  const save = async (): Promise<void> => {
    setSending(true);
    try {
      const headers: Record<string, string> = etag ? { 'if-match': etag } : {};
      await ask('UpdateBranding', { path: { orgId }, body: changeOf(values), headers });
      notifications.show({ message: 'Saved. Buyers see it from now on.' });
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  const why = reason ?? (isChanged ? undefined : 'Nothing has changed.');
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Card withBorder>
          <Stack>
            <TextInput
              {...field('displayName', 'Name', 'Without one, buyers see the name of the organization.')}
              maxLength={100}
              onChange={({ currentTarget }) => set('displayName', currentTarget.value)}
            />
            <ColorInput
              {...field('accentColor', 'Colour', 'Of the bar at the top, and of links.', '#1f4e79')}
              swatches={swatches}
              withPicker={false}
              withEyeDropper={false}
              onChange={(next) => set('accentColor', next)}
            />
            <Logo value={values.logo} error={faultAt('logo')} onChange={(logo) => set('logo', logo)} />
            <TextInput
              {...field('supportEmail', 'Mail address for questions', 'Replies to mails about offers go here, too.')}
              type="email"
              onChange={({ currentTarget }) => set('supportEmail', currentTarget.value.trim())}
            />
            <TextInput
              {...field('supportUrl', 'Page for questions', 'A web page where buyers find help.', 'https://')}
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
                Save
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

/** What buyers see of the organization, with the landing page as it would be. */
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
      <Title order={1} size="h3">
        Branding
      </Title>
      <Text size="sm" c="dimmed" maw={640}>
        What buyers see of your organization: on the page to which marketplaces send them, and in mails about offers.
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
