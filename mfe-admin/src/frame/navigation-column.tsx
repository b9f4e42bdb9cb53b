import { Badge, IconButton } from '@kinmel/ui';
import { Link, selectUser, storedValue, useAppSelector } from '@kinmel/web-kit';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { useId, useMemo, useSyncExternalStore } from 'react';
import type { DashboardTab } from './dashboard-tabs.ts';
import { useNavigation } from './navigation.ts';
import classes from './navigation-column.module.css';
import { useWorkCounts } from './use-work-counts.ts';

interface NavigationProps {
  /** The open tab of the dashboard, or the tab with the same content as the page. */
  tab: DashboardTab | undefined;
}

/** The links of the back office in their groups, with the counts of open work. */
export function Navigation({ tab, onGo }: NavigationProps & { onGo?: () => void }) {
  const groups = useNavigation(tab);
  const counts = useWorkCounts();
  const id = useId();
  return (
    <nav aria-label="Back office" className={classes.navigation}>
      {groups.map(({ heading, links }, position) => (
        <div key={heading} className={classes.group}>
          <p id={`${id}-${position}`} className={classes.heading}>
            {heading}
          </p>
          <ul aria-labelledby={`${id}-${position}`}>
            {links.map(({ to, label, Icon, countedKind, isCurrent }) => {
              const count = (countedKind && counts.get(countedKind)) ?? 0;
              return (
                <li key={to}>
                  <Link
                    to={to}
                    className={classes.link}
                    aria-current={isCurrent ? 'page' : undefined}
                    onClick={onGo}
                  >
                    <Icon size={20} />
                    <span className={`grow ${classes.label}`}>{label}</span>
                    <Badge
                      count={count}
                      label={` (${count.toLocaleString('en-US')} open)`}
                      className={classes.count}
                    />
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Whether the user has collapsed the column, stored in this browser like the views of lists. */
function useIsCollapsed() {
  const userId = useAppSelector(selectUser)?.id ?? '';
  const stored = useMemo(
    () =>
      storedValue({
        key: `kinmel:navigation-collapsed:${userId}`,
        parse: (raw) => (typeof raw === 'boolean' ? raw : undefined),
        empty: false,
      }),
    [userId],
  );
  return [useSyncExternalStore(stored.subscribe, stored.read, () => false), stored.write] as const;
}

/** The column beside every page; collapsed it shows icons, whose labels appear on hover and focus. */
export function NavigationColumn({ tab }: NavigationProps) {
  const [isCollapsed, setCollapsed] = useIsCollapsed();
  const toggle = isCollapsed ? 'Expand the navigation' : 'Collapse the navigation';
  return (
    <div className={classes.column} data-collapsed={isCollapsed || undefined}>
      <div className={classes.inside}>
        <IconButton
          label={toggle}
          title={toggle}
          className={classes.toggle}
          onClick={() => setCollapsed(!isCollapsed)}
        >
          {isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
        </IconButton>
        <Navigation tab={tab} />
      </div>
    </div>
  );
}
