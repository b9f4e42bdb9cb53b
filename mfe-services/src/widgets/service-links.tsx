import { findPage, Link, type WidgetProps } from '@kinmel/web-kit';
import classes from './service-links.module.css';
import { serviceLinksOf } from './service-links.rules.ts';

/** The services for a product whose pages exist in this shop. */
export default function ServiceLinks({ product }: WidgetProps['mfe-services/service-links']) {
  const links = serviceLinksOf(product).filter(({ to }) => findPage(to) !== undefined);
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label="More for this model">
      {links.map(({ to, name, text }) => (
        <li key={to}>
          <Link to={to} className="type-block">
            {name}
          </Link>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
