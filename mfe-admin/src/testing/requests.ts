import type {
  PhoneOrderAnswer,
  RepairBookingAnswer,
  RepairSchedule,
  ReturnAnswer,
  SellRequestAnswer,
} from '@kinmel/contracts';

export const requestId = (number: number): string => number.toString(16).padStart(24, '0');

const receivedAt = '2026-11-21T06:00:00.000Z';
/** The fields of a new request of any kind. */
const newRequest = (id: string) => ({
  _id: id,
  id,
  adminNotes: '',
  history: [
    { at: receivedAt, by: 'customer' as const, what: 'status' as const, from: null, to: 'pending', note: '' },
  ],
  createdAt: receivedAt,
  updatedAt: receivedAt,
  version: 1,
});

/** A sell request with fixed values. */
export function aSellRequest(changes: Partial<SellRequestAnswer> = {}): SellRequestAnswer {
  const id = changes.id ?? requestId(0xf3a91c);
  return {
    ...newRequest(id),
    fullName: 'Aarati Gurung',
    contactEmail: 'aarati@example.com',
    contactPhone: '+977 980 555 0147',
    brand: 'apple',
    model: 'iPhone 12',
    storage: '128',
    condition: 'good',
    color: 'blue',
    hasCharger: true,
    currency: 'USD',
    expectedPrice: 310,
    estimate: { low: 220, high: 280, currency: 'USD', tableVersion: 3 },
    estimatedPrice: null,
    quoteValidUntil: null,
    agreed: null,
    imeiLastFour: '',
    deviceId: null,
    sentBack: null,
    isSettled: false,
    inspectionPhotos: [],
    description: 'Small scratch near the lower edge.',
    phoneImage: `/api/sell-phone/request/${id}/photo`,
    status: 'pending',
    usualSteps: ['reviewed', 'quoted', 'rejected'],
    ...changes,
  };
}

/** A phone order with fixed values. */
export function aPhoneOrder(changes: Partial<PhoneOrderAnswer> = {}): PhoneOrderAnswer {
  const id = changes.id ?? requestId(0xb00c1);
  return {
    ...newRequest(id),
    name: 'Prakash Tamang',
    email: 'prakash@example.com',
    phone: '+977 981 555 0111',
    model: 'iPhone 15 Pro',
    color: 'Black',
    storage: '256 GB',
    quantity: 2,
    totalPrice: 2400,
    currency: 'NPR',
    paymentMethod: 'full',
    deliveryMethod: 'delivery',
    address: 'Thamel 12, Kathmandu',
    preferredDate: '',
    preferredTime: '',
    message: 'Please call first.',
    budget: '',
    priority: 'express',
    status: 'pending',
    usualSteps: ['confirmed', 'processing', 'cancelled'],
    ...changes,
  };
}

/** A repair booking with fixed values. */
export function aRepairBooking(changes: Partial<RepairBookingAnswer> = {}): RepairBookingAnswer {
  const id = changes.id ?? requestId(0x4e9a1);
  return {
    ...newRequest(id),
    name: 'Bikash Rai',
    email: 'bikash@example.com',
    phone: '+977 980 123 4567',
    model: 'iPhone 15 Pro',
    date: '2026-11-24',
    time: '09:30',
    urgency: 'medium',
    message: 'The screen is cracked.',
    status: 'pending',
    usualSteps: ['confirmed', 'in-repair', 'cancelled'],
    ...changes,
  };
}

/** A return of two cases with fixed values. */
export function aReturn(changes: Partial<ReturnAnswer> = {}): ReturnAnswer {
  const id = changes.id ?? requestId(0x5e7a1);
  const key = 'b'.repeat(24);
  return {
    ...newRequest(id),
    name: 'Dolma Sherpa',
    email: 'dolma@example.com',
    phone: '+977 980 555 0199',
    orderId: requestId(0xa0d1),
    orderNumber: 'KM-7H2K-94QX',
    lines: [
      {
        key,
        name: 'Case',
        details: 'Black',
        image: '',
        quantity: 2,
        unitPriceInMinorUnits: 9_000,
        isRestocked: null,
      },
    ],
    reason: 'not-as-described',
    message: 'It is blue.',
    refundTo: 'payment',
    refund: { amountInMinorUnits: 19_440, currency: 'NPR' },
    steps: [
      { rule: 'goods', line: key, amountInMinorUnits: 18_000 },
      { rule: 'tax', line: null, amountInMinorUnits: 1_440 },
    ],
    offeredRefund: null,
    photos: [{ path: `/api/returns/${id}/photos/${'1'.repeat(32)}`, by: 'customer' }],
    status: 'pending',
    usualSteps: ['accepted', 'rejected', 'cancelled'],
    ...changes,
  };
}

export const aScheduleDay = (
  date: string,
  bookings: readonly RepairBookingAnswer[] = [],
): RepairSchedule['days'][number] => ({
  date,
  slots: ['09:00', '09:30', '10:00'].map((time) => ({
    time,
    free: 3 - bookings.filter((one) => one.time === time && one.status !== 'cancelled').length,
    isAhead: true,
  })),
  bookings: [...bookings],
});

export const scheduleAnswer = (days: readonly RepairSchedule['days'][number][]) => ({
  success: true,
  data: { timeZone: 'Asia/Kathmandu', today: '2026-11-23', seats: 3, days },
});

export const sellRequestsAnswer = (
  requests: readonly SellRequestAnswer[],
  pagination: { currentPage?: number; totalPages?: number; totalRequests?: number } = {},
) => ({
  success: true,
  data: {
    requests,
    pagination: {
      currentPage: 1,
      totalPages: 1,
      totalRequests: requests.length,
      hasNext: false,
      hasPrev: false,
      ...pagination,
    },
  },
});

/** The address that counts new requests. */
export const newCountAddress = (kind: string, since?: string, filter = 'status=all') =>
  `/api/admin/requests/new?kind=${kind}&${filter}${since ? `&since=${encodeURIComponent(since)}` : ''}`;

/** The start time of an empty list. */
export const newCountStart = receivedAt;

export const newCountAnswer = (count: number, since = newCountStart) => ({
  success: true,
  data: { count, since },
});
