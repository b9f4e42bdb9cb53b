/**
 * Keeps an element visible, announced and reachable: while modal dialogs are open, everything outside of them is inert,
 * so it is moved into the last one opened, in the top layer; otherwise it is in `home`. Returns the function that stops
 * this.
 */
export function keepAboveDialogs(element: HTMLElement, home: HTMLElement): () => void {
  let dialogs: HTMLDialogElement[] = [];
  const place = (at: HTMLElement) => {
    if (element.parentNode === at) return;
    at.append(element);
    // A popover's containing block is the viewport, whatever the styles of the dialog.
    if (at === home) element.removeAttribute('popover');
    else {
      element.setAttribute('popover', 'manual');
      element.showPopover?.();
    }
  };
  const look = (changed: readonly Node[]) => {
    const opened = changed.filter((node) => node instanceof HTMLDialogElement);
    dialogs = [...new Set([...dialogs.filter((dialog) => !opened.includes(dialog)), ...opened])].filter(
      (dialog) => dialog.open && dialog.isConnected,
    );
    place(dialogs.at(-1) ?? home);
  };
  const watch = new MutationObserver((records) => look(records.map(({ target }) => target)));
  watch.observe(document, { subtree: true, attributeFilter: ['open'] });
  look([...document.querySelectorAll('dialog')]);
  return () => {
    watch.disconnect();
    place(home);
  };
}
