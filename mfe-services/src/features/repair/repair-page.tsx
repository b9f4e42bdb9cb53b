import { ButtonLink, Container, VisuallyHidden } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import { Hero } from '../../layout/hero.tsx';
import { repairServices } from '../../repairs/repair.content.ts';
import { RepairPicture } from '../../repairs/repair-picture.tsx';
import { RepairWarranty } from '../../repairs/repair-prices.tsx';
import { inDollars } from '../../requests/in-dollars.ts';
import classes from './repair-page.module.css';

/** `/repair`: the repairs with their prices. */
export default function RepairPage() {
  usePageTitle('Repair services');
  return (
    <>
      <Hero
        title="Repair services"
        lead="Book a half hour, bring your phone, and take it home repaired. You know the price before we begin."
        picture={<RepairPicture className={classes.art} />}
      >
        <RepairWarranty />
        <div className="buttons">
          <ButtonLink as={Link} to="/booking" look="buy" size="large">
            Book a repair
          </ButtonLink>
          <ButtonLink as={Link} to="/contact" look="line" size="large">
            Contact us
          </ButtonLink>
        </div>
      </Hero>
      <Container page className="stack gap-32">
        <h2>What we repair</h2>
        <ul className={classes.services}>
          {repairServices.map(({ name, from, duration, text }) => (
            <li key={name} className={`stack gap-8 ${classes.service}`}>
              <h3 className="type-strong">{name}</h3>
              <p className="type-detail">{text}</p>
              <p className={`type-value ${classes.price}`}>
                from <strong>{inDollars(from)}</strong> <span>{`(${duration})`}</span>
              </p>
              <ButtonLink
                as={Link}
                to={`/booking?service=${encodeURIComponent(name)}`}
                look="line"
                size="medium"
              >
                Book <VisuallyHidden>{name}</VisuallyHidden>
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Container>
    </>
  );
}
