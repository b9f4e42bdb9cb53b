import {
  type BodyOf,
  type claimPhone,
  type DeviceAnswer,
  type DeviceChecklist,
  type DevicePlace,
  usualStepsOf as declaredSteps,
  deviceInspected,
  deviceLife,
  deviceReceived,
  deviceSentBack,
  type EventDefinition,
  type inspectDevice,
  type Money,
  type Policy,
  requestCurrency,
  type SellRequestStatus,
  type SellRequestToReceive,
  shopCurrency,
  usedPhoneFields,
  wearLevels,
  wordOf,
} from '@kinmel/contracts';
import {
  createEvent,
  ProblemError,
  pick,
  refusal,
  versionConflict,
  type WireEvent,
} from '@kinmel/service-kit';
import type { StoredIdentifier } from '../identifiers/device-key.ts';

type Grades = Policy['tradeIn']['grades'];
type Grade = Grades[number]['grade'];
type AnswerField = (typeof usedPhoneFields)[number] | 'place' | 'purchase' | 'sellRequest' | 'version';

type Dated<Answer extends { at: string }> = Readonly<Omit<Answer, 'at'>> & { readonly at: Date };

export type Part = Dated<DeviceAnswer['parts'][number]>;

/** A staff member; null for the shop's programs. */
type Who = { readonly id: string; readonly name: string } | null;

