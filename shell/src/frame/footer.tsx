import { Container, Logo, NepaliName } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { footerColumns, linksAt, type ShopLink } from '../content/links.ts';
import classes from './footer.module.css';
import { ShopContact } from './shop-contact.tsx';

function LinkColumn({ title, links }: { title: string; links: readonly ShopLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={`above-12 ${classes.list}`}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The footer of every page: links and contact. */
export function Footer() {
  return (
    <footer className={classes.footer} data-ground="pine">
      <Container>
        <div className={classes.columns}>
          <div className={classes.shop}>
            <Logo look="onDark" />
            <p>Buy, sell, repair and book phones and gadgets in one place.</p>
            <NepaliName />
          </div>
          {footerColumns.map(({ title, place }) => (
            <LinkColumn key={place} title={title} links={linksAt(place)} />
          ))}
          <div>
            <h2 className={classes.title}>Contact</h2>
            <ShopContact />
            <Link to="/contact" className={`above-12 strong ${classes.contactUs}`}>
              Contact us
            </Link>
          </div>
        </div>
        <div className={classes.smallPrint}>
          <p>Kinmel. Prices in NPR.</p>
          <ul>
            {linksAt('information').map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </footer>
  );
}
