/**
 * jsdom does not implement the methods of `dialog`. Mocks open, close, the close event, Escape and focus; the focus trap is
 * tested in a browser.
 */
const previousFocus = new WeakMap<HTMLDialogElement, Element | null>();
const focusable = 'button:not(:disabled), [href], input:not(:disabled), select, textarea, [tabindex="0"]';

function onEscape(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Escape' || !this.open) return;
  const isNotPrevented = this.dispatchEvent(new Event('cancel', { cancelable: true }));
  if (isNotPrevented) this.close();
}

// Tests of server rendering run without a DOM.
const prototype = typeof HTMLDialogElement === 'undefined' ? {} : HTMLDialogElement.prototype;

function open(dialog: HTMLDialogElement) {
  previousFocus.set(dialog, document.activeElement);
  dialog.setAttribute('open', '');
  dialog.querySelector<HTMLElement>(focusable)?.focus();
}

Object.assign(prototype, {
  show(this: HTMLDialogElement) {
    if (!this.open) open(this);
  },
  showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('The dialog is open', 'InvalidStateError');
    open(this);
    this.addEventListener('keydown', onEscape);
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.removeAttribute('open');
    this.removeEventListener('keydown', onEscape);
    const focusedBefore = previousFocus.get(this);
    // A removed dialog does not restore the focus.
    if (focusedBefore instanceof HTMLElement && this.isConnected) focusedBefore.focus();
    this.dispatchEvent(new Event('close'));
  },
});
