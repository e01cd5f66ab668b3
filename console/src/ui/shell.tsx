import {
  ActionIcon,
  Anchor,
  AppShell,
  Avatar,
  Burger,
  Button,
  Group,
  Indicator,
  Kbd,
  Menu,
  NavLink,
  ScrollArea,
  Select,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import {
  IconBook,
  IconBuilding,
  IconCalendarCheck,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { isLeader, whyNotPermitted } from '../api/can.ts';
import { people } from '../api/client.ts';
import { operationOf } from '../api/document.ts';
import { useLive } from '../api/live.ts';
import { useMe } from '../api/me.ts';
import { entryQuery } from '../api/sandbox.ts';
import { organizationsQuery, useOrgId } from '../api/session.ts';
import { Acts } from '../forms/acts.tsx';
import { wordOf } from '../lib/words.ts';
import { shellTexts as texts } from '../texts/shell.ts';
import { navigation } from './navigation.tsx';

const SandboxBar = lazy(() => import('./sandbox-bar.tsx').then((module) => ({ default: module.SandboxBar })));
const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

const OrganizationSwitch = () => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const { data = [] } = useQuery(organizationsQuery);
  return (
    <Select
      aria-label={texts.header.organization}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={orgId}
      onChange={(next) => next && void navigate({ to: '/console/$orgId/today', params: { orgId: next } })}
      allowDeselect={false}
      searchable={data.length > 8}
      size="sm"
      w={{ base: 150, sm: 200 }}
      comboboxProps={{ withinPortal: true }}
    />
  );
};

const UserMenu = () => {
  const me = useMe();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const leave = async (): Promise<void> => {
    await people.DELETE('/session');
    queries.clear();
    window.location.assign('/console/sign-in');
  };
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={texts.menu.label(me.name, wordOf(me.role ?? ''))}>
          <Avatar color="brand" radius="xl" size={34} variant="filled">
            <IconUser size={18} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.name}
          <br />
          {me.email}
          {me.role && ` · ${wordOf(me.role)}`}
        </Menu.Label>
        <Menu.Item component={Link} to={'/console/account' as string} leftSection={<IconUser size={16} />}>
          {texts.menu.account}
        </Menu.Item>
        <Menu.Item component={Link} to={'/console/organizations' as string} leftSection={<IconBuilding size={16} />}>
          {texts.menu.organizations}
        </Menu.Item>
        <Menu.Item
          leftSection={scheme === 'dark' ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          {scheme === 'dark' ? texts.menu.lightColours : texts.menu.darkColours}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} />}>
          {texts.menu.apiReference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          {texts.menu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

const Navigation = ({ onGo }: { onGo: () => void }) => {
  const orgId = useOrgId();
  const me = useMe();
  const { pathname } = useLocation();
  const at = pathname.split('/')[3] ?? 'today';
  return (
    <ScrollArea type="auto" h="100%" component="nav" aria-label={texts.navigation.main}>
      <NavLink
        component={Link}
        to={`/console/${orgId}/today` as string}
        label={texts.navigation.today}
        leftSection={<IconCalendarCheck size={18} />}
        active={at === 'today'}
        onClick={onGo}
      />
      {navigation.map(({ name, title, icon, links }) => (
        <NavLink
          key={name}
          component="button"
          label={title}
          leftSection={icon}
          defaultOpened={name === 'Sell' || links.some(({ slug }) => slug === at)}
          childrenOffset={30}
        >
          {links.map(({ slug, title, list }) => {
            const reason = list && whyNotPermitted(operationOf(list), me);
            return (
              <NavLink
                key={slug}
                component={Link}
                to={`/console/${orgId}/${slug}` as string}
                label={title}
                active={at === slug}
                onClick={onGo}
                py={5}
                title={reason}
                c={reason ? 'dimmed' : undefined}
              />
            );
          })}
        </NavLink>
      ))}
      <NavLink
        component={Link}
        to={`/console/${orgId}/knowledge` as string}
        label={texts.navigation.knowledge}
        leftSection={<IconBook size={18} />}
        active={at === 'knowledge'}
        onClick={onGo}
      />
    </ScrollArea>
  );
};

/** What surrounds every screen of an organization. */
export const Shell = () => {
  const orgId = useOrgId();
  const me = useMe();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  // Here and not in the palette, which is loaded later: an early press opens it once it is there.
  useHotkeys([['mod+K', () => spotlight.open()]], []);
  const isLive = useLive(orgId, me.permissions === undefined || me.permissions.has('notification:read'));
  const { data: entry } = useQuery(entryQuery);
  const hasSandbox = entry?.sandbox === true;
  useEffect(() => {
    const heading = document.querySelector('main h1')?.textContent;
    document.title = texts.documentTitle(heading ?? texts.console);
  });
  return (
    <Acts>
      <Anchor href="#main" className="skip-link">
        {texts.skip}
      </Anchor>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        footer={{ height: 46, collapsed: !hasSandbox }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header px="md">
          <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-label={texts.header.navigation}
                aria-expanded={isOpen}
              />
              <Anchor
                component={Link}
                to={`/console/${orgId}/today` as string}
                underline="never"
                visibleFrom="md"
                aria-label={texts.navigation.today}
              >
                <img src="/console/icon.svg" width={28} height={28} alt="" style={{ display: 'block' }} />
              </Anchor>
              <OrganizationSwitch />
            </Group>
            <Group gap="sm" wrap="nowrap">
              <Button
                variant="default"
                visibleFrom="sm"
                leftSection={<IconSearch size={16} />}
                rightSection={<Kbd size="xs">{texts.header.searchKeys}</Kbd>}
                onClick={() => spotlight.open()}
                fw={400}
              >
                {texts.header.search}
              </Button>
              <ActionIcon
                variant="default"
                size="lg"
                hiddenFrom="sm"
                aria-label={texts.header.search}
                onClick={() => spotlight.open()}
              >
                <IconSearch size={18} />
              </ActionIcon>
              <Tooltip label={isLive ? texts.header.liveLong : texts.header.notLiveLong}>
                <Indicator
                  role="img"
                  aria-label={isLive ? texts.header.live : texts.header.notLive}
                  color={isLive ? 'teal' : 'gray'}
                  processing={isLive}
                  size={9}
                  position="middle-center"
                  w={14}
                  h={14}
                />
              </Tooltip>
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs">
          <Navigation onGo={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" style={{ display: 'flex', flexDirection: 'column' }} key={pathname.split('/')[2]}>
          <Suspense fallback={<Text c="dimmed">{texts.loading}</Text>}>
            <Outlet />
          </Suspense>
        </AppShell.Main>
        {hasSandbox && (
          <AppShell.Footer>
            <Suspense>
              <SandboxBar canUse={isLeader(me)} />
            </Suspense>
          </AppShell.Footer>
        )}
        <Suspense>
          <Palette />
        </Suspense>
      </AppShell>
    </Acts>
  );
};
