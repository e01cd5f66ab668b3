import { Avatar, Menu, Select, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconBook, IconBuilding, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { people } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { organizationsQuery, useOrgId } from '../api/session.ts';
import { wordOf } from '../lib/words.ts';
import { headerMenusTexts as texts } from '../texts/header-menus.ts';

/** Links to a person's other organizations. */
export const OrganizationSwitch = () => {
  const orgId = useOrgId();
  const navigate = useNavigate();
  const { data = [] } = useQuery(organizationsQuery);
  return (
    <Select
      aria-label={texts.organization}
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

/** The menu of the person, as opposed to the organization. */
export const UserMenu = () => {
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
