import { findPage, Link, type WidgetProps } from '@kinmel/web-kit';
import classes from './service-links.module.css';
import { serviceLinksOf } from './service-links.rules.ts';

/** What else the shop does for a product of this kind: buys one, repairs it, orders it. Only what has its page is shown. */
export default function ServiceLinks({ product }: WidgetProps['mfe-services/service-links']) {
  const links = serviceLinksOf(product).filter(({ to }) => findPage(to) !== undefined);
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label="More for this model">
      {links.map(({ to, name, text }) => (
        <li key={to}>
          <Link to={to}>{name}</Link>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
