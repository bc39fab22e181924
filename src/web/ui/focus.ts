/** Focuses the first control in an element. */
export const focusIn = (place: Element | null | undefined) =>
  place?.querySelector<HTMLElement>('summary, input:checked, button:enabled:not([tabindex="-1"]), [tabindex="0"]')?.focus();

/** When an action removes the control that had the focus, focuses its surroundings. */
export const keepFocusIn = (place: Element | null | undefined) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusIn(place);
  });
