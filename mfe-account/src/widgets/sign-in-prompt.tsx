import { ButtonLink, EmptyState } from '@kinmel/ui';
import { Link, returnHere, selectIsSignedIn, useAppSelector, type WidgetProps } from '@kinmel/web-kit';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useLocation } from 'react-router-dom';

/** Login and Signup with a return URL to this page; nothing for a signed-in user. */
export default function SignInPrompt({ text }: WidgetProps['mfe-account/sign-in-prompt']) {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const location = useLocation();
  if (isSignedIn) return null;
  const state = returnHere(location);
  return (
    <EmptyState
      icon={<LockKeyhole />}
      text={text}
      actions={
        <>
          <ButtonLink as={Link} to="/login" state={state} size="medium">
            Login
          </ButtonLink>
          <ButtonLink as={Link} to="/signup" state={state} size="medium" look="line">
            Signup
          </ButtonLink>
        </>
      }
    />
  );
}
