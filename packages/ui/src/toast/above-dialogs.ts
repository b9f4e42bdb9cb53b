/**
 * Keeps an element where it is seen, heard and reached: while modal dialogs are open that is inside the one opened last,
 * in the top layer, since everything outside of it is inert; else in `home`. Returns the function that ends it.
 */
export function keepAboveDialogs(element: HTMLElement, home: HTMLElement): () => void {
  let dialogs: HTMLDialogElement[] = [];
  const place = (at: HTMLElement) => {
    if (element.parentNode === at) return;
    at.append(element);
    // A popover's containing block is the viewport, whatever the dialog does to its own content.
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