/** A physical pre-loved phone. */
export interface Device extends Readonly<Pick<DeviceAnswer, AnswerField>> {
  readonly id: string;
  readonly identifiers: readonly StoredIdentifier[];
  /** The accepted quote of the sell request, in US dollars. */
  readonly quoteInMinorUnits: number | null;
  /** The agreed payment to the seller; null before it is agreed. */
  readonly price: Money | null;
  readonly inspection: Dated<NonNullable<DeviceAnswer['inspection']>> | null;
  readonly photoIds: readonly string[];
  readonly parts: readonly Part[];
  /** Whether the payout to the seller is stopped, with the version of the payout; null if it never was. */
  readonly payout: { readonly version: number; readonly isStopped: boolean } | null;
  /** The product that the device belongs to, and its price; null while it is not for sale. */
  readonly sale: DeviceAnswer['sale'];
  /** The version of the device when it was last put on sale, by which catalog orders listings and withdrawals. */
  readonly listedVersion?: number;
  /** The order that sold the device. */
  readonly orderId: string | null;
  readonly warrantyUntil: Date | null;
  /** The fields of an earlier sale, while the buyer offers the device to the shop again; null otherwise. */
  readonly former: Pick<Device, (typeof formerFields)[number]> | null;
  /** Set while service-request takes a step of the sell request, with the request's version before it (DEV-D19). */
  readonly claim: { readonly version: number; readonly at: Date } | null;
  /** The last known version of the sell request; events of older versions are ignored. */
  readonly requestVersion: number;
  readonly history: readonly (Omit<Dated<DeviceAnswer['history'][number]>, 'who'> & { readonly who: Who })[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const formerFields = ['orderId', 'warrantyUntil', 'sale', 'inspection', 'photoIds'] as const;

export interface ChangeContext {
  readonly now: Date;
  readonly who: Who;
  readonly traceparent?: string | undefined;
}

export interface Change {
  readonly device: Device;
  readonly events: readonly WireEvent[];
}

export const placeText = (place: DevicePlace) => wordOf(deviceLife, place).toLowerCase();

export function withFields(device: Device, fields: Partial<Device>, now: Date): Device {
  return { ...device, ...fields, updatedAt: now, version: device.version + 1 };
}

/** The device at another place, with a history entry. */
export function moveDeviceTo(
  device: Device,
  to: DevicePlace,
  { now, who }: ChangeContext,
  fields: Partial<Device> = {},
  note = '',
): Device {
  const step = { at: now, who, from: device.place, to, note };
  return withFields(device, { ...fields, place: to, history: [...device.history, step] }, now);
}

/** The fields of a device that is neither for sale nor sold. */
export const unsoldFields = { sale: null, orderId: null, warrantyUntil: null } as const;

/** DEV-D27: the fields of a phone that goes back to its owner, with the photos of a lower quote for its passport. */
const formerFieldsOf = ({ former, photoIds }: Device): Partial<Device> =>
  former === null ? unsoldFields : { ...former, photoIds: [...former.photoIds, ...photoIds], former: null };

const eventReference = ({ id, sellRequest }: Device) => ({ deviceId: id, sellRequestId: sellRequest.id });

/** DEV-D6: of two concurrent changes, the second is refused. */
export const staleDevice = ({ version }: Device): ProblemError =>
  versionConflict(version, 'Somebody changed this device meanwhile. Please look at it again.');

export function refuseStale(device: Device, seenVersion: number): void {
  if (seenVersion !== device.version) throw staleDevice(device);
}

/** DEV-D3: refuses a repeated call with other numbers: it is for another phone, or has a mistake. */
export function refuseOtherNumbers({ identifiers }: Device, entered: readonly StoredIdentifier[]): void {
  if (!entered.every((one) => identifiers.some(({ hash }) => hash === one.hash)))
    throw refusal(
      'identifiers',
      'The phone of this sell request came already, with other numbers. Correct them at the device.',
    );
}

/** DEV-D1–D3: refuses a phone before its sell request is claimed. */
export function refuseReceipt(
  device: Device | undefined,
  /** The device that came with the same sell request before and went back. */
  before: Device | undefined,
  identifiers: readonly StoredIdentifier[],
): void {
  if (identifiers.length === 0)
    throw refusal('identifiers', 'Please enter the IMEI, MEID or serial number of the phone.');
  if (device && device.place !== 'sold' && device.place !== 'customer')
    throw refusal(
      'identifiers',
      `The shop has a device with this number already: it is ${placeText(device.place)}.`,
    );
  if (before && before.id !== device?.id)
    throw refusal(
      'identifiers',
      'Another phone came by this sell request before, and went back. Please enter a number of that one.',
    );
}

/**
 * DEV-D1–D3: the device of a claimed sell request when it is received.
 * @param storedDevice the device with one of the identifiers
 */
export function receive(
  storedDevice: Device | undefined,
  request: SellRequestToReceive,
  identifiers: readonly StoredIdentifier[],
  context: ChangeContext,
): Change {
  const { now, who } = context;
  const before = storedDevice ?? {
    id: request.deviceId,
    ...pick(request, ...usedPhoneFields),
    identifiers: [],
    inspection: null,
    parts: [],
    history: [],
    createdAt: now,
    version: 0,
  };
  const otherIdentifiers = before.identifiers.filter(
    ({ hash }) => !identifiers.some((one) => one.hash === hash),
  );
  const step = { at: now, who, from: storedDevice?.place ?? null, to: 'received', note: '' } as const;
  const device: Device = {
    ...before,
    identifiers: [...otherIdentifiers, ...identifiers],
    sellRequest: { id: request.sellRequestId, reference: request.reference },
    quoteInMinorUnits: request.quotedPriceInMinorUnits,
    purchase: 'to-inspect',
    price: null,
    payout: null,
    place: 'received',
    photoIds: [],
    ...unsoldFields,
    former: storedDevice?.orderId ? pick(storedDevice, ...formerFields) : null,
    claim: null,
    requestVersion: request.version,
    history: [...before.history, step],
    updatedAt: now,
    version: before.version + 1,
  };
  return { device, events: [eventOf(deviceReceived, device, eventReference(device), context)] };
}

export const eventOf = (
  definition: EventDefinition,
  { id: aggregateId, version: aggregateVersion }: Device,
  data: object,
  { now: occurredAt, traceparent }: ChangeContext,
): WireEvent =>
  createEvent(definition, { aggregateId, aggregateVersion, occurredAt, traceparent, data: data as never });

/** DEV-D11: the numbers to look up in the register of stolen phones. */
export const imeisOf = ({ identifiers }: Pick<Device, 'identifiers'>) =>
  identifiers.filter(({ kind }) => kind === 'imei');

/** DEV-D20: replaces the numbers of the device. */
export function correctIdentifiers(
  device: Device,
  version: number,
  identifiers: readonly StoredIdentifier[],
  { now }: ChangeContext,
): Change {
  refuseStale(device, version);
  return { device: withFields(device, { identifiers }, now), events: [] };
}

/** DEV-D5: the first grade whose limits are met; null when a part does not work. */
export function gradeOf(checklist: DeviceChecklist, grades: Grades): Grade | null {
  const { screen, body, batteryHealthPercent, doButtonsWork, doCamerasWork, doesNetworkWork } = checklist;
  const worstWear = Math.max(wearLevels.indexOf(screen), wearLevels.indexOf(body));
  if (!(doButtonsWork && doCamerasWork && doesNetworkWork) || worstWear >= wearLevels.indexOf('broken'))
    return null;
  const meetsGrade = ({ minBatteryHealthPercent, maxWear }: Grades[number]) =>
    batteryHealthPercent >= minBatteryHealthPercent && worstWear <= wearLevels.indexOf(maxWear);
  return grades.find(meetsGrade)?.grade ?? null;
}

/** DEV-D5: an inspection can be repeated to correct it, but only once the price is agreed. */
const isInspectable = ({ place, purchase }: Device): boolean =>
  ['received', 'workshop', 'returned'].includes(place) || (place === 'inspected' && purchase === 'agreed');

/** DEV-D21: the shop buys a listed phone only when a person confirms it with a reason. */
function refuseListed(
  { isListedConfirmed, note }: BodyOf<typeof inspectDevice>,
  blocklist: DeviceAnswer['blocklist'],
): void {
  if (blocklist !== 'listed' || (isListedConfirmed && note !== '')) return;
  const message = isListedConfirmed
    ? 'Please say in the note why a phone is bought that is listed as stolen.'
    : 'The register of stolen phones lists this phone: nothing is paid for it without a person who confirms it.';
  throw refusal(isListedConfirmed ? 'note' : 'isListedConfirmed', message);
}

/** The text of an inspection in history and audit. */
export const inspectionNote = (
  { isListedConfirmed, note }: BodyOf<typeof inspectDevice>,
  blocklist: DeviceAnswer['blocklist'],
): string =>
  blocklist === 'listed' && isListedConfirmed ? `Confirmed although it is listed as stolen: ${note}` : note;

/**
 * DEV-D4, DEV-D5: the first inspection of a purchase confirms or lowers its quote; later ones change only the grade.
 * @param photoAddress public address of a photo, for the seller
 */
export function inspect(
  device: Device,
  body: BodyOf<typeof inspectDevice>,
  blocklist: DeviceAnswer['blocklist'],
  photoIds: readonly string[],
  grades: Grades,
  photoAddress: (photoId: string) => string,
  context: ChangeContext,
): Change {
  const { version, checklist, note, lowerQuoteInMinorUnits } = body;
  refuseStale(device, version);
  const { place, purchase, quoteInMinorUnits } = device;
  if (!isInspectable(device))
    throw refusal('place', `A device that is ${placeText(place)} cannot be inspected.`);
  if (purchase === 'declined') throw refusal('place', 'This phone goes back to its seller.');
  refuseClaimed(device);
  if (purchase === 'to-inspect') refuseListed(body, blocklist);
  if (lowerQuoteInMinorUnits !== undefined) {
    if (purchase !== 'to-inspect')
      throw refusal('lowerQuoteInMinorUnits', 'The price of this device is agreed.');
    if (quoteInMinorUnits === null || lowerQuoteInMinorUnits >= quoteInMinorUnits)
      throw refusal('lowerQuoteInMinorUnits', 'A lower quote is below the accepted one.');
    if (note === '') throw refusal('note', 'Please say in the note why the price is lower.');
  }
  const grade = gradeOf(checklist, grades);
  const fields = {
    purchase: lowerQuoteInMinorUnits === undefined ? purchase : 'requoted',
    inspection: { at: context.now, checklist, grade, note },
    photoIds: [...device.photoIds, ...photoIds],
  } as const;
  const inspected = moveDeviceTo(device, 'inspected', context, fields, inspectionNote(body, blocklist));
  if (purchase !== 'to-inspect') return { device: inspected, events: [] };
  const photos = photoIds.map(photoAddress);
  const lowerQuote =
    lowerQuoteInMinorUnits === undefined
      ? null
      : { priceInMinorUnits: lowerQuoteInMinorUnits, currency: requestCurrency, note, photos };
  const data = { ...eventReference(device), grade, lowerQuote };
  return { device: inspected, events: [eventOf(deviceInspected, inspected, data, context)] };
}

/** DEV-D26: staff have stopped the payment to the seller. */
export const isPaymentStopped = ({ payout }: Device): boolean => payout?.isStopped === true;

export const stoppedText = 'The payment of its seller is stopped.';

/** DEV-D26: a bought phone whose payment is stopped goes back to its seller. */
export const endsPurchase = (device: Device, to: DevicePlace): boolean =>
  to === 'customer' && device.place !== 'awaited' && device.purchase === 'agreed' && isPaymentStopped(device);

/** DEV-D26: applies an event of the payout; undefined when a newer one was applied before. */
export const followPayout = (
  device: Device,
  payout: NonNullable<Device['payout']>,
  now: Date,
): Device | undefined =>
  payout.version > (device.payout?.version ?? 0) ? withFields(device, { payout }, now) : undefined;

/** DEV-D7: why staff cannot move a device; null when they can. Inspections, sales and returns set the other places. */
function moveProblem(device: Device, to: DevicePlace): string | null {
  const { place, purchase } = device;
  if (!declaredSteps(deviceLife, place).includes(to))
    return `A device that is ${placeText(place)} cannot become ${placeText(to)} by this step.`;
  if (place === 'awaited') return null;
  if (to === 'customer')
    return purchase === 'declined' || endsPurchase(device, to)
      ? null
      : 'It goes back only when its seller or the shop declined, or its payment is stopped.';
  if (to === 'recycled' && isPaymentStopped(device)) return `${stoppedText} It cannot be recycled.`;
  return purchase === 'agreed' ? null : 'Its price is not agreed with its seller yet.';
}

export const usualStepsOf = (device: Device): DevicePlace[] =>
  declaredSteps(deviceLife, device.place).filter((to) => moveProblem(device, to) === null);

export function move(
  device: Device,
  { version, place, note }: { version: number; place: DevicePlace; note: string },
  context: ChangeContext,
): Change {
  refuseStale(device, version);
  const problem = moveProblem(device, place);
  if (problem !== null) throw refusal('place', problem);
  refuseClaimed(device);
  const isUnbought = endsPurchase(device, place);
  const goesBack = isUnbought || (place === 'customer' && device.purchase === 'declined');
  if (goesBack && note === '')
    throw refusal('note', 'Please enter the number of the parcel, or that it was handed over at the desk.');
  if (device.place === 'awaited' && place === 'customer' && note === '')
    throw refusal('note', 'Please say in the note why it stays with its buyer.');
  const fields: Partial<Device> = {
    ...(goesBack ? formerFieldsOf(device) : unsoldFields),
    ...(isUnbought ? { purchase: 'declined', price: null } : {}),
  };
  const after = moveDeviceTo(device, place, context, fields, note);
  return { device: after, events: goesBack ? [sentBackEvent(after, note, context)] : [] };
}

/** DEV-D26: order has ended the payout for good, so the phone goes back even after a concurrent change. */
export const sendBackUnpaid = (
  device: Device,
  target: Parameters<typeof move>[1],
  context: ChangeContext,
): Change =>
  move(
    { ...device, payout: { version: 0, ...device.payout, isStopped: true } },
    { ...target, version: device.version },
    context,
  );

const sentBackEvent = (device: Device, note: string, context: ChangeContext): WireEvent => {
  const { orderId } = device;
  return eventOf(
    deviceSentBack,
    device,
    { ...eventReference(device), note, ...(orderId && { orderId }) },
    context,
  );
};

/** The event of a phone that was sent back before `device.sent-back` existed, with the time when it left. */
export function publishSentBack(device: Device): Change {
  const { at: now, note } = device.history.at(-1) ?? { at: device.updatedAt, note: '' };
  const after = withFields(device, {}, now);
  return { device: after, events: [sentBackEvent(after, note, { now, who: null })] };
}

/** DEV-D19: of concurrent steps of the sell request and of the device, the first wins. */
function refuseClaimed({ claim }: Device): void {
  if (claim !== null)
    throw refusal(
      'place',
      'Its sell request is being changed just now. Please look at it again in a minute.',
    );
}

/** DEV-D19: claims the phone for a step of its sell request; undefined when the step has claimed it already. */
export function claim(
  device: Device,
  { sellRequestId, version, isInspected }: BodyOf<typeof claimPhone>,
  now: Date,
): Device | undefined {
  const { place, purchase, sellRequest, requestVersion } = device;
  const claimedVersion = device.claim?.version ?? 0;
  // A late call: the event that would end its claim has already arrived.
  if (version < Math.max(claimedVersion, requestVersion))
    throw refusal('status', 'This request was changed just now. Please look at it again.');
  if (sellRequest.id !== sellRequestId || place === 'customer')
    throw refusal(
      'status',
      'The phone of this request is not in the shop any more. Please look at it again.',
    );
  if (purchase === 'agreed' || (place === 'inspected') !== isInspected)
    throw refusal('status', 'The phone of this request was inspected just now. Please look at it again.');
  return claimedVersion === version ? undefined : withFields(device, { claim: { version, at: now } }, now);
}

/** The data of a sell request's events that change its device. */
interface RequestStep {
  readonly status: SellRequestStatus;
  readonly version: number;
  /** Absent in older messages, when every completed request was settled. */
  readonly isSettled?: boolean | undefined;
}

/**
 * DEV-D4, DEV-D19: applies a step of the sell request to its phone. When the request is closed without payment, the
 * phone goes back; when it is resumed, the phone waits for its inspection or for the answer to its lower quote.
 * Undefined when the phone is bought or has left, or a newer step was applied.
 */
export function followRequest(
  device: Device,
  { status, version, isSettled = true }: RequestStep,
  now: Date,
): Device | undefined {
  const { place, purchase, requestVersion } = device;
  const isBought = purchase === 'agreed' || (status === 'completed' && isSettled);
  const fields = {
    requestVersion: version,
    claim: (device.claim?.version ?? 0) < version ? null : device.claim,
  };
  if (isBought)
    return device.claim && fields.claim === null ? withFields(device, { claim: null }, now) : undefined;
  if (place === 'customer' || version <= requestVersion) return undefined;
  if (status === 'rejected' || status === 'completed')
    return withFields(device, { ...fields, purchase: 'declined' }, now);
  if (purchase !== 'declined') return withFields(device, fields, now);
  if (place !== 'inspected' || status === 'quoted')
    return withFields(
      device,
      { ...fields, purchase: place === 'inspected' ? 'requoted' : 'to-inspect' },
      now,
    );
  const resumedFields = { ...fields, purchase: 'to-inspect', inspection: null } as const;
  return moveDeviceTo(
    device,
    'received',
    { now, who: null },
    resumedFields,
    'Its sell request was taken up again.',
  );
}

/** DEV-D8: adds a part in the workshop; its cost adds to that of the device. */
export function addPart(
  device: Device,
  { version, ...part }: Omit<Part, 'at'> & { version: number },
  { now }: ChangeContext,
): Change {
  refuseStale(device, version);
  if (device.place !== 'workshop') throw refusal('place', 'Only the workshop replaces parts.');
  return { device: withFields(device, { parts: [...device.parts, { ...part, at: now }] }, now), events: [] };
}

/** DEV-D4: sets the agreed price; undefined when it is set already. */
export const agreePrice = (device: Device, price: Money, now: Date): Device | undefined =>
  device.purchase === 'agreed'
    ? undefined
    : withFields(device, { purchase: 'agreed', price, claim: null }, now);

/** Also for devices that were put on sale before listings had a version. */
export const listedVersionOf = ({ listedVersion, version }: Device): number => listedVersion ?? version;

/** The time of the latest receipt. */
export const receivedAt = ({ history, createdAt }: Pick<Device, 'history' | 'createdAt'>): Date =>
  history.findLast(({ to }) => to === 'received')?.at ?? createdAt;

/** The parts added since the latest receipt. */
export const ownParts = (device: Pick<Device, 'parts' | 'history' | 'createdAt'>): Part[] =>
  device.parts.filter(({ at }) => at >= receivedAt(device));

/** DEV-D8: the price plus the parts added since the latest receipt. */
export function costOf(device: Pick<Device, 'price' | 'parts' | 'history' | 'createdAt'>): Money {
  const amounts = [device.price, ...ownParts(device).map(({ cost }) => cost)];
  return {
    amountInMinorUnits: amounts.reduce((sum, money) => sum + (money?.amountInMinorUnits ?? 0), 0),
    currency: shopCurrency,
  };
}

/** DEV-D9: a device has a passport once it was for sale. */
export const hasPassport = ({ history, inspection }: Device): boolean =>
  inspection !== null && history.some(({ to }) => to === 'for-sale');
