import { Logo } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountLinks } from '../account/account-links.tsx';
import { Menu } from '../menu/menu.tsx';
import classes from './header.module.css';
import { CartLink, WishlistLink } from './icon-link.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { SearchForm } from './search-form.tsx';

/** Its height in CSS pixels; on phones it is 120. */
const headerHeightPx = 124;

/** `rest`: at the top of the page. `away`: scrolled out. `stuck`: its first row is shown after scrolling up. */
export type HeaderPosition = 'rest' | 'away' | 'stuck';

/** Smaller movements are ignored, in CSS pixels. */
const minScrollPx = 6;

/** The position of the header; `heightPx` is the scroll distance after which it is out of view. */
function useHeaderPosition(heightPx: number): HeaderPosition {
  const [position, setPosition] = useState<HeaderPosition>('rest');
  useEffect(() => {
    let lastY = window.scrollY;
    const updatePosition = () => {
      const y = Math.max(0, window.scrollY);
      if (y <= heightPx) setPosition((now) => (now === 'stuck' && y > 0 ? now : 'rest'));
      else if (y > lastY + minScrollPx) setPosition('away');
      else if (y < lastY - minScrollPx) setPosition('stuck');
      else return;
      lastY = y;
    };
    window.addEventListener('scroll', updatePosition, { passive: true });
    return () => window.removeEventListener('scroll', updatePosition);
  }, [heightPx]);
  return position;
}

/** Separate from the content, so that scrolling does not render it again. */
function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={classes.header} data-position={useHeaderPosition(headerHeightPx)}>
      {children}
    </header>
  );
}

/** The header of every page: the first row returns when the shopper scrolls up, the second does not. */
export function Header() {
  return (
    <Bar>
      <div className={classes.firstRow}>
        <Menu className={classes.menu} />
        <Link to="/" className={classes.logo}>
          <Logo />
        </Link>
        <div className={`grow ${classes.search}`}>
          <SearchForm />
        </div>
        <AccountLinks />
        <div className={`gap-4 ${classes.icons}`}>
          <WishlistLink />
          <CartLink />
        </div>
      </div>
      <MainNavigation />
    </Bar>
  );
}
