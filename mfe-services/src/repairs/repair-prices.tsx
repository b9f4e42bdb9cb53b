import ShieldCheck from 'lucide-react/icons/shield-check';
import { inDollars } from '../requests/in-dollars.ts';
import { repairServices, repairWarranty } from './repair.content.ts';
import classes from './repair-prices.module.css';

export const RepairWarranty = () => (
  <p className={`line type-value ${classes.warranty}`}>
    <ShieldCheck />
    {repairWarranty}
  </p>
);

/** A compact list of the repair prices, and the warranty. */
export const RepairPrices = () => (
  <>
    <ul>
      {repairServices.map(({ name, from, duration }) => (
        <li key={name} className={classes.service}>
          <span className="type-strong">{name}</span>
          <span className={`type-value figures ${classes.price}`}>
            from <strong>{inDollars(from)}</strong>
          </span>
          <span className="type-detail">{duration}</span>
        </li>
      ))}
    </ul>
    <RepairWarranty />
  </>
);
