import type { Session } from '@kinmel/contracts';
import { Button, ConfirmDialog, StatusChip } from '@kinmel/ui';
import { apiProblem, formatDate, leaveSession, toast } from '@kinmel/web-kit';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { useRef, useState } from 'react';
import { failureText } from '../../../forms/failure-text.ts';
import { profileApi } from '../profile-api.ts';
import { LoadedSection } from '../profile-section.tsx';
import { AccessRow, momentOf } from './access-row.tsx';

const notSignedOut = 'It could not be signed out. Please try again.';

/** Lists where the account is signed in, and ends those sessions. */
export function SessionsSection() {
  const request = profileApi.useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const section = useRef<HTMLElement>(null);
  return (
    <LoadedSection
      ref={section}
      id="sessions"
      title="Your sessions"
      lead="Where your account is signed in. If you do not know one of them, sign it out and change your password."
      request={request}
      failureText="Your sessions could not be loaded. Please try again."
    >
      {(sessions) => (
        <>
          <ul className="above-16">
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                // Moves the focus, because the row is removed with the focused button.
                onEnded={() => section.current?.focus()}
              />
            ))}
          </ul>
          <SignOutEverywhere />
        </>
      )}
    </LoadedSection>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const [endSession, { isLoading }] = profileApi.useEndSessionMutation();
  const { device, address, lastAddress, isCurrent } = session;
  const lastUse = isCurrent ? 'in use now' : `last used ${momentOf(session.lastUsedAt)}`;
  const signOut = async () => {
    const { error } = await endSession(session.sessionId);
    // 404 means that the session has already ended, as requested.
    if (error && apiProblem(error).status !== 404) {
      toast.error(failureText(error, notSignedOut));
      return;
    }
    toast.success(`Signed out: ${device}`);
    onEnded();
  };
  return (
    <AccessRow
      icon={<MonitorSmartphone size={22} />}
      title={device}
      chip={isCurrent ? <StatusChip tone="ok">This device</StatusChip> : null}
      detail={`${lastAddress === address ? lastUse : `${lastUse} from ${lastAddress}`}, signed in ${formatDate(session.signedInAt, 'short')} from ${address}`}
    >
      {isCurrent ? null : (
        <Button
          look="line"
          size="small"
          aria-label={`Sign out there: ${device}, ${lastUse}`}
          busy={isLoading}
          onClick={() => void signOut()}
        >
          Sign out there
        </Button>
      )}
    </AccessRow>
  );
}

function SignOutEverywhere() {
  const [endAll, { isLoading }] = profileApi.useEndSessionsMutation();
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    const { error } = await endAll();
    if (error) {
      toast.error(failureText(error, notSignedOut));
      return;
    }
    toast.success('Signed out everywhere');
    await leaveSession();
  };
  return (
    <>
      <Button look="line" size="medium" className="above-20" onClick={() => setOpen(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        onConfirm={() => void confirm()}
        busy={isLoading}
        busyText="Signing out..."
      >
        All your devices are signed out, this one too. You sign in again with your password.
      </ConfirmDialog>
    </>
  );
}
