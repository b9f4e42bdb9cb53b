import type { DeviceAnswer, DevicePlace } from '@kinmel/contracts';
import { Alert, Button, ErrorState } from '@kinmel/ui';
import { apiProblem, formatDate, formatPrice, Link } from '@kinmel/web-kit';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { devicesApi } from '../../devices/devices-api.ts';
import { useLeftDialog } from '../../forms/form-draft.ts';
import { ContentTitle } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import { Placeholder } from '../../frame/retry-alert.tsx';
import details from '../../lists/details/record-details.module.css';
import { type Facts, Timeline } from '../../lists/details/record-details.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { newerOf } from '../../lists/use-rows-seen.ts';
import { phoneName } from '../../requests/phone-name.ts';
import { RequestPhoto } from '../../requests/request-photo.tsx';
import classes from './device.module.css';
import { DeviceLabel } from './device-label.tsx';
import { InspectDialog } from './inspect-dialog.tsx';
import { MoveDialog, PartDialog } from './step-dialogs.tsx';

const money = ({ amountInMinorUnits }: DeviceAnswer['cost']) => formatPrice(amountInMinorUnits / 100);

const nextSteps: Readonly<Record<DevicePlace, string>> = {
  received: 'Inspect it.',
  inspected: 'Put it on sale, or repair it in the workshop first.',
  workshop: 'Add the parts that you replace, then inspect it again.',
  'for-sale': 'Nothing: it is on sale.',
  sold: 'Nothing: its buyer has it.',
  returned: 'Inspect it again.',
  customer: 'Nothing: it was sent back to its seller.',
  recycled: 'Nothing: it is recycled.',
};

/** What staff do with a device next. */
function nextStep({ place, purchase }: DeviceAnswer): string {
  if (purchase === 'to-inspect') return 'Inspect it, so that its seller is paid.';
  if (purchase === 'requoted') return 'Wait for its seller, who has the lower quote.';
  if (purchase === 'declined' && place !== 'customer')
    return 'Its seller said no or did not answer. Send it back, then move it to Customer.';
  return nextSteps[place];
}

const blocklistFacts = {
  clean: 'Not listed as stolen',
  listed: 'Listed as stolen',
  unknown: 'The register did not answer',
} as const;

const factsOf = (device: DeviceAnswer): Facts => [
  [
    'Sell request',
    <Link key="request" to={recordAddress({ kind: 'sell-request', id: device.sellRequest.id })}>
      {device.sellRequest.reference}
    </Link>,
  ],
  ['Purchase', sentenceCase(device.purchase)],
  ['Cost', money(device.cost)],
  ...device.identifiers.map(
    ({ kind, lastFour }) =>
      [kind === 'serial' ? 'Serial number' : kind.toUpperCase(), `…${lastFour}`] as const,
  ),
  ['Register', blocklistFacts[device.blocklist]],
  ['Warranty', device.warrantyUntil ? `Until ${formatDate(device.warrantyUntil, 'short')}` : 'None yet'],
  [
    'Passport',
    <Link key="passport" to={device.passportLink}>
      Open
    </Link>,
  ],
];

function inspectionFacts({ checklist, grade, note, at }: NonNullable<DeviceAnswer['inspection']>): Facts {
  const works = (doesWork: boolean) => (doesWork ? 'Works' : 'Does not work');
  return [
    ['Grade', grade ?? 'None: it cannot be sold as it is'],
    ['Screen', sentenceCase(checklist.screen)],
    ['Body', sentenceCase(checklist.body)],
    ['Battery health', `${checklist.batteryHealthPercent} %`],
    ['Buttons', works(checklist.doButtonsWork)],
    ['Cameras', works(checklist.doCamerasWork)],
    ['Network', works(checklist.doesNetworkWork)],
    ['Note', note || 'None'],
    ['On', formatDate(at, 'short')],
  ];
}

