import { NavLink, selectIsAdmin, useAppSelector } from '@kinmel/web-kit';
import { linksAt, type ShopLink } from '../../content/links.ts';
import { useGoToServices, useServicesInView } from '../services-anchor.ts';
import classes from './header.module.css';

/** The second row of the desktop header. */
export function MainNavigation() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const isServicesInView = useServicesInView();
  const goToServices = useGoToServices();
  const item = ({ to, label }: ShopLink, className?: string) => (
    <li key={to} className={className}>
      <NavLink to={to} end className={classes.navigationLink}>
        {label}
      </NavLink>
    </li>
  );
  return (
    <nav aria-label="Main" className={classes.navigation}>
      <ul className={classes.navigationList}>
        {linksAt('menu').map((link) => item(link))}
        <li>
          <button
            type="button"
            className={classes.navigationLink}
            aria-current={isServicesInView ? 'location' : undefined}
            onClick={goToServices}
          >
            Services
          </button>
        </li>
        {linksAt('information').map((link) => item(link))}
        {linksAt('personal').map((link, index) => item(link, index === 0 ? classes.atEnd : undefined))}
        {isAdmin ? (
          <li>
            <NavLink to="/admin/dashboard" className={classes.navigationLink}>
              Admin Dashboard
            </NavLink>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
