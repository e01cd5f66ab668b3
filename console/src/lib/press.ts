/** A press that lasts longer selects text or drags: what was held is shown meanwhile. */
const longestMs = 1000;

/**
 * Schedules what changes the page, but not between the press and the release of a pointer. If content grows in between, the
 * button is no longer below the pointer at the release, and the browser gives the click to neither.
 */
export const schedulerBetweenPresses = (page: EventTarget): ((show: () => void) => void) => {
  let isPressed = false;
  let held: (() => void)[] = [];
  let longest: ReturnType<typeof setTimeout> | undefined;
  const release = (): void => {
    clearTimeout(longest);
    isPressed = false;
    const shown = held;
    held = [];
    for (const show of shown) show();
  };
  page.addEventListener(
    'pointerdown',
    () => {
      clearTimeout(longest);
      isPressed = true;
      longest = setTimeout(release, longestMs);
    },
    { capture: true },
  );
  // The click follows the release in the same task, so that a timer runs after it.
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, () => void setTimeout(release, 0), { capture: true });
  return (show) => void setTimeout(() => (isPressed ? held.push(show) : show()), 0);
};
