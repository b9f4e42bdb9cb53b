import type { DeviceAnswer } from '@kinmel/contracts';
import {
  type Answers,
  axeViolations,
  down,
  json,
  npr,
  problem,
  type RenderedPage,
  recordBodies,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { aDevice, anInspectedDevice } from '../../testing/devices.ts';
import { click, dialog } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { anAdminProduct, listAnswer } from '../../testing/products.ts';

const { id } = aDevice();
const inspected = anInspectedDevice().inspection as NonNullable<DeviceAnswer['inspection']>;
const address = `/api/admin/devices/${id}`;
const answerOf = (device: DeviceAnswer) => ({ success: true, data: device });
const saved = (changes: Partial<DeviceAnswer> = {}) => json(answerOf(anInspectedDevice(changes)));

silenceFailures();

const list = '/api/admin/devices?page=1&limit=20';
const listOf = (...devices: readonly DeviceAnswer[]) => ({ success: true, data: { devices } });
const open = (device = aDevice(), answers: Answers = {}) =>
  openPage('/admin/devices', {
    address: `/admin/devices?record=${id}`,
    answers: { [list]: listOf(device), [address]: answerOf(device), ...answers },
  });
const press = async (user: RenderedPage['user'], name: string) =>
  click(user, await screen.findByRole('button', { name }));
/** Saves an inspection that confirms the quote. */
async function payAsQuoted(user: RenderedPage['user']) {
  await click(user, dialog('Inspect device').getByRole('button', { name: 'Save inspection' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, go on' }));
}
/** The details are shown only without a form. */
const dialogClosed = () => screen.findByText('What to do:');

/** Fills in a checklist without faults. */
async function fillChecklist({ user }: RenderedPage) {
  const form = dialog('Inspect device');
  await user.click(form.getByRole('radio', { name: 'As quoted' }));
  for (const [group, choice] of [
    ['Wear of the screen', 'None'],
    ['Wear of the body', 'Light'],
    ['Buttons', 'Works'],
    ['Cameras', 'Works'],
    ['Network', 'Does not work'],
  ] as const)
    await user.click(
      within(form.getByRole('radiogroup', { name: group })).getByRole('radio', { name: choice }),
    );
  await user.type(form.getByLabelText('Battery health'), '88');
  return form;
}
const checklist = {
  screen: 'none',
  body: 'light',
  batteryHealthPercent: 88,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: false,
};

describe('the details of a device', () => {
  it('shows its next steps, its facts, and a label for its page', async () => {
    const { user } = await open(
      anInspectedDevice({
        parts: [{ name: 'Battery', minutes: 20, cost: npr(250_000), at: '2026-11-21T06:00:00.000Z' }],
        blocklist: 'listed',
      }),
    );
    expect(await screen.findByRole('dialog', { name: 'Apple iPhone 12' })).toBeVisible();
    // Shown on the label, and on the copy of it that is printed instead of the page.
    const [shownLabel, printedLabel] = screen.getAllByText('Apple iPhone 12', { selector: 'strong' });
    expect(shownLabel?.parentElement).toHaveTextContent('Apple iPhone 12128 GB, Blue…4321f3a91c');
    expect(printedLabel?.closest('body > [hidden]')).toHaveTextContent(
      'Apple iPhone 12128 GB, Blue…4321f3a91c',
    );
    for (const text of [
      'Put it on sale, or repair it in the workshop first.',
      'Listed as stolen',
      '88 %',
      '20 minutes, NPR 2,500',
      'All fine.',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(dialog().getByText('NPR 32,400')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/Listed as stolen: do not pay/);
    expect(screen.getByRole('link', { name: 'f3a91c' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=sell-requests&record=${aDevice().sellRequest.id}`,
    );
    expect(screen.getByRole('img', { name: 'Device, 1' })).toBeVisible();
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    await press(user, 'Print label');
    expect(print).toHaveBeenCalled();
    expect(await axeViolations()).toEqual([]);
  });

  it.each<[Partial<DeviceAnswer>, RegExp, string[]]>([
    [{}, /Inspect it, so that its seller is paid/, ['Inspect']],
    [
      { place: 'inspected', purchase: 'requoted', usualSteps: ['customer'] },
      /Wait for its seller/,
      ['Move to Customer'],
    ],
    [
      { place: 'inspected', purchase: 'declined', usualSteps: ['customer'] },
      /Send it back, then move it to Customer with the number of its parcel/,
      ['Move to Customer'],
    ],
    [
      anInspectedDevice({ isPaymentStopped: true, usualSteps: ['workshop', 'customer'] }),
      /Take the payout up again, or send the phone back/,
      ['Move to Workshop', 'Move to Customer'],
    ],
    [anInspectedDevice({ usualSteps: ['workshop'] }), /Put it on sale/, ['Put on sale', 'Move to Workshop']],
    [
      anInspectedDevice({ inspection: { ...inspected, grade: null }, usualSteps: ['workshop'] }),
      /Repair it in the workshop: it cannot be sold/,
      ['Move to Workshop'],
    ],
    [anInspectedDevice({ purchase: 'to-inspect', usualSteps: [] }), /the purchase is being settled/, []],
    [
      { place: 'workshop', purchase: 'agreed', usualSteps: ['recycled'] },
      /Add the parts/,
      ['Inspect', 'Add a part', 'Move to Recycled'],
    ],
    [
      { place: 'for-sale', purchase: 'agreed', usualSteps: ['inspected', 'workshop'] },
      /it is on sale/,
      ['Take off sale', 'Take off sale, to the workshop'],
    ],
  ])('offers the steps of its state (%j)', async (changes, next, steps) => {
    await open(aDevice(changes));
    expect(await screen.findByText(next)).toBeVisible();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
    expect(names.filter((name) => /^(Inspect|Add a|Move to|Put on|Take off)/.test(name))).toEqual(steps);
  });

  it.each([
    ['inspected', 0],
    ['for-sale', 1],
  ] as const)('has a link to its passport once it was for sale (%s)', async (to, count) => {
    const [receivedStep] = aDevice().history;
    await open(aDevice({ history: receivedStep ? [receivedStep, { ...receivedStep, to }] : [] }));
    await screen.findByText('What to do:');
    expect(screen.queryAllByRole('link', { name: 'Open' })).toHaveLength(count);
  });

  it('is requested separately when it is not on the page of the list', async () => {
    await open(aDevice(), { [list]: listOf() });
    expect(await screen.findByText('Inspect it, so that its seller is paid.')).toBeVisible();
  });

  it.each([
    [down, 'This device could not be loaded.'],
    [problem(404, 'not-found', 'No.'), 'There is no such device.'],
  ])('shows why it could not be loaded', async (reply, text) => {
    await open(aDevice(), { [list]: listOf(), [address]: reply });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('is opened by the address on its label', async () => {
    const { address: at } = await openPage('/admin/devices/:id', { address: `/admin/devices/${id}` });
    expect(at()).toBe(`/admin/devices?record=${id}`);
  });
});

describe('an inspection', () => {
  const inspection = `PUT ${address}/inspection`;
  const upload = 'POST /api/admin/devices/photos';

  it('is saved as quoted with its checklist and camera photos', async () => {
    const { reply, bodies } = recordBodies(saved());
    const page = await open(aDevice(), {
      [inspection]: reply,
      [upload]: problem(415, 'unsupported-type', 'This is no picture.'),
    });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    const photos = form.getByLabelText('Photos');
    // Without it the user chooses between camera and gallery.
    expect(photos).not.toHaveAttribute('capture');
    const photo = () => new File([new Uint8Array(9)], 'front.png', { type: 'image/png' });
    await page.user.upload(photos, photo());
    expect(await form.findByText('front.png: This is no picture.')).toBeVisible();
    page.network.answer({ [upload]: json({ success: true, data: { photoId: '2'.repeat(32) } }, 201) });
    await page.user.upload(photos, photo());
    expect(await form.findByText('front.png')).toBeVisible();
    expect(await form.findByText(/The agreed price is paid now/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toEqual([{ version: 1, checklist, photoIds: ['2'.repeat(32)], note: '' }]);
    expect(screen.getByText('Put it on sale, or repair it in the workshop first.')).toBeVisible();
  });

  it('accepts several photos: a refused one does not stop the others, each shows its name and can be removed', async () => {
    const { reply, bodies } = recordBodies(saved());
    let count = 0;
    const page = await open(aDevice(), {
      [inspection]: reply,
      [upload]: (request) => {
        count += 1;
        const photoId = String(count).repeat(32);
        return count === 2
          ? problem(415, 'unsupported-type', 'It is damaged.')(request)
          : json({ success: true, data: { photoId } }, 201)(request);
      },
    });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    const photo = (name: string) => new File([new Uint8Array(9)], name, { type: 'image/png' });
    const files = ['front.png', 'torn.png', 'back.png', 'side.png'].map(photo);
    await page.user.upload(form.getByLabelText('Photos'), files);
    expect(await form.findByText('side.png')).toBeVisible();
    expect(form.getByText('torn.png: It is damaged.')).toBeVisible();
    await page.user.click(form.getByRole('button', { name: 'Remove back.png' }));
    expect(await axeViolations()).toEqual([]);
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toMatchObject([{ photoIds: ['1'.repeat(32), '4'.repeat(32)] }]);
  });

  it('keeps its photos when the session ends, and names the missing one', async () => {
    const expired = problem(401, 'unauthorized', 'Please log in.');
    const before = await open(aDevice(), {
      [upload]: json({ success: true, data: { photoId: '1'.repeat(32) } }, 201),
    });
    await press(before.user, 'Inspect');
    const photos = () => dialog('Inspect device').getByLabelText('Photos');
    const photo = (name: string) => new File([new Uint8Array(9)], name, { type: 'image/png' });
    await before.user.upload(photos(), photo('front.png'));
    await screen.findByText('front.png');
    before.network.answer({ [upload]: expired, 'POST /api/auth/refresh': expired });
    await before.user.upload(photos(), photo('back.png'));
    await waitFor(() => expect(before.network.count(upload)).toBe(2));
    before.unmount();
    const { reply, bodies } = recordBodies(saved());
    const after = await open(aDevice(), { [inspection]: reply });
    await screen.findByRole('dialog', { name: 'Inspect device' });
    expect(await screen.findByText('back.png was not kept. Please choose it again.')).toBeVisible();
    expect(screen.getByText('front.png')).toBeVisible();
    await fillChecklist(after);
    await payAsQuoted(after.user);
    await dialogClosed();
    expect(bodies).toMatchObject([{ photoIds: ['1'.repeat(32)] }]);
  });

  it('has no price chosen, is not sent by Enter, and asks once before it pays', async () => {
    const { reply, bodies } = recordBodies(saved());
    const page = await open(aDevice(), { [inspection]: reply });
    await press(page.user, 'Inspect');
    const form = dialog('Inspect device');
    expect(
      within(form.getByRole('radiogroup', { name: 'Wear of the screen' })).getByLabelText('None'),
    ).toHaveFocus();
    expect(form.queryByRole('radio', { checked: true })).not.toBeInTheDocument();
    await fillChecklist(page);
    await page.user.keyboard('{Enter}');
    expect(form.getByLabelText(/^Note/)).toHaveFocus();
    await click(page.user, form.getByRole('button', { name: 'Save inspection' }));
    // The safe button has the focus.
    await page.user.keyboard('{Enter}');
    expect(bodies).toEqual([]);
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toHaveLength(1);
  });

  it('needs every check, and for a lower quote its price and reason', async () => {
    const page = await open(aDevice(), { [inspection]: saved() });
    await press(page.user, 'Inspect');
    const form = dialog('Inspect device');
    await page.user.click(form.getByRole('radio', { name: 'Worse: quote less' }));
    await click(page.user, form.getByRole('button', { name: 'Save inspection' }));
    expect(form.getAllByText('Please choose one.')).toHaveLength(5);
    for (const text of [
      'Please enter a number from 1 to 100.',
      'Please enter an amount with at most two decimals.',
      'Please say why the price is lower.',
    ])
      expect(form.getByText(text)).toBeVisible();
    expect(form.getByRole('radiogroup', { name: 'Wear of the screen' })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    expect(page.network.count(inspection)).toBe(0);
  });

  it('quotes less with a reason; a price above the quote is refused at its field', async () => {
    const text = 'The quote was $240.00.';
    const { reply, bodies } = recordBodies(
      json(
        {
          success: false,
          message: text,
          error: text,
          code: 'invalid-request',
          details: [{ path: 'lowerQuoteInMinorUnits', message: text }],
        },
        400,
      ),
    );
    const page = await open(aDevice(), { [inspection]: reply });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    await page.user.click(form.getByRole('radio', { name: 'Worse: quote less' }));
    await page.user.type(form.getByLabelText('New price'), '250.50');
    await page.user.type(form.getByLabelText('Reason'), 'No network.');
    await click(page.user, form.getByRole('button', { name: 'Save inspection' }));
    await waitFor(() => expect(form.getByLabelText('New price')).toHaveAccessibleDescription(text));
    expect(bodies).toEqual([
      { version: 1, checklist, photoIds: [], note: 'No network.', lowerQuoteInMinorUnits: 25_050 },
    ]);
  });

  it('keeps the input when another user changed the device, and saves with the newer version', async () => {
    const { reply, bodies } = recordBodies(problem(409, 'version-conflict', 'It was changed.'));
    const page = await open(aDevice(), { [inspection]: reply });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    page.network.answer({ [address]: answerOf(aDevice({ place: 'workshop', version: 5 })) });
    await payAsQuoted(page.user);
    expect(await form.findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(form.getByRole('row', { name: 'Status Workshop Received' })).toBeVisible();
    expect(form.getByLabelText('Battery health')).toHaveValue('88');
    page.network.answer({ [inspection]: recordBodies(saved({ version: 6 })).reply });
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toHaveLength(1);
  });

  it('of a phone that is listed as stolen buys it only after a confirmation with a note (DEV-D21)', async () => {
    const { reply, bodies } = recordBodies(saved());
    const page = await open(aDevice({ blocklist: 'listed' }), { [inspection]: reply });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    await page.user.click(form.getByRole('checkbox', { name: 'Buy it although it is listed as stolen' }));
    await click(page.user, form.getByRole('button', { name: 'Save inspection' }));
    expect(form.getByLabelText('Why it is bought')).toHaveAccessibleDescription(
      'Please say why it is bought.',
    );
    expect(bodies).toEqual([]);
    await page.user.type(form.getByLabelText('Why it is bought'), 'The police gave it back.');
    expect(await axeViolations()).toEqual([]);
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toEqual([
      { version: 1, checklist, photoIds: [], note: 'The police gave it back.', isListedConfirmed: true },
    ]);
  });

  it('asks for the confirmation also when the register answers only at the time of saving', async () => {
    const text = 'The register of stolen phones lists this phone.';
    const details = [{ path: 'isListedConfirmed', message: text }];
    const page = await open(aDevice({ blocklist: 'unknown' }), {
      [inspection]: json({ success: false, message: text, error: text, code: 'conflict', details }, 409),
    });
    await press(page.user, 'Inspect');
    const form = await fillChecklist(page);
    expect(form.queryByRole('checkbox')).not.toBeInTheDocument();
    await payAsQuoted(page.user);
    expect(await form.findByText(text)).toBeVisible();
    const { reply, bodies } = recordBodies(saved());
    page.network.answer({ [inspection]: reply });
    await page.user.click(form.getByRole('checkbox'));
    await page.user.type(form.getByLabelText('Why it is bought'), 'It is its owner.');
    await payAsQuoted(page.user);
    await dialogClosed();
    expect(bodies).toMatchObject([{ isListedConfirmed: true, note: 'It is its owner.' }]);
  });

  it('after a repair starts with the last checklist and has no price', async () => {
    const page = await open(anInspectedDevice({ place: 'workshop', usualSteps: ['recycled'] }));
    await press(page.user, 'Inspect');
    const form = dialog('Inspect device');
    expect(form.getByLabelText('Battery health')).toHaveValue('88');
    expect(form.getByRole('radio', { name: 'Light', checked: true })).toBeVisible();
    expect(form.queryByRole('radiogroup', { name: 'Price' })).not.toBeInTheDocument();
  });
});

describe('other steps of a device', () => {
  it('move it after a confirmation, with a note', async () => {
    const { reply, bodies } = recordBodies(
      saved({ place: 'workshop', usualSteps: ['recycled'], version: 3 }),
    );
    const { user } = await open(anInspectedDevice(), { [`PUT ${address}/place`]: reply });
    await press(user, 'Move to Workshop');
    const form = dialog('Move to Workshop');
    expect(form.getByText('Its place changes from Inspected to Workshop.')).toBeVisible();
    await user.type(form.getByLabelText(/^Note/), 'New battery.');
    await click(user, form.getByRole('button', { name: 'Move to Workshop' }));
    await dialogClosed();
    expect(bodies).toEqual([{ version: 2, place: 'workshop', note: 'New battery.' }]);
    expect(screen.getByRole('button', { name: 'Add a part' })).toBeVisible();
  });

  it.each([
    [
      { purchase: 'declined', usualSteps: ['customer'] },
      'Parcel number or handover',
      /^Please enter the number of the parcel/,
    ],
    [
      { place: 'awaited', purchase: 'agreed', usualSteps: ['returned', 'customer'] },
      'Why it stays with its buyer',
      /^Please say why it stays/,
    ],
  ] as const)(
    'move it to a customer only with a note (DEV-D7, DEV-D22: %j)',
    async (changes, label, refusal) => {
      const { reply, bodies } = recordBodies(saved({ place: 'customer', usualSteps: [], version: 3 }));
      const { user } = await open(aDevice({ ...changes, usualSteps: [...changes.usualSteps] }), {
        [`PUT ${address}/place`]: reply,
      });
      await press(user, 'Move to Customer');
      const form = dialog('Move to Customer');
      await click(user, form.getByRole('button', { name: 'Move to Customer' }));
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(expect.stringMatching(refusal));
      expect(bodies).toEqual([]);
      await user.type(form.getByLabelText(label), 'NP-1042');
      await click(user, form.getByRole('button', { name: 'Move to Customer' }));
      await dialogClosed();
      expect(bodies).toEqual([{ version: 1, place: 'customer', note: 'NP-1042' }]);
    },
  );

  it('show its numbers in full on request (DEV-D20)', async () => {
    // Both are shown, although they have the same last four digits.
    const numbers = ['356938035644321', '490154203234321'].map((value) => ({ kind: 'imei', value }));
    const identifiers = numbers.map(() => ({ kind: 'imei', lastFour: '4321' }) as const);
    const { user, network } = await open(aDevice({ identifiers }), { [`POST ${address}/numbers`]: down });
    await press(user, 'Show numbers');
    expect(await screen.findByText('The numbers could not be read.')).toBeVisible();
    network.answer({ [`POST ${address}/numbers`]: { success: true, data: numbers } });
    await press(user, 'Show numbers');
    for (const { value } of numbers) expect(await screen.findByText(value)).toBeVisible();
  });

  it('correct its numbers, with what was wrong (DEV-D20)', async () => {
    const { reply, bodies } = recordBodies(saved({ version: 3 }));
    const { user } = await open(anInspectedDevice(), { [`PUT ${address}/identifiers`]: reply });
    await press(user, 'Correct numbers');
    const form = dialog('Correct numbers');
    expect(form.getByText(/^Now: …4321/)).toBeVisible();
    await click(user, form.getByRole('button', { name: 'Save numbers' }));
    expect(form.getByText('Please enter one to four numbers.')).toBeVisible();
    expect(form.getByText('Please say what was wrong.')).toBeVisible();
    await user.type(
      form.getByLabelText('IMEI, MEID or serial number'),
      '356938035643809{enter}490154203237518',
    );
    await user.type(form.getByLabelText('What was wrong'), 'Two digits were swapped.');
    expect(await axeViolations()).toEqual([]);
    await click(user, form.getByRole('button', { name: 'Save numbers' }));
    await dialogClosed();
    expect(bodies).toEqual([
      {
        version: 2,
        identifiers: ['356938035643809', '490154203237518'],
        note: 'Two digits were swapped.',
      },
    ]);
  });

  it('add a part with minutes and cost, each of which is checked', async () => {
    const { reply, bodies } = recordBodies(saved({ place: 'workshop', version: 3 }));
    const { user } = await open(anInspectedDevice({ place: 'workshop' }), {
      [`PUT ${address}/parts`]: reply,
    });
    await press(user, 'Add a part');
    const form = dialog('Add a part');
    await click(user, form.getByRole('button', { name: 'Add part' }));
    for (const text of [
      'Please name the part.',
      'Please enter whole minutes.',
      'Please enter an amount with at most two decimals.',
    ])
      expect(form.getByText(text)).toBeVisible();
    await user.type(form.getByLabelText('Part'), 'Battery');
    await user.type(form.getByLabelText('Minutes of work'), '20');
    await user.type(form.getByLabelText('Cost of the part'), '2500.50');
    expect(await axeViolations()).toEqual([]);
    await click(user, form.getByRole('button', { name: 'Add part' }));
    await dialogClosed();
    expect(bodies).toEqual([{ version: 2, name: 'Battery', minutes: 20, cost: npr(250_050) }]);
  });
});

describe('the sale of a device', () => {
  const sale = `${address}/sale`;
  const products = '/api/admin/products?category=premiumsmartphones&search=iPhone+12&page=1&limit=50';
  const suggestion = (suggestedPrice: ReturnType<typeof npr> | null = npr(4_500_000)) => ({
    success: true,
    data: { suggestedPrice, cost: npr(3_240_000), marginPercent: 28, ageInDays: 12 },
  });
  const withDevices = anAdminProduct(1, { name: 'iPhone 12', inStock: true, hasDevices: true, stock: 1 });
  const empty = anAdminProduct(2, {
    name: 'iPhone 12',
    inStock: false,
    stock: 0,
    specs: { storage: '64 GB' },
  });
  const full = anAdminProduct(3, { name: 'iPhone 12 mini' });
  const forSale = anInspectedDevice({
    place: 'for-sale',
    usualSteps: ['inspected', 'workshop'],
    sale: { productId: withDevices.id, price: npr(4_500_000) },
    version: 3,
  });
  const productRequest = { [`/api/products/${withDevices.id}`]: { success: true, data: withDevices } };
  const openSale = async (answers: Answers = {}) => {
    const page = await open(anInspectedDevice(), {
      [sale]: suggestion(),
      [products]: listAnswer([withDevices, empty, full]),
      ...productRequest,
      ...answers,
    });
    await press(page.user, 'Put on sale');
    await screen.findByLabelText('Product');
    return { ...page, form: dialog('Put on sale') };
  };
  const submit = async ({ user, form }: Awaited<ReturnType<typeof openSale>>) =>
    click(user, form.getByRole('button', { name: 'Put on sale' }));

  it('starts with the suggested price, and computes the margin of the typed one', async () => {
    const { user, form } = await openSale();
    const price = form.getByLabelText('Price');
    expect(price).toHaveValue('45000');
    expect(price).toHaveAccessibleDescription('Suggested: NPR 45,000');
    expect(form.getByText(/^Cost NPR 32,400, margin/).parentElement).toHaveTextContent(/, here for 12 days$/);
    expect(form.getByRole('status')).toHaveTextContent('NPR 12,600 (28 %)');
    await user.clear(price);
    expect(form.getByRole('status')).toHaveTextContent('not known');
    await user.type(price, '30000');
    expect(form.getByRole('status')).toHaveTextContent('-NPR 2,400 (-8 %)');
    expect(await axeViolations()).toEqual([]);
  });

  it('needs a product that has devices or no pieces, which the details then show', async () => {
    const { reply, bodies } = recordBodies(json(answerOf(forSale)));
    const page = await openSale({ [`PUT ${sale}`]: reply });
    const choices = page.form.getAllByRole<HTMLOptionElement>('option');
    expect(choices.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Choose a product', false],
      ['iPhone 12, 128 GB, Sierra Blue', false],
      ['iPhone 12, 64 GB', false],
      ['iPhone 12 mini, 128 GB, Sierra Blue: has pieces that are not devices', true],
    ]);
    await submit(page);
    expect(page.form.getByLabelText('Product')).toHaveAccessibleDescription('Please choose a product.');
    await page.user.selectOptions(page.form.getByLabelText('Product'), withDevices.id);
    await submit(page);
    await dialogClosed();
    expect(bodies).toEqual([{ version: 2, productId: withDevices.id, price: npr(4_500_000) }]);
    expect(await screen.findByRole('link', { name: 'iPhone 12' })).toHaveAttribute(
      'href',
      `/productdetails?id=${withDevices.id}`,
    );
    expect(dialog().getByText('NPR 45,000')).toBeVisible();
  });

  it.each([
    ['productId', 'Product', 'This product has pieces that are not devices. Please choose another one.'],
    ['price.amountInMinorUnits', 'Price', 'The price is too high.'],
  ])('is refused at its field (%s)', async (path, label, text) => {
    const details = [{ path, message: text }];
    const page = await openSale({
      [`PUT ${sale}`]: json({ success: false, message: text, error: text, code: 'conflict', details }, 409),
    });
    await page.user.selectOptions(page.form.getByLabelText('Product'), empty.id);
    await submit(page);
    await waitFor(() =>
      expect(page.form.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text)),
    );
  });

  it('needs a typed price when none can be suggested, also when the server does not answer', async () => {
    const page = await openSale({ [sale]: suggestion(null) });
    expect(page.form.getByLabelText('Price')).toHaveAccessibleDescription('No price can be suggested.');
    await submit(page);
    expect(page.form.getByLabelText('Price')).toHaveAccessibleDescription(/an amount above zero/);
    page.unmount();
    sessionStorage.clear();
    const { form } = await openSale({ [sale]: down, [products]: down });
    expect(form.getByText('The products could not be loaded.')).toBeVisible();
    expect(form.getByText(/^Cost NPR 32,400, margin/)).toBeVisible();
  });

  it('leads to a new product when there is none of the model', async () => {
    const { form } = await openSale({ [products]: listAnswer([]) });
    expect(form.getByText(/There is no pre-loved product for iPhone 12/)).toBeVisible();
    expect(await form.findByRole('link', { name: 'Add it' })).toHaveAttribute('href', '/admin/add-product');
  });

  it('ends with "Take off sale", except while a customer is buying the device', async () => {
    const text = 'Somebody is buying this device.';
    const page = await open(forSale, {
      ...productRequest,
      [`PUT ${address}/place`]: problem(409, 'conflict', text),
    });
    await press(page.user, 'Take off sale');
    const form = dialog('Take off sale');
    expect(form.getByText(/While somebody is buying it, it stays on sale/)).toBeVisible();
    await click(page.user, form.getByRole('button', { name: 'Take off sale' }));
    expect(await form.findByText(text)).toBeVisible();
    const { reply, bodies } = recordBodies(saved({ version: 4 }));
    page.network.answer({ [`PUT ${address}/place`]: reply });
    await click(page.user, form.getByRole('button', { name: 'Take off sale' }));
    await dialogClosed();
    expect(bodies).toEqual([{ version: 3, place: 'inspected', note: '' }]);
    expect(screen.queryByText('NPR 45,000')).not.toBeInTheDocument();
  });
});
