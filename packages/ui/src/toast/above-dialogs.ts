/**
 * Keeps an element visible, announced and reachable: while modal dialogs are open, everything outside of them is inert,
 * so the element is moved into the one opened last, in the top layer; otherwise it is in `home`. Returns a function
 * that stops the tracking.
 */
export function keepAboveDialogs(element: HTMLElement, home: HTMLElement): () => void {
  let dialogs: HTMLDialogElement[] = [];
  const place = (parent: HTMLElement) => {
    if (element.parentNode === parent) return;
    parent.append(element);
    // A popover's containing block is the viewport, whatever the styles of the dialog.
    if (parent === home) element.removeAttribute('popover');
    else {
      element.setAttribute('popover', 'manual');
      element.showPopover?.();
    }
  };
  const updateDialogs = (changedNodes: readonly Node[]) => {
    const changedDialogs = changedNodes.filter((node) => node instanceof HTMLDialogElement);
    dialogs = [
      ...new Set([...dialogs.filter((dialog) => !changedDialogs.includes(dialog)), ...changedDialogs]),
    ].filter((dialog) => dialog.open && dialog.isConnected);
    place(dialogs.at(-1) ?? home);
  };
  const observer = new MutationObserver((records) => updateDialogs(records.map(({ target }) => target)));
  observer.observe(document, { subtree: true, attributeFilter: ['open'] });
  updateDialogs([...document.querySelectorAll('dialog')]);
  return () => {
    observer.disconnect();
    place(home);
  };
}
