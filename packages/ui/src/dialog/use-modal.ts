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
  /** When false, neither Escape nor the scrim closes. */
  canDismiss: boolean;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Controls a native dialog by a prop. The browser makes the rest of the page inert and restores the focus; this adds
 * the initial focus, the scrim and control by the parent component. `isPresent` is true while the content should be
 * rendered: while open and during the closing transition.
 */
export function useModal({ open, onClose, canDismiss, initialFocus }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOnScrim = useRef(false);
  const typedOnButton = useRef(false);
  const [isPresent, setPresent] = useState(open);
  if (open && !isPresent) setPresent(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open) {
      const root = document.documentElement;
      // The base styles hide the scrollbar while a dialog is open and keep its width free.
      root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
      if (!element.open) element.showModal();
      initialFocus?.current?.focus();
      return () => element.close();
    }
    let isCurrent = true;
    const animations = element.getAnimations?.() ?? [];
    const finishClosing = () => {
      if (isCurrent) setPresent(false);
    };
    if (animations.length === 0) finishClosing();
    else void Promise.allSettled(animations.map((animation) => animation.finished)).then(finishClosing);
    return () => {
      isCurrent = false;
    };
  }, [open, initialFocus]);

  // A parent may unmount an open dialog. Closing restores the focus only while it is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  const modal = {
    ref: dialog,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return;
      // The parent closes it through its state, so that state and dialog never differ.
      event.preventDefault();
      if (canDismiss) onClose();
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      // A browser may close a dialog despite the prevented event, such as at the second back gesture.
      if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose();
    },
    onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
      // Browsers limit how often Escape can be prevented: the third one in a row closes the dialog.
      const isOwn = event.target instanceof Element && event.target.closest('dialog') === event.currentTarget;
      if (event.key === 'Escape' && isOwn && !canDismiss) event.preventDefault();
      // A scanner types a number followed by Enter, which would press the focused button.
      const isOnButton = event.target instanceof HTMLButtonElement;
      if (event.key === 'Enter' && isOnButton && typedOnButton.current) event.preventDefault();
      typedOnButton.current = isOnButton && event.key.length === 1 && event.key !== ' ';
    },
    onPointerDown(event: SyntheticEvent<HTMLDialogElement>) {
      pressedOnScrim.current = event.target === event.currentTarget;
    },
    onClick(event: SyntheticEvent<HTMLDialogElement>) {
      // A text selection may end on the scrim, but it starts inside.
      if (event.target === event.currentTarget && pressedOnScrim.current && canDismiss) onClose();
    },
  };
  return { modal, isPresent };
}
