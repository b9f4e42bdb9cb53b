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
import { NotFoundPage, UnavailablePage } from '../own-pages.tsx';
import { PageLoading } from '../page-column.tsx';
import { AccessDeniedPanel, AuthenticationRequired, NotAnAdmin } from './access-panels.tsx';
import type { StaffPage } from './staff-pages.rules.ts';

/** Redirects home and shows the reason once. */
function RedirectHome() {
  useEffect(() => {
    toast.error("You don't have permission to access this page.");
  }, []);
  return <Navigate to="/" replace />;
}

/** Whether the server accepts the stored session as that of an admin, after a renewal if needed. */
async function isAdminAccepted(): Promise<boolean> {
  if (!hasStaffRemotes()) await findStaffRemotes();
  // The cookie for the files has the lifetime of an access token, and is renewed with it.
  if (!hasStaffRemotes() && (await refreshSession())) await findStaffRemotes();
  return hasStaffRemotes();
}

/**
 * For a stored admin session while the registry has no back office: asks the server again, and shows a panel
 * if that fails.
 */
function AdminCheck({ page }: { page: StaffPage }) {
  const [outcome, setOutcome] = useState<'checking' | 'accepted' | 'refused' | 'unreachable'>('checking');
  const { pathname, search, hash, state } = useLocation();
  useEffect(() => {
    let isMounted = true;
    isAdminAccepted().then(
      (isAccepted) => isMounted && setOutcome(isAccepted ? 'accepted' : 'refused'),
      () => isMounted && setOutcome('unreachable'),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (outcome === 'refused') return <AccessDeniedPanel />;
  if (outcome === 'unreachable') return <UnavailablePage title={page.title} />;
  if (outcome === 'checking') return <PageLoading />;
  // The same URL again: either a remote now has a page for it, or it does not exist.
  if (findPage(pathname))
    return <Navigate to={{ pathname, search, hash }} replace state={state as unknown} />;
  return <NotFoundPage />;
}

/** Shown at a URL of the back office to visitors without access. */
export default function StaffGate({ page }: { page: StaffPage }) {
  const user = useAppSelector(selectUser);
  const isAdmin = useAppSelector(selectIsAdmin);
  const location = useLocation();
  if (isAdmin) return <AdminCheck page={page} />;
  if (page.whenRefused === 'leave') {
    return user ? <RedirectHome /> : <Navigate to="/login" replace state={returnHere(location)} />;
  }
  return user ? (
    <NotAnAdmin title={page.title} role={user.role ?? 'user'} />
  ) : (
    <AuthenticationRequired title={page.title} />
  );
}
