import type { DeviceAnswer, DevicePlace } from '@kinmel/contracts';
import { phoneName, phoneVariant } from '@kinmel/contracts/browser';
import { deviceLife } from '@kinmel/contracts/life';
import { Alert, Button } from '@kinmel/ui';
import { formatDate, formatMoney } from '@kinmel/web-kit';
import { devicesApi } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { DetailsSection, type Facts, linkFact, RecordDetails } from '../../lists/details/record-details.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import { photoColumn } from '../../requests/request-photo.tsx';
import { moveText } from './device-dialogs.tsx';
import { DeviceLabel } from './device-label.tsx';

const nextSteps: Readonly<Record<DevicePlace, string>> = {
  received: 'Inspect it.',
  inspected: 'Put it on sale, or repair it in the workshop first.',
  workshop: 'Add the parts that you replace, then inspect it again.',
  'for-sale': 'Nothing: it is on sale.',
  sold: 'Nothing: its buyer has it.',
  awaited:
    'Its order was cancelled. When it comes back, move it to Returned. If its buyer keeps it, move it to Customer with a note.',
  returned: 'Inspect it again.',
  customer: 'Nothing: a customer has it.',
  recycled: 'Nothing: it is recycled.',
};

function nextStep({ place, purchase, isPaymentStopped, inspection }: DeviceAnswer): string {
  if (purchase === 'to-inspect')
    return place === 'inspected'
      ? 'Nothing for a moment: the purchase is being settled. Then open it again.'
      : 'Inspect it, so that its seller is paid.';
  if (purchase === 'requoted') return 'Wait for its seller, who has the lower quote.';
  if (purchase === 'declined' && place !== 'customer')
    return 'It is not bought. Send it back, then move it to Customer with the number of its parcel.';
  if (isPaymentStopped && place === 'inspected')
    return 'The payment of its seller is stopped. Take the payout up again, or send the phone back, then move it to Customer with the number of its parcel.';
  if (place === 'inspected' && inspection?.grade === null)
    return 'Repair it in the workshop: it cannot be sold without a grade.';
  return nextSteps[place];
}

const registerTexts = {
  clean: 'Not listed as stolen',
  listed: 'Listed as stolen',
  unknown: 'The register did not answer',
} as const;

function inspectionFacts({ checklist, grade, note, at }: NonNullable<DeviceAnswer['inspection']>): Facts {
  const worksText = (doesWork: boolean) => (doesWork ? 'Works' : 'Does not work');
  return [
    ['Grade', grade ?? 'None: it cannot be sold as it is'],
    ['Damage', `Screen: ${checklist.screen}, body: ${checklist.body}`],
    ['Battery health', `${checklist.batteryHealthPercent} %`],
    ['Buttons', worksText(checklist.doButtonsWork)],
    ['Cameras', worksText(checklist.doCamerasWork)],
    ['Network', worksText(checklist.doesNetworkWork)],
    ['Note', note || 'None'],
    ['On', formatDate(at, 'short')],
  ];
}

/** The steps that staff can take now. */
function stepsOf({ place, purchase, isPaymentStopped = false, usualSteps, inspection }: DeviceAnswer) {
  const isPurchaseValid = purchase === 'to-inspect' || purchase === 'agreed';
  const isAwaitingInspection = ['received', 'workshop', 'returned'].includes(place);
  const canBeSold =
    place === 'inspected' && purchase === 'agreed' && Boolean(inspection?.grade) && !isPaymentStopped;
  return [
    ...(canBeSold ? [{ dialog: 'sale', text: 'Put on sale', right: 'devices.sell' as const }] : []),
    ...(isPurchaseValid && isAwaitingInspection
      ? [{ dialog: 'inspection', text: 'Inspect', right: 'devices.inspect' as const }]
      : []),
    ...(place === 'workshop'
      ? [{ dialog: 'parts', text: 'Add a part', right: 'devices.inspect' as const }]
      : []),
    ...usualSteps.map((step) => ({
      dialog: 'place',
      choice: step,
      text: moveText(place, step),
      right: 'devices.receive' as const,
    })),
    { dialog: 'identifiers', text: 'Correct numbers', right: 'devices.receive' as const },
  ];
}

