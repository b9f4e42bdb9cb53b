import type {
  PhoneOrderAnswer,
  RepairBookingAnswer,
  RepairSchedule,
  RequestHistoryAnswer,
  SellRequestAnswer,
} from '@kinmel/contracts';
import type { ProblemDetail } from '@kinmel/web-kit/forms';
import type { ListPage } from '../lists/list-declaration.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const count = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;

/** What every request has, of whatever kind. */
interface Request {
  readonly id: string;
  readonly status: string;
  readonly usualSteps: readonly string[];
  readonly history: readonly RequestHistoryAnswer[];
  readonly version: number;
}

/** What the tables and dialogs cannot do without; the other fields have a fallback where they are shown. */
function common(value: unknown): (Fields & Request) | undefined {
  if (!isFields(value)) return undefined;
  const id = value['_id'] ?? value['id'];
  const { status, version, usualSteps, history } = value;
  if (typeof id !== 'string' || typeof status !== 'string') return undefined;
  return {
    ...value,
    id,
    status,
    version: count(version, 1),
    usualSteps: Array.isArray(usualSteps) ? usualSteps : [],
    history: Array.isArray(history) ? history.filter(isFields).map((step) => step as never) : [],
  };
}

/** The name is `fullName`, or `customerName` where that is all there is. */
function sellRequest(value: unknown): SellRequestAnswer | undefined {
  const request = common(value);
  if (!request) return undefined;
  const fullName = request['fullName'] ?? request['customerName'] ?? '';
  return { ...request, _id: request.id, fullName } as unknown as SellRequestAnswer;
}

const phoneOrder = (value: unknown) => common(value) as PhoneOrderAnswer | undefined;
const repairBooking = (value: unknown) => common(value) as RepairBookingAnswer | undefined;

/** What an answer says: `{data}` or the bare value. */
const dataOf = (answer: unknown): unknown => (isFields(answer) ? (answer['data'] ?? answer) : answer);

const listOf = <Row>(values: readonly unknown[], read: (value: unknown) => Row | undefined): Row[] =>
  values.map(read).filter((row) => row !== undefined);

export const readSellRequest = (answer: unknown) => sellRequest(dataOf(answer));
export const readPhoneOrder = (answer: unknown) => phoneOrder(dataOf(answer));
export const readRepairBooking = (answer: unknown) => repairBooking(dataOf(answer));

/** Reads `{data: {<name>, pagination}}`, `{<name>, pagination}` or a bare list. */
function pageOf<Row>(
  answer: unknown,
  name: string,
  read: (value: unknown) => Row | undefined,
): ListPage<Row> | undefined {
  const data = dataOf(answer);
  const list = isFields(data) ? data[name] : data;
  if (!Array.isArray(list)) return undefined;
  const rows = listOf(list, read);
  const pagination = isFields(data) && isFields(data['pagination']) ? data['pagination'] : {};
  return {
    rows,
    totalPages: count(pagination['totalPages'], 1),
    total: count(pagination['totalRequests'], rows.length),
  };
}

export const readSellRequests = (answer: unknown) => pageOf(answer, 'requests', sellRequest);
export const readRepairBookings = (answer: unknown) => pageOf(answer, 'bookings', repairBooking);

/** All phone orders. */
export function readPhoneOrders(answer: unknown): readonly PhoneOrderAnswer[] | undefined {
  const data = dataOf(answer);
  return Array.isArray(data) ? listOf(data, phoneOrder) : undefined;
}

export function readSchedule(answer: unknown): RepairSchedule | undefined {
  const data = dataOf(answer);
  if (!isFields(data) || !Array.isArray(data['days'])) return undefined;
  const days = data['days'].filter(
    (day): day is RepairSchedule['days'][number] =>
      isFields(day) && Array.isArray(day['slots']) && Array.isArray(day['bookings']),
  );
  return {
    ...(data as unknown as RepairSchedule),
    days: days.map((day) => ({ ...day, bookings: listOf(day.bookings, repairBooking) })),
  };
}

/** A half hour that is still free, as a refused move names it. */
export interface FreeSlot {
  readonly date: string;
  readonly time: string;
}

/** The nearest free half hours that a `slot-taken` names. */
export function nearestOf(refused: readonly ProblemDetail[]): readonly FreeSlot[] {
  return refused.flatMap(({ path, message }) => {
    const [date, time] = path === 'nearest' ? message.split(' ') : [];
    return date && time ? [{ date, time }] : [];
  });
}
