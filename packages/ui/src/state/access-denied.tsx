import Lock from 'lucide-react/icons/lock';
import { Button } from '../button/button.tsx';
import { Facts } from '../label/facts.tsx';
import classes from './access-denied.module.css';
import { EmptyState } from './empty-state.tsx';

interface AccessDeniedProps {
  hasToken: boolean;
  user: { readonly role?: string | undefined; readonly email: string } | null | undefined;
  onLogin: () => void;
}

/** Shown when the back office does not accept the session. */
export function AccessDenied({ hasToken, user, onLogin }: AccessDeniedProps) {
  const facts = [
    ['Token present', hasToken ? 'Yes' : 'No'],
    ['Role', user?.role ?? 'none'],
    ['Email', user?.email ?? 'none'],
  ] as const;
  return (
    <EmptyState
      icon={<Lock />}
      text="The back office is not open to this account."
      detail={<Facts facts={facts} className={classes.facts} />}
      actions={<Button onClick={onLogin}>Go to Login</Button>}
    />
  );
}
