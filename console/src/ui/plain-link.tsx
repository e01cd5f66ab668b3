import { type ToOptions, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import styles from './plain-link.module.css';

/** Whether a click is handled by this page: with a modifier key or another button the browser opens the link elsewhere. */
const isForHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** A link to a screen for long tables: unlike the router's own it does not follow the address, which costs each link at each change. */
export const PlainLink = ({
  to,
  state,
  title,
  isName = false,
  children,
}: {
  to: string;
  state?: object;
  title?: string;
  /** Whether it is the row's name. */
  isName?: boolean;
  children: ReactNode;
}) => {
  const router = useRouter();
  return (
    <a
      href={to}
      title={title}
      className={isName ? styles.name : styles.link}
      onClick={(event) => {
        if (!isForHere(event)) return;
        event.preventDefault();
        void router.navigate({ to, state } as ToOptions);
      }}
    >
      {children}
    </a>
  );
};
