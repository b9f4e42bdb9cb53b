import { knownPages } from '@kinmel/contracts/browser';
import { lazyPage } from '@kinmel/web-kit';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { NotFoundPage, UnavailablePage } from './own-pages.tsx';
import { PageLoading } from './page-column.tsx';
import { type StaffPage, staffPageOf } from './staff/staff-pages.rules.ts';

/** Kept out of the shoppers' bundle. */
const StaffGate = lazyPage<{ page: StaffPage }>(
  () => import(/* webpackChunkName: "staff" */ './staff/staff-gate.tsx'),
);

/**
 * A URL without a page for this visitor: a page of the back office, a specified page without its remote (it keeps its
 * title), or "not found".
 */
export default function Elsewhere() {
  const { pathname } = useLocation();
  const staffPage = staffPageOf(pathname);
  if (staffPage) {
    return (
      <Suspense fallback={<PageLoading />}>
        <StaffGate page={staffPage} />
      </Suspense>
    );
  }
  const address = pathname.replace(/(.)\/$/, '$1');
  const knownPage = knownPages.find(({ path }) => path === address);
  if (!knownPage) return <NotFoundPage />;
  return <UnavailablePage key={knownPage.path} title={knownPage.title} />;
}
