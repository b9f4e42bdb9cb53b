import { deviceEndpoints as endpoints } from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff } from '@kinmel/pictures';
import { auditEntry, paginationOf, type Route, route } from '@kinmel/service-kit';
import { type SalesContext, sellDevice, settleListing, suggestPrice } from '../sales/sell-device.ts';
import type { SellRequestsContext } from '../sell-requests/check-blocklist.ts';
import { addDevicePart, findDevice, moveDevice } from './change-device.ts';
import { claimPhone } from './claim-phone.ts';
import type { Device } from './device.rules.ts';
import { deviceAnswer } from './device-answer.ts';
import { correctNumbers, inspectDevice } from './inspect-device.ts';
import { type ReceivingContext, receiveDevice } from './receive-device.ts';

export function devicesRoutes(
  context: ReceivingContext & SalesContext & SellRequestsContext & PhotosForStaff,
): Route[] {
  const { devices, sellRequests, photos, key, audit } = context;

  async function answersOf(list: readonly Device[]) {
    const blocklist = await sellRequests.blocklistOf(list.map(({ sellRequest }) => sellRequest.id));
    return list.map((device) => deviceAnswer(device, key, blocklist.get(device.sellRequest.id) ?? 'unknown'));
  }
  async function answer(device: Device) {
    const [data] = await answersOf([device]);
    if (!data) throw new Error('no answer for the device');
    return data;
  }

  return [
    route(endpoints.listDevices, async ({ query }) => {
      const page = await devices.list(query);
      const pagination = paginationOf(query, page.total);
      return { devices: await answersOf(page.devices), pagination };
    }),
    route(endpoints.receiveDevice, async ({ body, ...caller }) =>
      answer(await receiveDevice(context, body, caller)),
    ),
    route(endpoints.claimPhone, async ({ params, body }) => {
      await claimPhone(context, params.id, body);
    }),
    route(endpoints.settleReceipt, async ({ params }) => ({
      isReceived: await context.receipts.settle(params.receiptId),
    })),
    route(endpoints.uploadDevicePhoto, async ({ file, staff }) => {
      const photoId = await photos.keep(file?.buffer ?? Buffer.alloc(0));
      await audit.keep(auditEntry(staff, { kind: 'device', id: null }));
      return { photoId };
    }),
    route(endpoints.getDevice, async ({ params }) => answer(await findDevice(context, params.id))),
    route(endpoints.inspectDevice, async ({ params, body, ...caller }) =>
      answer(await inspectDevice(context, params.id, body, caller)),
    ),
    route(endpoints.correctIdentifiers, async ({ params, body, ...caller }) =>
      answer(await correctNumbers(context, params.id, body, caller)),
    ),
    route(endpoints.readIdentifiers, async ({ params, staff }) => {
      const { id, identifiers } = await findDevice(context, params.id);
      await audit.keep(auditEntry(staff, { kind: 'device', id }));
      return identifiers.map(({ kind, sealed }) => ({ kind, value: key.read(sealed) }));
    }),
    route(endpoints.moveDevice, async ({ params, body, ...caller }) =>
      answer(await moveDevice(context, params.id, body, caller)),
    ),
    route(endpoints.sellDevice, async ({ params, body, ...caller }) =>
      answer(await sellDevice(context, params.id, body, caller)),
    ),
    route(endpoints.settleListing, async ({ params, body }) => ({
      state: await settleListing(context, params.id, body.listedVersion),
    })),
    route(endpoints.getSaleSuggestion, ({ params }) => suggestPrice(context, params.id)),
    route(endpoints.addDevicePart, async ({ params, body, ...caller }) =>
      answer(await addDevicePart(context, params.id, body, caller)),
    ),
    route(endpoints.getDevicePhoto, (call) =>
      photoForStaff(context, call, async () => {
        const device = await devices.find(call.params.id);
        return device?.photoIds.find((id) => id === call.params.photoId);
      }),
    ),
  ];
}