/** One device. On a phone, its steps are at the bottom of a sheet, in reach of the thumb. */
export function DeviceDetails({ row: device, list, onClose }: RecordDialogProps<DeviceAnswer>) {
  const { inspection, parts, photos, sale, sellRequest, warrantyUntil } = device;
  const [readNumbers, { data: numbers, error, isLoading }] = devicesApi.useReadIdentifiersMutation();
  const isOpen = deviceLife.statuses[device.place].stage === 'open';
  const { currentData: product } = productsApi.useGetProductQuery(sale?.productId ?? '', { skip: !sale });
  return (
    <RecordDetails
      id={device.id}
      title={phoneName(device)}
      subtitle={phoneVariant(device)}
      status={device.place}
      head={
        <>
          <p>
            <strong>What to do: </strong>
            <span>{nextStep(device)}</span>
          </p>
          {device.blocklist === 'listed' ? (
            <Alert tone="bad">Listed as stolen: do not pay for it, and do not sell it.</Alert>
          ) : null}
          {error ? <Alert tone="bad">{failureText(error, 'The numbers could not be read.')}</Alert> : null}
        </>
      }
      groups={{
        Device: [
          linkFact(
            'Sell request',
            recordAddress({ kind: 'sell-request', id: sellRequest.id }),
            sellRequest.reference,
          ),
          ['Purchase', sentenceCase(device.purchase)],
          ['Cost', formatMoney(device.cost)],
          ...device.identifiers.map(
            ({ kind, lastFour }, index) =>
              [
                kind === 'serial' ? 'Serial' : kind.toUpperCase(),
                // Both lists have the same order, unless another user has corrected the numbers in the meantime.
                numbers?.find(({ value }, at) => at === index && value.endsWith(lastFour))?.value ??
                  `…${lastFour}`,
              ] as const,
          ),
          ['Register', registerTexts[device.blocklist]],
          ['Warranty', warrantyUntil ? `Until ${formatDate(warrantyUntil, 'short')}` : 'None yet'],
          // Only a device that was for sale has a passport (DEV-D9).
          ...(device.history.some(({ to }) => to === 'for-sale')
            ? [linkFact('Passport', device.passportLink)]
            : []),
        ],
        ...(sale && {
          Sale: [
            linkFact('Product', `/productdetails?id=${sale.productId}`, product?.name),
            ['Price', formatMoney(sale.price)],
          ],
        }),
        ...(inspection && { Inspection: inspectionFacts(inspection) }),
        ...(parts.length > 0 && {
          'Parts replaced': parts.map(
            ({ name, minutes, cost }) => [name, `${minutes} minutes, ${formatMoney(cost)}`] as const,
          ),
        }),
      }}
      texts={{}}
      picture={photoColumn(photos, (_, number) => `Device, ${number}`)}
      history={device.history.toReversed().map(({ at, who, note, from, to }) => ({
        key: `${at} ${to}`,
        at,
        text: from === null ? sentenceCase(to) : `${sentenceCase(from)} → ${sentenceCase(to)}`,
        detail: `by ${who ?? 'the shop'}`,
        note,
      }))}
      actions={[
        ...stepsOf(device)
          .filter(({ right }) => list.may(right))
          .map(({ dialog, text, ...step }, index) => (
            <Button
              key={text}
              look={index === 0 && isOpen ? 'solid' : 'line'}
              onClick={() => list.openDialog(dialog, device, 'choice' in step ? step.choice : undefined)}
            >
              {text}
            </Button>
          )),
        list.may('devices.receive') ? (
          <Button
            key="numbers"
            look="line"
            busy={isLoading}
            disabled={numbers !== undefined}
            title="It leaves an entry in the audit"
            onClick={() => void readNumbers(device.id)}
          >
            Show numbers
          </Button>
        ) : null,
      ]}
      onClose={onClose}
    >
      <DetailsSection title="Label">
        <DeviceLabel device={device} />
      </DetailsSection>
    </RecordDetails>
  );
}
