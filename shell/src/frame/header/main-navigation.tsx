import { NavLink, selectIsAdmin, useAppSelector } from '@kinmel/web-kit';
import { linksAt } from '../../content/links.ts';
import { useGoToServices, useServicesInView } from '../services-anchor.ts';
import classes from './header.module.css';

/** The second row of the desktop header. */
export function MainNavigation() {
  const isAdmin = useAppSelector(selectIsAdmin);
  const isServicesInView = useServicesInView();
  const goToServices = useGoToServices();
  return (
    <nav aria-label="Main" className={classes.navigation}>
      <ul className={classes.navigationList}>
        {linksAt('menu').map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className={classes.navigationLink}>
              {label}
            </NavLink>
          </li>
        ))}
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
        {linksAt('information').map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className={classes.navigationLink}>
              {label}
            </NavLink>
          </li>
        ))}
        {linksAt('personal').map(({ to, label }, index) => (
          <li key={to} className={index === 0 ? classes.atEnd : undefined}>
            <NavLink to={to} end className={classes.navigationLink}>
              {label}
            </NavLink>
          </li>
        ))}
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
