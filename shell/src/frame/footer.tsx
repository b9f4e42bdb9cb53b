import { Container, Logo, NepaliName } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { footerColumns, linksAt, type ShopLink } from '../content/links.ts';
import { shopContact } from '../content/shop-contact.ts';
import classes from './footer.module.css';

function LinkColumn({ title, links }: { title: string; links: readonly ShopLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The foot of every page (NAV-31): where else to go, and how to reach the shop (INFO-02 to INFO-04). */
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
            <ul className={classes.contact}>
              <li>{shopContact.hours}</li>
              <li>
                <a href={`mailto:${shopContact.email}`}>{shopContact.email}</a>
              </li>
              <li>
                <a href={`tel:${shopContact.phone.replaceAll(' ', '')}`}>{shopContact.phone}</a>
              </li>
            </ul>
            <Link to="/contact" className={classes.contactUs}>
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
