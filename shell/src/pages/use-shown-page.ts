import { selectIsAdmin, useAppSelector } from '@kinmel/web-kit';
import { findPage, remoteHost } from '@kinmel/web-kit/host';
import { useLocation } from 'react-router-dom';

/** The page of the current URL, if a remote has one that the visitor may see; staff remotes are for staff only. */
export function useShownPage(): ReturnType<typeof findPage> {
  const { pathname } = useLocation();
  const isAdmin = useAppSelector(selectIsAdmin);
  const page = findPage(pathname);
  const role = page && remoteHost()?.registry.remotes[page.remote]?.requiredRole;
  return role === 'admin' && !isAdmin ? undefined : page;
}
