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

/** Separate from its content, so that scrolling does not render it again. */
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
