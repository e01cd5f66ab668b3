import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Indicator,
  Kbd,
  NavLink,
  Skeleton,
  Text,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconBook, IconCalendarCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isLeader, whyNotPermitted } from '../api/can.ts';
import { endpointOf } from '../api/endpoints.ts';
import { useLive } from '../api/live.ts';
import { useMe } from '../api/me.ts';
import { entryQuery } from '../api/sandbox.ts';
import { OrgId, useOrgId } from '../api/session.ts';
import { Acts } from '../forms/open-act.tsx';
import { whenIdle } from '../lib/idle.ts';
import { shellTexts as texts } from '../texts/shell.ts';
import { navigation } from './navigation.tsx';

const SandboxBar = lazy(() =>
  whenIdle(() => import('./sandbox-bar.tsx')).then((module) => ({ default: module.SandboxBar })),
);
const OrganizationSwitch = lazy(() =>
  whenIdle(() => import('./header-menus.tsx')).then((module) => ({ default: module.OrganizationSwitch })),
);
const UserMenu = lazy(() =>
  whenIdle(() => import('./header-menus.tsx')).then((module) => ({ default: module.UserMenu })),
);
const Palette = lazy(() => whenIdle(() => import('./palette.tsx')).then((module) => ({ default: module.Palette })));

/** A group of the navigation. Its links are rendered when it is first opened. */
const NavigationGroup = ({ group, at, onGo }: { group: (typeof navigation)[number]; at: string; onGo: () => void }) => {
  const orgId = useOrgId();
  const me = useMe();
  const { name, title, icon, links } = group;
  const [isOpen, setOpen] = useState(name === 'Sell' || links.some(({ slug }) => slug === at));
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const made = wasOpen ? links : [];
  return (
    <NavLink component="button" label={title} leftSection={icon} opened={isOpen} onChange={setOpen} childrenOffset={30}>
      {made.map(({ slug, title: label, list }) => {
        const reason = list && whyNotPermitted(endpointOf(list), me);
        return (
          <NavLink
            key={slug}
            component={Link}
            to={`/console/${orgId}/${slug}` as string}
            label={label}
            active={at === slug}
            onClick={onGo}
            py={5}
            title={reason}
            c={reason ? 'dimmed' : undefined}
          />
        );
      })}
    </NavLink>
  );
};

const Navigation = ({ onGo }: { onGo: () => void }) => {
  const orgId = useOrgId();
  const pathname = useLocation({ select: (location) => location.pathname });
  const at = pathname.split('/')[3] ?? 'today';
  return (
    <Box
      component="nav"
      aria-label={texts.navigation.main}
      style={{ height: '100%', overflowY: 'auto', scrollbarWidth: 'thin' }}
    >
      <NavLink
        component={Link}
        to={`/console/${orgId}/today` as string}
        label={texts.navigation.today}
        leftSection={<IconCalendarCheck size={18} />}
        active={at === 'today'}
        onClick={onGo}
      />
      {navigation.map((group) => (
        <NavigationGroup key={group.name} group={group} at={at} onGo={onGo} />
      ))}
      <NavLink
        component={Link}
        to={`/console/${orgId}/knowledge` as string}
        label={texts.navigation.knowledge}
        leftSection={<IconBook size={18} />}
        active={at === 'knowledge'}
        onClick={onGo}
      />
    </Box>
  );
};

const Frame = () => {
  const orgId = useOrgId();
  const me = useMe();
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = useLocation({ select: (location) => location.pathname });
  // Here and not in the palette, which is loaded later: an early key press opens it once it is loaded.
  useHotkeys([['mod+K', () => spotlight.open()]], []);
  const isLive = useLive(orgId, me.permissions === undefined || me.permissions.has('notification:read'));
  const { data: entry } = useQuery(entryQuery);
  const hasSandbox = entry?.sandbox === true;
  // Most people open a list or a thing next.
  useEffect(() => void whenIdle(() => import('../pages/things.tsx')), []);
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
              <Suspense fallback={<Skeleton h={36} w={{ base: 150, sm: 200 }} />}>
                <OrganizationSwitch />
              </Suspense>
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
              <Indicator
                role="img"
                aria-label={isLive ? texts.header.live : texts.header.notLive}
                title={isLive ? texts.header.liveLong : texts.header.notLiveLong}
                color={isLive ? 'teal' : 'gray'}
                processing={isLive}
                size={9}
                position="middle-center"
                w={14}
                h={14}
              />
              <Suspense fallback={<Skeleton circle h={34} w={34} />}>
                <UserMenu />
              </Suspense>
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

/** The layout of every screen of an organization. */
export const Shell = () => {
  const { orgId = '' } = useParams({ strict: false });
  return (
    <OrgId value={orgId}>
      <Frame />
    </OrgId>
  );
};
