/** As the `ref` of what stands in the place of a pressed button: the focus goes there when it comes, and a reader says it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
