import {
  correctIdentifiers,
  deleteProduct,
  deviceLife,
  inspectDevice,
  moveDevice,
  sellDevice,
  updateProduct,
} from '@kinmel/contracts';
import { imeis } from './sell-requests.ts';
import { calls, type Moment, type Records, stepsOfLife, stepsOn } from './step.ts';

const checklist = {
  screen: 'light',
  body: 'light',
  batteryHealthPercent: 91,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
};

const inspect =
  (isLower: boolean) =>
  ({ _id: id, version, quoteInMinorUnits }: Records['device'], { random, admin, called }: Moment) =>
    calls(admin, `inspects ${called}${isLower ? ' and quotes half' : ''}`, inspectDevice, {
      params: { id },
      body: {
        version,
        checklist,
        note: 'Seen on the table.',
        ...(isLower ? { lowerQuoteInMinorUnits: Math.floor((quoteInMinorUnits ?? 2) / 2) } : {}),
        isListedConfirmed: random.chance(0.5),
      },
    });

const hasDevices = ({ device, hasDevices: has, deletedAt }: Records['product']) =>
  !deletedAt && (device !== undefined || has === true);

export const deviceSteps = [
  ...stepsOfLife('device', deviceLife, {
    statusOf: ({ place }) => place,
    weights: { workshop: 1, customer: 1, recycled: 0.5, sellDevice: 9, returned: 6 },
    set: ({ _id: id, version }, { admin, called }, place) =>
      calls(admin, `moves ${called} to "${place}"`, moveDevice, {
        params: { id },
        body: { version, place, note: 'As agreed by phone.' },
      }),
    inspectDevice: inspect(false),
    sellDevice: ({ _id: id, version }, { view, admin, called }) =>
      calls(admin, `puts ${called} on sale`, sellDevice, {
        params: { id },
        body: {
          version,
          productId: view.products.find(({ name }) => name.startsWith('Pre-loved'))?._id ?? id,
          price: { amountInMinorUnits: 4_000_000, currency: 'NPR' },
        },
      }),
  }),
  ...stepsOn('device', {
    'inspect lower': { weight: 4, when: ({ place }) => place === 'received', take: inspect(true) },
    'send phone back': {
      weight: 5,
      when: ({ place, purchase }) => purchase === 'declined' && place !== 'customer',
      take: ({ _id: id, version }, { admin, called }) =>
        calls(admin, `sends ${called} back`, moveDevice, {
          params: { id },
          body: { version, place: 'customer', note: 'NP-2' },
        }),
    },
    'correct number': {
      weight: 1,
      when: ({ place }) => place !== 'recycled',
      take({ _id: id, version }, { random, admin, called }) {
        const number = random.pick(imeis);
        return calls(admin, `corrects the number of ${called} to ${number}`, correctIdentifiers, {
          params: { id },
          body: { version, identifiers: [number], note: 'A digit was wrong.' },
        });
      },
    },
  }),
  ...stepsOn('product', {
    'edit product': {
      weight: 1,
      when: hasDevices,
      take(product, { random, admin, called }) {
        // The pieces of other products are counted (I-4).
        const body = hasDevices(product) ? { stock: random.pick([0, 2]) } : { price: 900 };
        const says = `edits ${called} (${product.name}): ${JSON.stringify(body)}`;
        return calls(admin, says, updateProduct, { params: { id: product._id }, body });
      },
    },
    'delete product': {
      weight: 0.5,
      when: hasDevices,
      take: ({ _id: id, name }, { admin, called }) =>
        calls(admin, `deletes ${called} (${name})`, deleteProduct, { params: { id } }),
    },
  }),
];
