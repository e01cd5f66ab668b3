import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { EditOfferButton } from '../offers/edit-button.tsx';
import { thingsTexts as texts } from '../texts/things.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ResourcePage } from '../ui/resource-page.tsx';
import { ResourceList } from '../ui/resource-table.tsx';
import { NoSuchPage } from '../ui/states.tsx';
import { ReferralList } from './referral-list.tsx';
import { sections } from './sections.tsx';
import { UsageProblems } from './usage-problems.tsx';

const NewOfferButton = () => {
  const orgId = useOrgId();
  const reason = whyNot(operationOf('CreateOrUpdateDraftOffer'), useMe());
  return (
    <LinkButton to={`/console/${orgId}/offers/new`} reason={reason} icon={<IconPlus size={16} />}>
      {texts.newOffer}
    </LinkButton>
  );
};

const ConnectButton = () => {
  const orgId = useOrgId();
  return (
    <LinkButton to={`/console/${orgId}/connections/new`} icon={<IconPlus size={16} />}>
      {texts.connect}
    </LinkButton>
  );
};

/** The components that create a thing, if more than one form is needed. */
const beginnings: Readonly<Record<string, ReactNode>> = { offers: <NewOfferButton />, connections: <ConnectButton /> };

/** The list of any kind of thing. */
export const ThingList = () => {
  const { slug = '' } = useParams({ strict: false });
  const noun = nounAt(slug);
  if (!noun) return <NoSuchPage />;
  if (slug === 'usage-problems') return <UsageProblems noun={noun} />;
  if (slug === 'referrals') return <ReferralList noun={noun} />;
  return <ResourceList noun={noun} create={beginnings[slug]} />;
};

const OfferButtons = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const reason = whyNot(operationOf('CreateOrUpdateDraftOffer'), useMe());
  const id = textAt(row, 'id');
  return (
    <>
      <EditOfferButton row={row} isHiddenIfNot />
      <LinkButton to={`/console/${orgId}/offers/new?like=${id}`} reason={reason} isPlain>
        {texts.makeOneLikeIt}
      </LinkButton>
      <LinkButton to={`/console/${orgId}/offers/${id}/compare`} isPlain>
        {texts.compare}
      </LinkButton>
    </>
  );
};

/** The page of any one thing. */
export const ThingPage = () => {
  const { slug = '', id = '' } = useParams({ strict: false });
  const noun = nounAt(slug);
  if (!noun) return <NoSuchPage />;
  return (
    <ResourcePage
      key={id}
      noun={noun}
      id={id}
      Section={sections[slug]}
      buttons={slug === 'offers' ? (row) => <OfferButtons row={row} /> : undefined}
    />
  );
};
