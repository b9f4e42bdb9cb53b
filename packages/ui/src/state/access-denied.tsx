import Lock from 'lucide-react/icons/lock';
import { Button } from '../button/button.tsx';
import classes from './access-denied.module.css';
import { EmptyState } from './empty-state.tsx';

interface AccessDeniedProps {
  hasToken: boolean;
  user: { readonly role?: string | undefined; readonly email: string } | null | undefined;
  onLogin: () => void;
}

/** Shown where the back office does not take the session. */
export function AccessDenied({ hasToken, user, onLogin }: AccessDeniedProps) {
  const facts = { 'Token present': hasToken ? 'Yes' : 'No', Role: user?.role, Email: user?.email };
  return (
    <EmptyState
      icon={<Lock />}
      text="The back office is not open to this account."
      detail={
        <dl className={classes.facts}>
          {Object.entries(facts).map(([name, value = 'none']) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      }
      actions={<Button onClick={onLogin}>Go to Login</Button>}
    />
  );
}
