import {
  refreshSession,
  returnHere,
  selectIsAdmin,
  selectUser,
  toast,
  useAppSelector,
} from '@kinmel/web-kit';
import { findPage, findStaffRemotes, hasStaffRemotes } from '@kinmel/web-kit/host';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { NotFoundPage } from '../not-found-page.tsx';
import { PageLoading } from '../page-loading.tsx';
import { UnavailablePage } from '../unavailable-page.tsx';
import { AccessDeniedPanel, AuthenticationRequired, NotAnAdmin } from './access-panels.tsx';
import type { StaffPage } from './staff-pages.rules.ts';

/** Home, with the reason once. */
function SentHome() {
  useEffect(() => {
    toast.error("You don't have permission to access this page.");
  }, []);
  return <Navigate to="/" replace />;
}

/** Whether the server takes a stored admin for one by now, with a renewed session if need be. */
async function isTaken(): Promise<boolean> {
  if (!hasStaffRemotes()) await findStaffRemotes();
  // The cookie that opens the files lives as long as an access token, and is renewed with it.
  if (!hasStaffRemotes() && (await refreshSession())) await findStaffRemotes();
  return hasStaffRemotes();
}

/** For a stored admin who is not told of the back office: asks again, and shows its panel when that did not help. */
function AdminAsks({ page }: { page: StaffPage }) {
  const [outcome, setOutcome] = useState<'asking' | 'taken' | 'refused' | 'silent'>('asking');
  const { pathname, search, hash, state } = useLocation();
  useEffect(() => {
    let isHere = true;
    isTaken().then(
      (taken) => isHere && setOutcome(taken ? 'taken' : 'refused'),
      () => isHere && setOutcome('silent'),
    );
    return () => {
      isHere = false;
    };
  }, []);
  if (outcome === 'refused') return <AccessDeniedPanel />;
  if (outcome === 'silent') return <UnavailablePage title={page.title} />;
  if (outcome === 'asking') return <PageLoading />;
  // The same address again: now a remote has a page for it, or none ever will.
  if (findPage(pathname))
    return <Navigate to={{ pathname, search, hash }} replace state={state as unknown} />;
  return <NotFoundPage />;
}

/** What stands at an address of the back office for who is not shown it. */
export default function StaffGate({ page }: { page: StaffPage }) {
  const user = useAppSelector(selectUser);
  const isAdmin = useAppSelector(selectIsAdmin);
  const location = useLocation();
  if (isAdmin) return <AdminAsks page={page} />;
  if (page.whenRefused === 'leave') {
    return user ? <SentHome /> : <Navigate to="/login" replace state={returnHere(location)} />;
  }
  return user ? (
    <NotAnAdmin title={page.title} role={user.role ?? 'user'} />
  ) : (
    <AuthenticationRequired title={page.title} />
  );
}
