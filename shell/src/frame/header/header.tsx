import { Logo } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { AccountLinks } from '../account/account-links.tsx';
import { Menu } from '../menu/menu.tsx';
import classes from './header.module.css';
import { CartLink, WishlistLink } from './icon-link.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { SearchForm } from './search-form.tsx';
import { useHeaderPosition } from './use-header-position.ts';

/** Its height in CSS pixels; on phones it is 120. */
const headerHeightPx = 124;

/** Apart from what is in the bar, which scrolling would draw again otherwise. */
function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={classes.header} data-position={useHeaderPosition(headerHeightPx)}>
      {children}
    </header>
  );
}

/** The bar above every page: one first row that comes back when the shopper scrolls up, and a second that does not. */
export function Header() {
  return (
    <Bar>
      <div className={classes.firstRow}>
        <Menu className={classes.menu} />
        <Link to="/" className={classes.logo}>
          <Logo />
        </Link>
        <div className={classes.search}>
          <SearchForm />
        </div>
        <AccountLinks />
        <div className={classes.icons}>
          <WishlistLink />
          <CartLink />
        </div>
      </div>
      <MainNavigation />
    </Bar>
  );
}
