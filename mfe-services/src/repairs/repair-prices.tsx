import ShieldCheck from 'lucide-react/icons/shield-check';
import { inDollars } from '../requests/in-dollars.ts';
import { repairServices, repairWarranty } from './repair.content.ts';
import classes from './repair-prices.module.css';

/** The prices of repairs in short, and what is promised of the work. */
export function RepairPrices() {
  return (
    <>
      <ul className={classes.prices}>
        {repairServices.map(({ name, from, duration }) => (
          <li key={name}>
            <span className={classes.name}>{name}</span>
            <span className={classes.price}>
              from <strong>{inDollars(from)}</strong>
            </span>
            <span className={classes.duration}>{duration}</span>
          </li>
        ))}
      </ul>
      <p className={classes.warranty}>
        <ShieldCheck aria-hidden="true" />
        {repairWarranty}
      </p>
    </>
  );
}
