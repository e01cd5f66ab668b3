import { Code, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { keepAmong } from '../api/keep.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { textAt } from '../nouns/noun.ts';
import { offerMailTexts as texts } from '../texts/offer-mail.tsx';
import { Fault, Lines } from '../ui/states.tsx';

/** The mail to a contact of an offer, as the API composes it. Nothing is sent. */
const Preview = ({
  offerId,
  contactId,
  personalLine,
}: {
  offerId: string;
  contactId?: string;
  personalLine?: string;
}) => {
  const orgId = useOrgId();
  const [line] = useDebouncedValue(personalLine || undefined, 300);
  const among = ['org', orgId, 'offer-mail', offerId, contactId];
  const { data, error } = useQuery({
    queryKey: [...among, line],
    placeholderData: keepAmong(among),
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { scope: 'NOTIFY_CONTACTS.OFFER', offerId, contactId, personalLine: line };
      return (await ask('PreviewNotification', { path: { orgId }, body, signal })).body as Row;
    },
  });
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  return (
    <Stack gap={6}>
      <Text size="sm">{texts.subject(<b>{textAt(data, 'subject')}</b>)}</Text>
      {textAt(data, 'replyTo') !== '' && <Text size="sm">{texts.repliesTo(<b>{textAt(data, 'replyTo')}</b>)}</Text>}
      <Code block tabIndex={0} mah={320} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {textAt(data, 'textContent')}
      </Code>
    </Stack>
  );
};

/** Selects the recipients of an offer's notification, and shows the mail that the first of them would get. */
export const OfferMail = ({
  subject = {},
  values,
  items,
  onChange,
}: {
  subject?: Row;
  values: Row;
  items: readonly unknown[];
  onChange: (items: readonly unknown[] | undefined) => void;
}) => {
  const orgId = useOrgId();
  const me = useMe();
  const ids = (subject.contactIds ?? []) as string[];
  const mayList = whyNotPermitted(operationOf('ListContactsByOrganization'), me) === undefined;
  const refused = whyNotPermitted(operationOf('PreviewNotification'), me);
  const { data: contacts = [] } = useQuery({
    queryKey: ['org', orgId, 'contacts-of-offer', ids],
    enabled: mayList && ids.length > 0,
    queryFn: async ({ signal }) => {
      const query = { contactIds: ids.join(','), limit: ids.length };
      return pageFrom(await ask('ListContactsByOrganization', { path: { orgId }, query, signal })).rows;
    },
  });
  const nameOf = (id: string): string => {
    const contact = contacts.find((one) => one.id === id);
    return contact ? [textAt(contact, 'name'), textAt(contact, 'emailAddress')].filter(Boolean).join(', ') : id;
  };
  if (ids.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noContact}
      </Text>
    );
  const chosen = items as string[];
  return (
    <Stack gap="sm">
      <MultiSelect
        label={texts.contacts}
        description={texts.allContacts}
        data={ids.map((id) => ({ value: id, label: nameOf(id) }))}
        value={[...chosen]}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
        searchable
        clearable
      />
      <section aria-label={texts.mail}>
        <Title order={3} size="h6" mb={6}>
          {texts.mail}
        </Title>
        {refused === undefined ? (
          <Preview
            offerId={textAt(subject, 'id')}
            contactId={chosen[0]}
            personalLine={textAt(values, 'personalLine')}
          />
        ) : (
          <Text size="sm">{refused}</Text>
        )}
      </section>
    </Stack>
  );
};
