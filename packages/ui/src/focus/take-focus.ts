/** Use as the `ref` of an element that replaces a pressed button: it gets the focus when mounted and is announced. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
