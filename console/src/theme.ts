import { createTheme, type MantineColorsTuple, type ModalProps, type TooltipProps } from '@mantine/core';

/** A green on which white text is readable from the eighth shade. */
const brand: MantineColorsTuple = [
  '#e9fbf8',
  '#d6f4ef',
  '#a9e8de',
  '#79dccc',
  '#53d1bd',
  '#3bcab3',
  '#17a08b',
  '#128371',
  '#0f6f60',
  '#08584b',
];

// By name, without the components themselves: not every page needs them.
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 250,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
    Modal: {
      defaultProps: { centered: false, overlayProps: { backgroundOpacity: 0.45 } } satisfies Partial<ModalProps>,
    },
    // The focus starts at the first item, because a menu may contain nothing else that is focusable.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});
