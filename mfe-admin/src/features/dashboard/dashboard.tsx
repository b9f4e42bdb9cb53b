import { Tabs } from '@kinmel/ui';
import { apiProblem, type LazyPage, selectIsSignedIn, useAppSelector } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../admin-api.ts';
import frame from '../../frame/admin-frame.module.css';
import { AdminFrame } from '../../frame/admin-frame.tsx';
import { IsInDashboard } from '../../frame/content-title.tsx';
import { type DashboardTab, dashboardTabs, tabOf, useDashboardTabs } from '../../frame/dashboard-tabs.ts';
import { LazyPart } from '../../frame/lazy-part.tsx';
import { chartsParameter, DashboardHead } from './dashboard-head.tsx';

interface DashboardProps {
  contents: Readonly<Record<DashboardTab, LazyPage>>;
  charts: LazyPage;
}

/** The tabs that the user may see; the address names the open one. */
export default function Dashboard({ contents, charts }: DashboardProps) {
  const [search, setSearch] = useSearchParams();
  const tabs = useDashboardTabs();
  const openTab = tabOf(search, tabs);
  const shownTab = openTab ?? tabs[0]?.key ?? dashboardTabs[0].key;
  const { error } = adminApi.useGetTotalProductsQuery(undefined, { skip: !useAppSelector(selectIsSignedIn) });
  const { status } = apiProblem(error);
  // In narrow windows the row of tabs is wider than the window.
  useEffect(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <AdminFrame isRefused={status === 401 || status === 403} tab={shownTab}>
      <DashboardHead isUnknownTab={openTab === undefined} charts={charts} />
      <IsInDashboard value={true}>
        <Tabs
          label="Dashboard"
          className={frame.tabs}
          value={shownTab}
          // A tab starts without the filters of another one; open charts stay open.
          onValueChange={(tab) => {
            const days = search.get(chartsParameter);
            setSearch(days === null ? { tab } : { tab, [chartsParameter]: days });
          }}
          tabs={tabs.map(({ key, label }) => {
            const Content = contents[key];
            return {
              value: key,
              label,
              content: (
                <LazyPart resetKey={`${search}`} failed="This tab could not be loaded." height={360}>
                  <Content />
                </LazyPart>
              ),
            };
          })}
        />
      </IsInDashboard>
    </AdminFrame>
  );
}