const FactList = ({ facts }: { facts: Facts }) => (
  <dl className={details.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={details.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className={details.title}>{title}</h2>
    {children}
  </section>
);

function dialogsOf(device: DeviceAnswer): readonly (readonly [what: string, text: string])[] {
  const { place, purchase, usualSteps } = device;
  const isOurs = purchase === 'to-inspect' || purchase === 'agreed';
  const isHere = ['received', 'inspected', 'workshop', 'returned'].includes(place);
  return [
    ...(isOurs && isHere
      ? [['inspection', place === 'inspected' ? 'Inspect again' : 'Inspect'] as const]
      : []),
    ...(place === 'workshop' ? [['parts', 'Add a part'] as const] : []),
    // An inspection moves it there.
    ...usualSteps
      .filter((step) => step !== 'inspected')
      .map((step) => [step, `Move to ${sentenceCase(step)}`] as const),
  ];
}

/** `/admin/devices/:id`: one device, for a phone in one hand. */
export default function DevicePage() {
  const { id = '' } = useParams();
  const request = devicesApi.useGetDeviceQuery(id, { refetchOnMountOrArgChange: true });
  const [changed, setChanged] = useState<DeviceAnswer>();
  const read = request.currentData;
  const device = read && newerOf(read, changed?.id === read.id ? changed : undefined);
  if (device) return <Device key={device.id} device={device} onSaved={setChanged} />;
  const isMissing = [400, 404].includes(Number(apiProblem(request.error).status));
  return (
    <>
      <ContentTitle>Device</ContentTitle>
      {request.error === undefined ? (
        <Placeholder height={480} />
      ) : (
        <ErrorState
          text={isMissing ? 'There is no such device.' : 'This device could not be loaded.'}
          onRetry={isMissing ? undefined : () => void request.refetch()}
          busy={request.isFetching}
        />
      )}
    </>
  );
}

interface DeviceProps {
  device: DeviceAnswer;
  onSaved: (saved: DeviceAnswer) => void;
}

function Device({ device, onSaved }: DeviceProps) {
  const left = useLeftDialog('device');
  const [asked, setAsked] = useState<string>();
  const { inspection, parts, photos, history } = device;
  const dialogs = dialogsOf(device);
  const open = asked ?? (left.id === device.id && left.what !== 'place' ? left.what : undefined);
  const close = () => {
    left.done();
    setAsked(undefined);
  };
  const dialog = { device, onSaved, onClose: close };
  const drawn: Readonly<Record<string, ReactNode>> = {
    inspection: <InspectDialog {...dialog} />,
    parts: <PartDialog {...dialog} />,
  };
  return (
    <>
      <ContentTitle actions={<StatusBadge status={device.place} />}>
        {phoneName(device)}, {device.storage} GB, {sentenceCase(device.color)}
      </ContentTitle>
      <div className={`${layout.box} ${layout.fields}`}>
        <p>
          <strong>What to do: </strong>
          {nextStep(device)}
        </p>
        {device.blocklist === 'listed' ? (
          <Alert tone="bad">This phone is listed as stolen. Do not pay for it, and do not sell it.</Alert>
        ) : null}
        <FactList facts={factsOf(device)} />
        <Part title="Inspection">
          {inspection ? <FactList facts={inspectionFacts(inspection)} /> : <p>Not inspected yet.</p>}
        </Part>
        {parts.length > 0 ? (
          <Part title="Parts replaced">
            <FactList
              facts={parts.map(
                ({ name, minutes, cost }) => [name, `${minutes} minutes, ${money(cost)}`] as const,
              )}
            />
          </Part>
        ) : null}
        {photos.length > 0 ? (
          <Part title="Photos">
            <div className={classes.photos}>
              {photos.map(({ id, path }, index) => (
                <RequestPhoto key={id} src={path} alt={`Device, ${index + 1}`} size="large" />
              ))}
            </div>
          </Part>
        ) : null}
        <Part title="History">
          <Timeline
            steps={history.toReversed().map(({ at, who, note, from, to }) => ({
              key: `${at} ${to}`,
              at,
              text:
                from === null || from === to
                  ? sentenceCase(to)
                  : `${sentenceCase(from)} to ${sentenceCase(to)}`,
              detail: `by ${who ?? 'the shop'}`,
              note,
            }))}
          />
        </Part>
        <Part title="Label">
          <DeviceLabel device={device} />
        </Part>
      </div>
      {dialogs.length > 0 ? (
        <div className={classes.actions}>
          {dialogs.map(([what, text], index) => (
            <Button
              key={what}
              look={index === 0 ? 'solid' : 'line'}
              size="large"
              fullWidth
              onClick={() => setAsked(what)}
            >
              {text}
            </Button>
          ))}
        </div>
      ) : null}
      {open === undefined ? null : (drawn[open] ?? <MoveDialog {...dialog} to={open as DevicePlace} />)}
    </>
  );
}
