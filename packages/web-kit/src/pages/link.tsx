import type { FocusEvent, PointerEvent, TouchEvent } from 'react';
import {
  createPath,
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  type To,
} from 'react-router-dom';
import { preloadOnIntent } from './preload-page.ts';

interface IntentProps {
  to: To;
  onPointerEnter?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onFocus?: (event: FocusEvent<HTMLAnchorElement>) => void;
  onTouchStart?: (event: TouchEvent<HTMLAnchorElement>) => void;
}

function withIntent({ to, onPointerEnter, onFocus, onTouchStart }: IntentProps) {
  const intent = preloadOnIntent(typeof to === 'string' ? to : createPath(to));
  return {
    onPointerEnter: (event: PointerEvent<HTMLAnchorElement>) => {
      intent.onPointerEnter();
      onPointerEnter?.(event);
    },
    onFocus: (event: FocusEvent<HTMLAnchorElement>) => {
      intent.onFocus();
      onFocus?.(event);
    },
    onTouchStart: (event: TouchEvent<HTMLAnchorElement>) => {
      intent.onTouchStart();
      onTouchStart?.(event);
    },
  };
}

/** The router's link, which also preloads the page behind it on hover, focus and touch. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} {...withIntent(props)} />;
}

/** The router's link that knows when it is the current page (`aria-current`), with preload on intent. */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink {...props} {...withIntent(props)} />;
}
