import { Skeleton } from '@kinmel/ui';
import classes from './stat-strip.module.css';

interface StatStripProps {
  /** Names the figures for readers. */
  label: string;
  /** A figure without a value has not been answered yet. */
  stats: readonly { readonly label: string; readonly value: string | number | undefined }[];
}

/** The figures of a screen: one strip with dividers. */
export function StatStrip({ label, stats }: StatStripProps) {
  return (
    <dl aria-label={label} className={classes.strip}>
      {stats.map(({ label: name, value }) => (
        <div key={name} className={classes.stat}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>
            {value === undefined ? (
              <Skeleton width={72} height={32} />
            ) : typeof value === 'number' ? (
              value.toLocaleString('en-US')
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
