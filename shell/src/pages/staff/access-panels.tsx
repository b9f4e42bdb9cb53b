import { AccessDenied, ButtonLink, EmptyState } from '@kinmel/ui';
import { Link, leaveSession, returnHere, selectSession, useAppSelector } from '@kinmel/web-kit';
import Lock from 'lucide-react/icons/lock';
import { useLocation, useNavigate } from 'react-router-dom';
import { OwnPage } from '../own-pages.tsx';

export function AuthenticationRequired({ title }: { title: string }) {
  const location = useLocation();
  return (
    <OwnPage title={title}>
      <EmptyState
        icon={<Lock />}
        text="Authentication Required. Please log in to access this page."
        actions={
          <ButtonLink as={Link} to="/login" state={returnHere(location)}>
            Go to Login
          </ButtonLink>
        }
      />
    </OwnPage>
  );
}

export function NotAnAdmin({ title, role }: { title: string; role: string }) {
  return (
    <OwnPage title={title}>
      <EmptyState
        icon={<Lock />}
        text="Access Denied. You must be an admin to view this page."
        detail={`Current role: ${role}`}
        actions={
          <ButtonLink as={Link} to="/" look="line">
            Home
          </ButtonLink>
        }
      />
    </OwnPage>
  );
}

/** Shown when the stored session is that of an admin, but the server refuses it. */
export function AccessDeniedPanel() {
  const { user, token } = useAppSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  const goToLogin = () => {
    const state = returnHere(location);
    // /login redirects signed-in users.
    void leaveSession();
    void navigate('/login', { state });
  };
  return (
    <OwnPage title="Access Denied">
      <AccessDenied hasToken={Boolean(token)} user={user} onLogin={goToLogin} />
    </OwnPage>
  );
}
