import { ButtonLink, Container, VisuallyHidden } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { repairServices, repairWarranty } from '../../repairs/repair.content.ts';
import { RepairPicture } from '../../repairs/repair-picture.tsx';
import { inDollars } from '../../requests/in-dollars.ts';
import classes from './repair-page.module.css';

/** `/repair`: what is repaired and for how much, and the way to a half hour (REP rows, GEN-09). */
export default function RepairPage() {
  usePageTitle('Repair services');
  return (
    <>
      <header className={classes.hero}>
        <Container className={classes.heroInside}>
          <div className={classes.words}>
            <h1>Repair services</h1>
            <p className={classes.lead}>
              Book a half hour, bring your phone, and take it home repaired. You know the price before we
              begin.
            </p>
            <p className={classes.warranty}>
              <ShieldCheck aria-hidden="true" />
              {repairWarranty}
            </p>
            <div className={classes.ways}>
              <ButtonLink as={Link} to="/booking" look="buy" size="large">
                Book a repair
              </ButtonLink>
              <ButtonLink as={Link} to="/contact" look="line" size="large">
                Contact us
              </ButtonLink>
            </div>
          </div>
          <div className={classes.art}>
            <RepairPicture />
          </div>
        </Container>
      </header>
      <Container className={classes.page}>
        <h2>What we repair</h2>
        <ul className={classes.services}>
          {repairServices.map(({ name, from, duration, text }) => (
            <li key={name} className={classes.service}>
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.text}>{text}</p>
              <p className={classes.price}>
                from <strong>{inDollars(from)}</strong> ({duration})
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
