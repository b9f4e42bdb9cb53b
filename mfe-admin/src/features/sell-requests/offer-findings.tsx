import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Button } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import { devicesApi } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { useRights } from '../../frame/use-rights.ts';
import { recordAddress, shortId } from '../../lists/records/record-kinds.rules.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';

const registerTexts = (lastFour: string) =>
  ({
    clean: ['ok', `IMEI …${lastFour} is not listed as stolen.`],
    listed: ['bad', `IMEI …${lastFour} is listed as stolen. Do not buy this phone.`],
    unknown: ['warn', `The register of stolen phones did not answer about IMEI …${lastFour}.`],
  }) as const;

/** What is known about the IMEI of a sell request. The seller does not see it. */
export function OfferFindings({ request: { id, imeiLastFour } }: { request: SellRequestAnswer }) {
  const may = useRights();
  const query = devicesApi.useGetOfferFindingsQuery(id);
  const [check, checking] = devicesApi.useCheckBlocklistMutation();
  const { currentData, error } = query;
  const findings = checking.data ?? currentData;
  if (!findings && error === undefined) return <Placeholder height={44} />;
  if (!findings) {
    const isMissing = apiProblem(error).status === 404;
    return (
      <RetryAlert tone={isMissing ? 'info' : 'bad'} part="IMEI" request={query}>
        {isMissing
          ? 'Its IMEI is being looked up.'
          : `What is known of its IMEI …${imeiLastFour} could not be loaded.`}
      </RetryAlert>
    );
  }
  const { blocklist, offeredAlsoIn, known: knownDevice, lastFour } = findings;
  const [tone, text] = registerTexts(lastFour)[blocklist];
  const checkAgain = async () => {
    const { error: refused } = await check(id);
    if (refused) toast.error(failureText(refused, 'The register could not be asked.'));
  };
  return (
    <div className="stack gap-12">
      <Alert tone={tone}>
        <span>{text}</span>{' '}
        {blocklist === 'unknown' && may('devices.receive') ? (
          <Button
            look="line"
            size="small"
            busy={checking.isLoading}
            busyText="Checking..."
            onClick={() => void checkAgain()}
          >
            Check again
          </Button>
        ) : null}
      </Alert>
      {offeredAlsoIn.length > 0 ? (
        <Alert tone="bad">
          <span>The same phone is offered also in</span>{' '}
          {offeredAlsoIn.map((other, index) => (
            <span key={other}>
              <span>{index > 0 ? ', ' : ''}</span>
              <Link to={recordAddress({ kind: 'sell-request', id: other })}>{shortId(other)}</Link>
            </span>
          ))}
          <span>.</span>
        </Alert>
      ) : null}
      {knownDevice ? (
        <Alert tone="warn">
          The shop has or had this phone:{' '}
          <Link to={recordAddress({ kind: 'device', id: knownDevice.deviceId })}>device</Link>
          <span>{`, ${sentenceCase(knownDevice.place)}.`}</span>
        </Alert>
      ) : null}
    </div>
  );
}
