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
import { byStaff, calls, note, type Records, stepsOfLife, stepsOn } from './step.ts';

const checklist = {
  screen: 'light',
  body: 'light',
  batteryHealthPercent: 91,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
};

const inspect = (says: string, lowerOf: (quote: number) => object = () => ({})) =>
  byStaff(says, inspectDevice, ({ version, quoteInMinorUnits }: Records['device'], { random }) => ({
    version,
    checklist,
    note: 'Seen on the table.',
    ...lowerOf(quoteInMinorUnits ?? 2),
    isListedConfirmed: random.chance(0.5),
  }));

const hasDevices = ({ device, hasDevices: has, deletedAt }: Records['product']) =>
  !deletedAt && (device !== undefined || has === true);

export const deviceSteps = [
  ...stepsOfLife('device', deviceLife, {
    statusOf: ({ place }) => place,
    weights: { workshop: 1, customer: 1, recycled: 0.5, sellDevice: 9, returned: 6 },
    set: byStaff('moves {record} to "{to}"', moveDevice, ({ version }, _, place) => ({
      version,
      place,
      note,
    })),
    inspectDevice: inspect('inspects {record}'),
    sellDevice: byStaff('puts {record} on sale', sellDevice, ({ _id, version }, { view }) => ({
      version,
      productId: view.product.find(({ name }) => name.startsWith('Pre-loved'))?._id ?? _id,
      price: { amountInMinorUnits: 4_000_000, currency: 'NPR' },
    })),
  }),
  ...stepsOn('device', {
    'inspect lower': {
      weight: 4,
      when: ({ place }) => place === 'received',
      take: inspect('inspects {record} and quotes half', (quote) => ({
        lowerQuoteInMinorUnits: Math.floor(quote / 2),
      })),
    },
    'send phone back': {
      weight: 5,
      when: ({ place, purchase }) => purchase === 'declined' && place !== 'customer',
      take: byStaff('sends {record} back', moveDevice, ({ version }) => ({
        version,
        place: 'customer',
        note: 'NP-2',
      })),
    },
    'correct number': {
      weight: 1,
      when: ({ place }) => place !== 'recycled',
      take({ _id: id, version }, { random, admin, recordName }) {
        const number = random.pick(imeis);
        return calls(admin, `corrects the number of ${recordName} to ${number}`, correctIdentifiers, {
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
      take(product, { random, admin, recordName }) {
        // Changes the stock only of products with devices: I-4 counts the pieces of the others.
        const body = hasDevices(product) ? { stock: random.pick([0, 2]) } : { price: 900 };
        const says = `edits ${recordName} (${product.name}): ${JSON.stringify(body)}`;
        return calls(admin, says, updateProduct, { params: { id: product._id }, body });
      },
    },
    'delete product': {
      weight: 0.5,
      when: hasDevices,
      take: ({ _id: id, name }, { admin, recordName }) =>
        calls(admin, `deletes ${recordName} (${name})`, deleteProduct, { params: { id } }),
    },
  }),
];
