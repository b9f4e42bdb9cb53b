import { type ComponentProps, type MouseEvent, memo, use } from 'react';
import { createPath, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { preloadOnIntent } from './preload-page.ts';

/** What a link of the shop takes beside what every `<a>` takes. */
export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of the shop, from its root: `/cart`, `/search-results?q=pixel`. */
  to: string;
  /** Travels with the navigation; the page reads it as its location's state. */
  state?: unknown;
}

/** The address that the shopper is at; undefined where the router keeps none, such as on a server. */
function currentAddress(navigator: object): string | undefined {
  if (!('location' in navigator)) return undefined;
  const location = navigator.location as Parameters<typeof createPath>[0]; // the router's history knows where it stands
  return createPath(location);
}

/** A click that the browser itself must answer: another button, or a key that opens another tab or window. */
const isForBrowser = (event: MouseEvent, target: string | undefined) =>
  event.button !== 0 ||
  (target !== undefined && target !== '_self') ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;

/**
 * A link inside the shop, which also preloads the page behind it on hover, focus and touch. The router's own link is
 * drawn again by every navigation, and a page has a hundred of them: this one does not listen to the address.
 */
export function Link(props: LinkProps) {
  const { to, state, children, onClick, onPointerEnter, onFocus, onTouchStart, ...rest } = props;
  const { navigator } = use(NavigationContext);
  const intent = preloadOnIntent(to);
  return (
    <a
      {...rest}
      href={navigator.createHref(to)}
      onPointerEnter={(event) => {
        intent.onPointerEnter();
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        intent.onFocus();
        onFocus?.(event);
      }}
      onTouchStart={(event) => {
        intent.onTouchStart();
        onTouchStart?.(event);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event, rest.target)) return;
        event.preventDefault();
        if (currentAddress(navigator) !== to) return navigator.push(to, state);
        // As a browser does: a link to where one stands adds no step to the history and leads to the top.
        navigator.replace(to, state);
        window.scrollTo(0, 0);
      }}
    >
      {children}
    </a>
  );
}

/** Of a navigation's links most stay what they are when another one becomes the current one. */
const SameLink = memo(Link);

/** What a link of a navigation takes. */
export interface NavLinkProps extends LinkProps {
  /** Only the address itself is current, and not also those below it. */
  end?: boolean;
}

/** A link that knows when its address is where the shopper stands (`aria-current`). */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === link.to || (!end && pathname.startsWith(`${link.to}/`));
  return <SameLink {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
