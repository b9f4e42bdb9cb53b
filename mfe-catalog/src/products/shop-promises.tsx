import { Button, Skeleton } from '@kinmel/ui';
import Headset from 'lucide-react/icons/headset';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Truck from 'lucide-react/icons/truck';
import type { Promises } from '../catalog-answers.ts';
import { catalogApi } from '../catalog-api.ts';
import classes from './shop-promises.module.css';

const icons = {
  returns: RotateCcw,
  repair: ShieldCheck,
  shipping: Truck,
  support: Headset,
  payments: ShieldCheck,
} as const;

interface ShopPromisesProps {
  /** The texts to show, in order. */
  show: readonly (keyof Promises)[];
  /** `row` below the hero, `list` on the product page. */
  look: 'row' | 'list';
}

/** The shop's promises from the policy record, which is their only source. */
export function ShopPromises({ show, look }: ShopPromisesProps) {
  const { data, error, isFetching, refetch } = catalogApi.useGetPromisesQuery();
  if (error !== undefined) {
    return (
      <p className={`row gap-8 quiet ${classes.failed}`}>
        Delivery and returns could not be loaded.
        <Button look="ghost" size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  return (
    <ul
      className={look === 'list' ? `stack gap-8 quiet ${classes.list}` : classes.row}
      aria-label="What we promise"
      aria-busy={data === undefined}
    >
      {show.map((name) => {
        const Icon = icons[name];
        return (
          <li key={name} className={`line ${classes.promise}`}>
            <Icon size={look === 'row' ? 22 : 20} />
            {data ? <span>{data[name]}</span> : <Skeleton form="text" width="11em" />}
          </li>
        );
      })}
    </ul>
  );
}
