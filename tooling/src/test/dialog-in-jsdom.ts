/**
 * jsdom has no methods for `dialog`. Mocks open, close, the close event, Escape and focus; trapping the focus is tested
 * in a browser.
 */
const previousFocus = new WeakMap<HTMLDialogElement, Element | null>();
const focusable = 'button:not(:disabled), [href], input:not(:disabled), select, textarea, [tabindex="0"]';

function onEscape(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Escape' || !this.open) return;
  const goesOn = this.dispatchEvent(new Event('cancel', { cancelable: true }));
  if (goesOn) this.close();
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
    const before = previousFocus.get(this);
    // A removed dialog does not restore the focus.
    if (before instanceof HTMLElement && this.isConnected) before.focus();
    this.dispatchEvent(new Event('close'));
  },
});
