import { Alert, ButtonLink, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import {
  apiProblem,
  Link,
  leaveSession,
  selectIsSignedIn,
  useAppDispatch,
  useAppSelector,
  usePageTitle,
} from '@kinmel/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ResetLinkState } from '../../account-answers.ts';
import { accountApi } from '../../account-api.ts';
import { AccountLayout } from '../../forms/account-layout.tsx';
import classes from '../../forms/forms.module.css';
import { NewPasswordForm } from './new-password-form.tsx';

/** `no-token`: the URL has no token, as after a reload, because the page removes it. */
type PageState = ResetLinkState | 'no-token' | 'checking' | 'unreachable' | 'done';

const deadLinkTexts = {
  expired: 'This link is too old. A link works for 30 minutes.',
  used: 'This link was used already. If that was not you, ask for a new one now.',
  unknown: 'This link is not valid. Open the link of the newest mail again, or ask for a new one.',
  'no-token': 'Open the link of the mail again to set a new password, or ask for a new one.',
} as const satisfies Partial<Record<PageState, string>>;

const changedText = 'Your password is changed. All devices that were signed in are signed out.';

/** The message of a page without a form, and the next step. */
function outcomeOf(page: PageState, isSignedIn: boolean) {
  if (page === 'done') {
    const next = isSignedIn ? { to: '/', link: 'Go to the shop' } : { to: '/login', link: 'Login' };
    return { tone: 'ok', text: changedText, ...next } as const;
  }
  if (page === 'checking' || page === 'unreachable' || page === 'valid') return undefined;
  return { tone: 'bad', text: deadLinkTexts[page], to: '/forgetpassword', link: 'Send a new link' } as const;
}

/** `/resetpassword?token=…`, the page of the link in the mail. */
export default function ResetPasswordPage() {
  usePageTitle('New password');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const [search] = useSearchParams();
  const tokenInAddress = search.get('token') ?? '';
  const [token, setToken] = useState(tokenInAddress);
  const [page, setPage] = useState<PageState>(tokenInAddress === '' ? 'no-token' : 'checking');
  const outcomeBox = useRef<HTMLDivElement>(null);
  const hadForm = useRef(false);

  // The form is removed with its focused button.
  useEffect(() => {
    if (page === 'valid') hadForm.current = true;
    else if (hadForm.current && outcomeBox.current) {
      hadForm.current = false;
      outcomeBox.current.focus();
    }
  }, [page]);

  // Another link was opened while this page was shown.
  if (tokenInAddress !== '' && tokenInAddress !== token) {
    setToken(tokenInAddress);
    setPage('checking');
  }

  // The token must not stay in the address bar, the history or the referrer of requests.
  useEffect(() => {
    if (tokenInAddress !== '') void navigate('/resetpassword', { replace: true });
  }, [tokenInAddress, navigate]);

  const check = useCallback(async (): Promise<PageState> => {
    const answer = await dispatch(accountApi.endpoints.checkResetLink.initiate({ token }));
    return answer.data ?? (apiProblem(answer.error).status === 400 ? 'unknown' : 'unreachable');
  }, [dispatch, token]);

  useEffect(() => {
    if (token === '') return;
    let isCurrent = true;
    void check().then((state) => {
      if (isCurrent) setPage(state);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, check]);

  const checkAgain = () => {
    setPage('checking');
    void check().then(setPage);
  };

  const finish = (signedOut: boolean) => {
    // Every session of the account has ended. A different user of this browser stays signed in.
    if (isSignedIn && signedOut) void leaveSession();
    setPage('done');
  };

  const outcome = outcomeOf(page, isSignedIn);
  return (
    <AccountLayout title="New password">
      <meta name="referrer" content="no-referrer" />
      {page === 'checking' ? (
        <Loading className={`stack gap-20 above-32 ${classes.form}`}>
          <Skeleton height={74} />
          <Skeleton height={56} />
        </Loading>
      ) : null}
      {page === 'unreachable' ? (
        <ErrorState
          className={classes.message}
          text="The link could not be checked. Please try again."
          onRetry={checkAgain}
        />
      ) : null}
      {page === 'valid' ? <NewPasswordForm token={token} onDone={finish} onDeadLink={checkAgain} /> : null}
      {outcome ? (
        <>
          <Alert tone={outcome.tone} className={classes.message} ref={outcomeBox} tabIndex={-1}>
            {outcome.text}
          </Alert>
          <ButtonLink as={Link} to={outcome.to} size="large" fullWidth className={classes.message}>
            {outcome.link}
          </ButtonLink>
        </>
      ) : null}
    </AccountLayout>
  );
}
