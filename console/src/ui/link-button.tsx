import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A button that links to a page, or shows why the person cannot open it. */
export const LinkButton = ({
  to,
  reason,
  icon,
  isPlain,
  children,
}: {
  to: string;
  reason?: string;
  icon?: ReactNode;
  isPlain?: boolean;
  children: ReactNode;
}) => {
  const [path, query] = to.split('?');
  const variant = isPlain ? 'default' : 'filled';
  if (reason !== undefined)
    return (
      <Tooltip label={reason} multiline maw={320}>
        <Button variant={variant} aria-disabled data-disabled leftSection={icon}>
          {children}
        </Button>
      </Tooltip>
    );
  return (
    <Button
      component={Link}
      to={path as string}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      variant={variant}
      leftSection={icon}
    >
      {children}
    </Button>
  );
};
