import { Alert, Button } from '@kinmel/ui';
import { apiProblem, type LazyPage } from '@kinmel/web-kit';
import ChartColumn from 'lucide-react/icons/chart-column';
import { useId, useState } from 'react';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import layout from '../../frame/layout.module.css';
import { LazyPart } from '../../frame/lazy-part.tsx';
import { RetryAlert } from '../../frame/retry-alert.tsx';
import { useRights } from '../../frame/use-rights.ts';
import { useParameter } from '../../lists/address/use-parameter.ts';
import classes from './dashboard-head.module.css';

/** Query parameter that opens the charts; its value is the number of days. */
export const chartsParameter = 'charts';
const defaultDays = '30';

/** Opens the charts below the banner. Their code is loaded when they are opened. */
function ChartsPlace({ Content }: { Content: LazyPage }) {
  const id = useId();
  const [days, setDays] = useParameter(chartsParameter);
  const isOpen = days !== null;
  return (
    <section aria-label="Charts" className={`stack gap-12 ${classes.charts}`}>
      <Button
        look="line"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setDays(isOpen ? undefined : defaultDays)}
      >
        <ChartColumn />
        <span>{isOpen ? 'Hide charts' : 'Show charts'}</span>
      </Button>
      <div id={id}>
        {isOpen ? (
          <LazyPart resetKey={days} failed="The charts could not be loaded." height={280}>
            <Content />
          </LazyPart>
        ) : null}
      </div>
    </section>
  );
}

export function DashboardHead({ isUnknownTab, charts }: { isUnknownTab: boolean; charts: LazyPage }) {
  const request = adminApi.useGetTotalProductsQuery();
  const { data: total, error } = request;
  const may = useRights();
  const [isDismissed, setDismissed] = useState(false);
  const text = apiProblem(error).kind === 'network' ? 'Network error' : 'Failed to fetch dashboard stats';
  return (
    <div className={`ends ${frame.head}`}>
      <h1 className={layout.blockTitle}>Admin Dashboard</h1>
      <p className={`line gap-16 ${classes.total}`}>
        Total Products <strong>{total === undefined ? '–' : total.toLocaleString('en-US')}</strong>
      </p>
      {error !== undefined && !isDismissed ? (
        <RetryAlert className={classes.alert} request={request} onClose={() => setDismissed(true)}>
          {`Error: ${text}`}
        </RetryAlert>
      ) : null}
      {isUnknownTab ? (
        <Alert tone="warn" className={classes.alert}>
          There is no such tab. Here is the first one.
        </Alert>
      ) : null}
      {may('figures.see') ? <ChartsPlace Content={charts} /> : null}
    </div>
  );
}
