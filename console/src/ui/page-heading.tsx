import { Title, type TitleProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { pageHeadingTexts as texts } from '../texts/page-heading.ts';

/** The heading of a page, which names the page in the browser's tab and history as well. */
export const PageHeading = (props: Omit<TitleProps, 'order'>) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const text = heading.current?.textContent;
    if (text) document.title = texts.documentTitle(text);
  });
  return <Title order={1} size="h3" {...props} ref={heading} />;
};
