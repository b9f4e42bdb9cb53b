import { ErrorState, Loading, Skeleton, Tabs } from '@kinmel/ui';
import {
  apiProblem,
  FailureBoundary,
  type LazyPage,
  selectIsSignedIn,
  useAppSelector,
} from '@kinmel/web-kit';
import { Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import { AdminFrame } from '../../frame/admin-frame.tsx';
import { IsInDashboard } from '../../frame/content-title.tsx';
import { type DashboardTab, dashboardTabs, tabOf } from '../../frame/dashboard-tabs.ts';
import { chartsParameter } from './charts-place.tsx';
import { DashboardHead } from './dashboard-head.tsx';

interface DashboardProps {
  /** What each tab shows. */
  contents: Readonly<Record<DashboardTab, LazyPage>>;
  /** What stands below the banner when the address opens it. */
  charts: LazyPage;
}

function TabContent({ Content }: { Content: LazyPage }) {
  const { search } = useLocation();
  return (
    <FailureBoundary
      given={search}
      fallback={() => (
        <ErrorState text="This tab could not be loaded." onRetry={() => window.location.reload()} />
      )}
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton width="100%" height={360} />
          </Loading>
        }
      >
        <Content />
      </Suspense>
    </FailureBoundary>
  );
}

/** Title, total of products and the six tabs, of which the open one stands in the address. */
export default function Dashboard({ contents, charts }: DashboardProps) {
  const [search, setSearch] = useSearchParams();
  const open = tabOf(search);
  const { error } = adminApi.useGetTotalProductsQuery(undefined, { skip: !useAppSelector(selectIsSignedIn) });
  const { status } = apiProblem(error);
  // On a phone the tabs are a row that is wider than the window.
  useEffect(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <AdminFrame isRefused={status === 401 || status === 403}>
      <IsInDashboard value={true}>
        <Tabs
          label="Dashboard"
          orientation="vertical"
          className={frame.tabs}
          value={open ?? dashboardTabs[0].key}
          // A tab starts without the filters of another; the charts above stay as they are.
          onValueChange={(tab) => {
            const days = search.get(chartsParameter);
            setSearch(days === null ? { tab } : { tab, [chartsParameter]: days });
          }}
          head={<DashboardHead isUnknownTab={open === undefined} charts={charts} />}
          tabs={dashboardTabs.map(({ key, label, Icon }) => ({
            value: key,
            label: (
              <>
                <Icon aria-hidden="true" />
                {label}
              </>
            ),
            content: <TabContent Content={contents[key]} />,
          }))}
        />
      </IsInDashboard>
    </AdminFrame>
  );
}
