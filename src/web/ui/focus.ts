/** The first thing in a part of the page that takes the focus. */
export const focusIn = (place: Element | null | undefined) =>
  place?.querySelector<HTMLElement>('summary, input:checked, button:enabled:not([tabindex="-1"]), [tabindex="0"]')?.focus();

/** Once what was pressed has gone with what it did, the focus moves to what stands beside it. */
export const keepFocusIn = (place: Element | null | undefined) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusIn(place);
  });
