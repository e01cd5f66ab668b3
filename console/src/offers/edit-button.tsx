import { whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { textAt } from '../nouns/noun.ts';
import { editButtonTexts as texts } from '../texts/edit-button.ts';
import { LinkButton } from '../ui/link-button.tsx';

/** Links to the form that changes an offer and submits it. `isHiddenIfNot`: omitted if that is not possible. */
export const EditOfferButton = ({ row, isHiddenIfNot }: { row: Row; isHiddenIfNot?: boolean }) => {
  const orgId = useOrgId();
  const subject = { status: textAt(row, 'status'), partner: textAt(row, 'partner') };
  const reason = whyNot(operationOf('CreateOrUpdateDraftOffer'), useMe(), subject);
  if (isHiddenIfNot && reason !== undefined) return null;
  return (
    <LinkButton to={`/console/${orgId}/offers/${textAt(row, 'id')}/edit`} reason={reason}>
      {texts.edit}
    </LinkButton>
  );
};
