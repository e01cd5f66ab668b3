import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOrgId } from '../api/session.ts';

/** Links to all changes made by one request. */
export const RequestLink = ({ id }: { id: string }) => {
  const orgId = useOrgId();
  if (id === '') return null;
  return (
    <Anchor component={Link} to={`/console/${orgId}/audit` as string} search={{ requestId: id } as never} inherit>
      {id}
    </Anchor>
  );
};
