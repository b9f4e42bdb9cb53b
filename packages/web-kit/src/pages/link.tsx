import { type ComponentProps, type MouseEvent, memo, use } from 'react';
import { createPath, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { preloadOnIntent } from './preload-page.ts';

export interface LinkProps
  extends Omit<ComponentProps<'a'>, 'href' | keyof ReturnType<typeof preloadOnIntent>> {
  /** A path of the shop: `/cart`, `/search-results?q=pixel`. */
  to: string;
  /** State of the navigation, for `useLocation`. */
  state?: unknown;
}

/** The current URL; undefined when the router has none, such as on a server. */
function currentAddress(navigator: object): string | undefined {
  if (!('location' in navigator)) return undefined;
  const location = navigator.location as Parameters<typeof createPath>[0]; // The navigator is the history object.
  return createPath(location);
}

/** Clicks that the browser handles itself: other buttons, or keys that open another tab or window. */
const isForBrowser = (event: MouseEvent, target: string | undefined) =>
  event.button !== 0 ||
  (target !== undefined && target !== '_self') ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;

/**
 * A link inside the shop that preloads its page on hover, focus and touch. The router's own link is rendered again by
 * every navigation, and a page has a hundred of them; this one does not subscribe to the location.
 */
export function Link(props: LinkProps) {
  const { to, state, children, onClick, ...anchorProps } = props;
  const { navigator } = use(NavigationContext);
  return (
    <a
      {...anchorProps}
      {...preloadOnIntent(to)}
      href={navigator.createHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event, anchorProps.target)) return;
        event.preventDefault();
        if (currentAddress(navigator) !== to) return navigator.push(to, state);
        // As in a browser: a link to the current URL adds no history entry and scrolls to the top.
        navigator.replace(to, state);
        window.scrollTo(0, 0);
      }}
    >
      {children}
    </a>
  );
}

/** Most links of a navigation do not change when another one becomes current. */
const SameLink = memo(Link);

export interface NavLinkProps extends LinkProps {
  /** Current at exactly this URL, not below it. */
  end?: boolean;
}

/** A link that marks itself with `aria-current` at its URL. */
export function NavLink({ end = false, ...linkProps }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === linkProps.to || (!end && pathname.startsWith(`${linkProps.to}/`));
  return <SameLink {...linkProps} aria-current={isCurrent ? 'page' : undefined} />;
}
