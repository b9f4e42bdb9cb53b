import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface ModalOptions {
  open: boolean;
  onClose: () => void;
  /** False while something would be lost: then neither Escape nor the scrim closes. */
  canDismiss: boolean;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Drives a platform dialog from a prop. The browser makes the rest of the page inert, takes the focus in and gives it
 * back to where it came from; here is only what it leaves open: who decides, where the focus starts, and the scrim.
 * `present` says whether the content is to be drawn: while open, and until the way out has been shown.
 */
export function useModal({ open, onClose, canDismiss, initialFocus }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOnScrim = useRef(false);
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open) {
      const root = document.documentElement;
      // The base styles take the scrollbar away while a dialog is open, and keep its width free.
      root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
      if (!element.open) element.showModal();
      initialFocus?.current?.focus();
      return () => element.close();
    }
    let isCurrent = true;
    const movements = element.getAnimations?.() ?? [];
    const leave = () => {
      if (isCurrent) setPresent(false);
    };
    if (movements.length === 0) leave();
    else void Promise.allSettled(movements.map((movement) => movement.finished)).then(leave);
    return () => {
      isCurrent = false;
    };
  }, [open, initialFocus]);

  // An owner may take an open dialog out of the page. Only while it still stands does closing give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  const modal = {
    ref: dialog,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return;
      // The owner closes by its state, so that what is shown and what is known never differ.
      event.preventDefault();
      if (canDismiss) onClose();
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      // A browser may close a dialog over what was refused, such as the second gesture of going back.
      if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose();
    },
    onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
      // A browser refuses to be refused for ever: of Escapes in a row it takes the third one for itself.
      const isOwn = event.target instanceof Element && event.target.closest('dialog') === event.currentTarget;
      if (event.key === 'Escape' && isOwn && !canDismiss) event.preventDefault();
    },
    onPointerDown(event: SyntheticEvent<HTMLDialogElement>) {
      pressedOnScrim.current = event.target === event.currentTarget;
    },
    onClick(event: SyntheticEvent<HTMLDialogElement>) {
      // Text that is marked beyond the edge ends on the scrim, too, but it did not begin there.
      if (event.target === event.currentTarget && pressedOnScrim.current && canDismiss) onClose();
    },
  };
  return { modal, present };
}
