import { Button, ErrorState } from '@kinmel/ui';
import { FailureBoundary, type LazyPage } from '@kinmel/web-kit';
import ChartColumn from 'lucide-react/icons/chart-column';
import { Suspense, useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Placeholder } from '../../frame/retry-alert.tsx';
import classes from './dashboard-head.module.css';

/** Query parameter that opens the charts; its value is the number of days. */
export const chartsParameter = 'charts';
const usualDays = '30';

/** Opens the charts below the banner. Their code is loaded when they are opened. */
export function ChartsPlace({ Content }: { Content: LazyPage }) {
  const id = useId();
  const [address, setAddress] = useSearchParams();
  const isOpen = address.has(chartsParameter);
  const toggle = () =>
    setAddress(
      (before) => {
        if (isOpen) before.delete(chartsParameter);
        else before.set(chartsParameter, usualDays);
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <section aria-label="Charts" className={classes.charts}>
      <Button look="line" size="small" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <ChartColumn aria-hidden="true" />
        {isOpen ? 'Hide charts' : 'Show charts'}
      </Button>
      <div id={id}>
        {isOpen ? (
          <FailureBoundary
            given={address.get(chartsParameter)}
            fallback={() => (
              <ErrorState text="The charts could not be loaded." onRetry={() => window.location.reload()} />
            )}
          >
            <Suspense fallback={<Placeholder height={280} />}>
              <Content />
            </Suspense>
          </FailureBoundary>
        ) : null}
      </div>
    </section>
  );
}
