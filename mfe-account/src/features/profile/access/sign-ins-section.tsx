import type { SignIn } from '@kinmel/contracts';
import { StatusChip } from '@kinmel/ui';
import History from 'lucide-react/icons/history';
import { profileApi } from '../profile-api.ts';
import { LoadedSection } from '../profile-section.tsx';
import { AccessRow, momentOf } from './access-row.tsx';

const ways: Record<SignIn['way'], string> = {
  password: 'with the password',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
};

/** Lists the newest sign-ins of the account and the wrong passwords. */
export function SignInsSection() {
  const request = profileApi.useListSignInsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <LoadedSection
      id="sign-ins"
      title="Recent sign-ins"
      lead="The last ten of the past 90 days, and the last ten wrong passwords. If you do not know a sign-in, change your password."
      request={request}
      failureText="Your sign-ins could not be loaded. Please try again."
    >
      {(signIns) => (
        <ul className="above-16">
          {signIns.map(({ at, way, device, isRefused }) => (
            <AccessRow
              key={at}
              icon={<History size={22} />}
              title={device}
              chip={isRefused ? <StatusChip tone="bad">Wrong password</StatusChip> : null}
              detail={isRefused ? momentOf(at) : `${momentOf(at)}, ${ways[way]}`}
            />
          ))}
        </ul>
      )}
    </LoadedSection>
  );
}
