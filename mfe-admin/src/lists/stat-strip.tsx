import { Skeleton } from '@kinmel/ui';
import classes from './stat-strip.module.css';

interface StatStripProps {
  /** Accessible name of the figures. */
  label: string;
  /** A value is undefined while loading. */
  stats: readonly {
    readonly label: string;
    readonly value: string | number | undefined;
    /** Below the value. */
    readonly detail?: string | undefined;
  }[];
}

export function StatStrip({ label, stats }: StatStripProps) {
  return (
    <dl aria-label={label} className={classes.strip}>
      {stats.map(({ label: name, value, detail }) => (
        <div key={name} className={classes.stat}>
          <dt className="type-detail">{name}</dt>
          <dd className={`figures above-4 ${classes.value}`}>
            {value === undefined ? (
              <Skeleton width={72} height={32} />
            ) : typeof value === 'number' ? (
              value.toLocaleString('en-US')
            ) : (
              value
            )}
          </dd>
          {detail ? <dd className="type-detail">{detail}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
