import type { AdminOffer } from '@kinmel/contracts';
import { emptyOfferTexts } from '@kinmel/contracts/browser';
import { down, json, problem, productId, type RenderPageOptions, type Reply } from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { click, dialog, optionsOf } from '../../testing/list-page.ts';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct, listAnswer, openListAnswer } from '../../testing/products.ts';
import {
  checkOffer,
  codeOf,
  discountedPrice,
  fieldsOf,
  formOf,
  imageProblem,
  offerCategories,
  stateOf,
} from './offer-form.rules.ts';

const id = '66000000000000000000f0f1';
const anOffer = (changes: Partial<AdminOffer> = {}): AdminOffer => ({
  _id: id,
  id,
  ...emptyOfferTexts,
  title: 'Dashain sale',
  description: 'Phones for less',
  discount: '20% OFF',
  discountType: 'percentage',
  discountValue: 20,
  currency: 'NPR',
  validFrom: '2026-11-01',
  validUntil: '2999-12-31',
  category: 'Apple',
  promoCode: 'DASHAIN20',
  image: '',
  isActive: true,
  redemptionSteps: ['Come in'],
  productDetails: { name: 'iPhone', originalPrice: 1000, discountedPrice: 800, specs: { Storage: '128 GB' } },
  targetProducts: [],
  maxRedemptions: 10,
  currentRedemptions: 3,
  version: 4,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...changes,
});
const offers = [
  anOffer(),
  anOffer({ _id: `${id.slice(0, -1)}2`, title: 'Old sale', promoCode: 'OLD', validUntil: '2020-01-01' }),
  anOffer({
    _id: `${id.slice(0, -1)}3`,
    title: 'Off sale',
    promoCode: 'OFF',
    isActive: false,
    maxRedemptions: null,
  }),
];
const takenText = 'This promo code belongs to another live offer. Please choose another one.';
const products = Array.from({ length: 148 }, (_, index) => anAdminProduct(index + 1));
const productsFound = (found: typeof products) => openListAnswer(found.slice(0, 60), found.length);
const searchOf = (words: string) => `GET /api/products?search=${words}&page=1&limit=60`;
const firstProducts = 'GET /api/products?page=1&limit=60';
const base = {
  'GET /api/special-offers': json({ success: true, offers }),
  // Only a few, because each query by label or role reads the whole page.
  [firstProducts]: productsFound(products.slice(0, 3)),
};
const openOffers = async (answers: RenderPageOptions['answers'] = {}, query = '') => {
  const page = await openPage('/admin/add-offer', {
    address: `/admin/add-offer${query}`,
    answers: { ...base, ...answers },
  });
  await screen.findByText(/Existing offers|Could not load existing offers/);
  return page;
};

/** Records the fields of each multipart form that is sent. */
function recordForms(reply: Reply) {
  const forms: Record<string, string>[] = [];
  return {
    forms,
    reply: async (request: Request) => {
      const text = await request.clone().text();
      const parts = [
        ...text.matchAll(
          /name="([^"]+)"(?:; filename="([^"]*)")?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
        ),
      ];
      forms.push(Object.fromEntries(parts.map(([, name = '', file, value = '']) => [name, file ?? value])));
      return reply(request);
    },
  };
}

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const fillAll = () => {
  fill('Title', 'Tihar deals!');
  fill('Description', 'Lights and phones');
  fill('Category', 'Samsung');
  fill('Discount text', '15% OFF');
  fill('Discount value', '15');
  fill('Valid From', '2026-11-20');
  fill('Valid Until', '2999-01-01');
};
const submit = (name = 'Create Offer') =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

describe('the form of an offer', () => {
  it('has six sections with their choices and limits (AOFF-01 to AOFF-06, AOFF-19 to AOFF-21, AOFF-33, AOFF-34, AGATE-05, CONF-52, CONF-53)', async () => {
    await openOffers();
    for (const [level, name] of ['Add Special Offer', 'Existing offers', 'Dashain sale'].entries())
      expect(screen.getByRole('heading', { level: level + 1, name })).toBeVisible();
    for (const name of [
      'Basic Information',
      'Discount Information',
      'Validity Period',
      'Product Details',
      'Redemption Steps',
      'Target Products (optional)',
    ])
      expect(screen.getByRole('group', { name })).toBeVisible();
    expect(optionsOf(screen.getByLabelText('Category'))).toEqual([
      'Choose a category',
      'All Brands',
      'Apple',
      'Samsung',
      'OnePlus',
      'Xiaomi',
      'Google',
      'Huawei',
      'Accessories',
      'Gaming Phones',
      'Budget Phones',
      'Flagship Phones',
    ]);
    expect(optionsOf(screen.getByLabelText('Discount type'))).toEqual(['Percentage', 'Fixed amount']);
    for (const [label, attribute, value] of [
      ['Title', 'maxlength', '100'],
      ['Promo code', 'maxlength', '20'],
      ['Discount value', 'min', '0'],
      ['Discount value', 'step', '0.01'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAttribute(attribute, value);
  });

  it('names and marks all missing fields and sends nothing (AOFF-13, AOFF-14)', async () => {
    const { network } = await openOffers();
    await submit();
    expect(
      screen.getByText(
        'Please fill in all required fields: Title, Description, Discount text, Valid From, Valid Until, Category, Promo code',
      ),
    ).toBeVisible();
    expect(screen.getByText('Title is missing')).toBeVisible();
    expect(network.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('derives the promo code from the title until the code is edited (AOFF-28, AOFF-29, SIL-52)', async () => {
    await openOffers();
    fill('Title', 'Big sale 2026');
    expect(screen.getByLabelText('Promo code')).toHaveDisplayValue(/^BIGSALE2\d{1,2}$/);
    fill('Promo code', 'mine');
    fill('Title', 'Another');
    expect(screen.getByLabelText('Promo code')).toHaveValue('MINE');
  });

  it('computes the discounted price, which is read-only (AOFF-30)', async () => {
    await openOffers();
    fill('Discount value', '12.5');
    fill(/Original price/, '1000');
    expect(screen.getByLabelText('Discounted price')).toHaveValue('NPR 875');
    expect(screen.getByLabelText('Discounted price')).toHaveAttribute('readonly');
  });

  it('keeps at least one redemption step (AOFF-26, AOFF-27)', async () => {
    const { user } = await openOffers();
    expect(screen.queryByRole('button', { name: /Remove step/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    fill('Step 2', 'Pay less');
    await user.click(screen.getByRole('button', { name: 'Remove step 1' }));
    expect(screen.getByLabelText('Step 1')).toHaveValue('Pay less');
    expect(screen.queryByRole('button', { name: /Remove step/ })).toBeNull();
  });

  it('sends all fields as a multipart form, and the image only when one was chosen (AGEN-05, AAPI-38 to AAPI-40, AERR-06)', async () => {
    const sent = recordForms(json({ success: true, data: anOffer() }, 201));
    const { user } = await openOffers({ 'POST /api/special-offers': sent.reply });
    fillAll();
    fill('Promo code', 'TIHAR15');
    fill('Step 1', 'Come in');
    await user.click(screen.getByRole('checkbox', { name: /Phone 3/ }));
    await submit();
    expect(await screen.findByText('Special offer created successfully!')).toBeVisible();
    expect(sent.forms[0]).toMatchObject({
      title: 'Tihar deals!',
      description: 'Lights and phones',
      discount: '15% OFF',
      discountType: 'percentage',
      discountValue: '15',
      validFrom: '2026-11-20',
      validUntil: '2999-01-01',
      category: 'Samsung',
      promoCode: 'TIHAR15',
      isActive: 'true',
      maxRedemptions: '',
      redemptionSteps: '["Come in"]',
      targetProducts: JSON.stringify([productId(3)]),
    });
    expect(sent.forms[0]).not.toHaveProperty('image');
    expect(sent.forms[0]).not.toHaveProperty('version');
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it.each([
    ["the server's message", problem(503, 'service-unavailable', 'Not now'), 'Error: Not now'],
    ['a default message', down, 'Error: Failed to save special offer'],
  ])('shows %s when it was not saved, and loses no input (AERR-01, AERR-02)', async (_what, reply, text) => {
    await openOffers({ 'POST /api/special-offers': reply });
    fillAll();
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Tihar deals!');
  });

  it('shows a refusal of the server at its field until it is changed (SIL-52)', async () => {
    const details = [{ path: 'promoCode', message: takenText }];
    await openOffers({ 'POST /api/special-offers': problem(409, 'conflict', takenText, details) });
    fillAll();
    await submit();
    expect(screen.getByLabelText('Promo code')).toHaveAccessibleDescription(new RegExp(takenText));
    fill('Promo code', 'MEANWHILE');
    await waitFor(() =>
      expect(screen.getByLabelText('Promo code')).not.toHaveAccessibleDescription(new RegExp(takenText)),
    );
  });

  it('asks before unsaved changes are left, and discards them on Leave (AOFF-11)', async () => {
    const { user, address } = await openOffers({}, `?record=${id}`);
    fill('Discount value', '50');
    await user.click(screen.getByRole('button', { name: 'New offer' }));
    await user.click(dialog('Unsaved changes').getByRole('button', { name: 'Leave' }));
    expect(address()).toBe('/admin/add-offer');
    await user.click(screen.getByRole('button', { name: 'Edit Dashain sale' }));
    expect(screen.getByLabelText('Discount value')).toHaveValue('20');
  });

  it('searches all products for its targets without submitting the form (AOFF-06)', async () => {
    const { user, network } = await openOffers({
      [firstProducts]: productsFound(products),
      [searchOf('Phone+140')]: productsFound(products.slice(139, 140)),
    });
    expect(await screen.findByText('88 more: search for them.')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Phone 140/ })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'Phone 140{Enter}');
    await user.click(await screen.findByRole('checkbox', { name: /Phone 140/ }));
    await user.clear(screen.getByRole('searchbox', { name: 'Search products' }));
    await user.keyboard('{Enter}');
    // Chosen products come first.
    expect(await screen.findByText('88 more: search for them.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Phone 140/ })).toBeChecked();
    expect(screen.getByText('1 chosen')).toBeVisible();
    expect(network.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(screen.queryByText(/^Please fill in all required fields/)).toBeNull();
  });

  it('accepts an image and refuses other files; after a save the form is empty (AOFF-24, AOFF-25, AAPI-40)', async () => {
    const sent = recordForms(json({ success: true, data: anOffer() }, 201));
    await openOffers({ 'POST /api/special-offers': sent.reply });
    const field = screen.getByLabelText('Image (optional)');
    const choose = (file: File) => {
      fireEvent.change(field, { target: { files: [file] } });
      return screen.findByText(file.name);
    };
    expect(field).toHaveAccessibleDescription('JPEG, PNG, GIF or WebP, up to 5MB');
    await choose(new File(['x'], 'x.svg', { type: 'image/svg+xml' }));
    fillAll();
    await submit();
    expect(field).toHaveAccessibleDescription(/^Please select a valid image file/);
    expect(field).toBeInvalid();
    expect(await choose(new File(['x'], 'sale.png', { type: 'image/png' }))).toBeVisible();
    await submit();
    expect(await screen.findByText('Special offer created successfully!')).toBeVisible();
    expect(sent.forms[0]).toHaveProperty('image');
    expect(screen.queryByText('sale.png')).toBeNull();
  });

  it('lists its target products, including deleted ones, so that they can be unticked (AOFF-06, AOFF-11)', async () => {
    const [unlistedId, deletedId] = [productId(140), productId(999)];
    const targeted = anOffer({ targetProducts: [unlistedId, deletedId] });
    const { user } = await openOffers(
      {
        'GET /api/special-offers': json({ success: true, offers: [targeted] }),
        [`GET /api/admin/products?ids=${unlistedId},${deletedId}&limit=2`]: listAnswer(
          products.slice(139, 140),
        ),
      },
      `?record=${id}`,
    );
    expect(await screen.findByRole('checkbox', { name: /Phone 140/ })).toBeChecked();
    const deletedOption = screen.getByRole('checkbox', { name: /Not in the shop any more/ });
    expect(deletedOption).toBeChecked();
    await user.click(deletedOption);
    expect(screen.getByText('1 chosen')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Not in the shop any more/ })).toBeNull();
  });

  it('works without the lists of products and offers (AERR-09, AERR-10)', async () => {
    const unavailable = problem(503, 'service-unavailable', 'Not now');
    await openOffers({ [firstProducts]: unavailable, 'GET /api/special-offers': unavailable });
    expect(
      await screen.findByText(/^Could not load products. Product selection will be limited./),
    ).toBeVisible();
    expect(screen.getByText(/^Could not load existing offers./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create Offer' })).toBeEnabled();
  });
});

describe('the existing offers', () => {
  const card = (title: string) =>
    within(screen.getByRole('heading', { name: title }).closest('li') ?? document.body);

  it('show the state and redemptions of every offer (AOFF-07, AOFF-35 to AOFF-37, CONF-54)', async () => {
    await openOffers();
    expect(card('Dashain sale').getByText('Active')).toBeVisible();
    expect(card('Dashain sale').getByText('3 used, 7 left')).toBeVisible();
    expect(card('Old sale').getByText('Expired')).toBeVisible();
    expect(card('Off sale').getByText('Inactive')).toBeVisible();
    expect(card('Off sale').getByText('3 used, no limit')).toBeVisible();
  });

  it('show six per page, with a search by title, code and category', async () => {
    const many = Array.from({ length: 13 }, (_, index) =>
      anOffer({
        _id: `${id.slice(0, -2)}${String(index).padStart(2, '0')}`,
        title: `Sale ${index + 1}`,
        promoCode: `CODE${index + 1}`,
        category: index === 12 ? 'Huawei' : 'Apple',
      }),
    );
    const { user } = await openOffers({ 'GET /api/special-offers': json({ success: true, offers: many }) });
    const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    const search = async (words: string) => {
      await user.clear(screen.getByRole('searchbox', { name: 'Search offers' }));
      await user.type(screen.getByRole('searchbox', { name: 'Search offers' }), `${words}{Enter}`);
    };
    const list = screen.getByRole('region', { name: 'Existing offers' });
    const form = screen.getByLabelText('Title');
    expect(list.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(titles()).toEqual(['Sale 1', 'Sale 2', 'Sale 3', 'Sale 4', 'Sale 5', 'Sale 6']);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(titles()).toEqual(['Sale 13']);
    await search('sale 1');
    expect(titles()).toEqual(['Sale 1', 'Sale 10', 'Sale 11', 'Sale 12', 'Sale 13']);
    await search('code12');
    expect(titles()).toEqual(['Sale 12']);
    await search('huawei');
    expect(titles()).toEqual(['Sale 13']);
    await search('nokia');
    expect(screen.getByText('No offers found')).toBeVisible();
  });

  it('are loaded into the form by the address (AOFF-08, AOFF-11, AOFF-12)', async () => {
    const { user, address } = await openOffers();
    await user.click(screen.getByRole('button', { name: 'Edit Dashain sale' }));
    expect(await screen.findByText('Offer loaded for editing')).toBeVisible();
    expect(address()).toBe(`/admin/add-offer?record=${id}`);
    expect(screen.getByLabelText('Title')).toHaveValue('Dashain sale');
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Who changed it' })).toHaveAttribute(
      'href',
      `/admin/audit?record=${id}`,
    );
    expect(screen.getByLabelText('Promo code')).toHaveValue('DASHAIN20');
    fill('Title', 'Another name');
    expect(screen.getByLabelText('Promo code')).toHaveValue('DASHAIN20');
  });

  it('are updated with the version that was shown; a conflict shows the stored values beside the entered ones (AGEN-05, AAPI-41, AERR-05, S-10)', async () => {
    const theirs = anOffer({ title: 'Their title', discountValue: 5, version: 9 });
    const saved = `PUT /api/special-offers/${id}`;
    const refused = recordForms(problem(409, 'version-conflict', 'This offer was changed meanwhile.'));
    const { address, network } = await openOffers(
      {
        [saved]: refused.reply,
        [`GET /api/special-offers/${id}`]: json({ success: true, data: theirs }),
      },
      `?record=${id}`,
    );
    fill('Title', 'My title');
    await submit('Update Offer');
    expect(await screen.findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(screen.getByText('Error: This offer was changed meanwhile.')).toBeVisible();
    // The conflict notice is above the form.
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(screen.getByRole('row', { name: /^Title Their title.*My title$/ })).toBeVisible();
    const sent = recordForms(json({ success: true, data: { ...theirs, version: 10 } }));
    network.answer({ [saved]: sent.reply });
    await submit('Update Offer');
    expect(await screen.findByText('Special offer updated successfully!')).toBeVisible();
    expect(refused.forms[0]).toMatchObject({ title: 'My title', discountValue: '20', version: '4' });
    // Untouched fields get the current values (AOFF-11).
    expect(sent.forms[0]).toMatchObject({ title: 'My title', discountValue: '5', version: '9' });
    expect(JSON.parse(sent.forms[0]?.['productDetails'] ?? '')).toMatchObject({
      specs: { Storage: '128 GB' },
    });
    expect(address()).toBe('/admin/add-offer');
  });

  it.each([
    ['Dashain sale', false, 'Deactivate', 'Offer deactivated successfully!'],
    ['Off sale', true, 'Activate', 'Offer activated successfully!'],
  ])(
    '%s is switched (AGEN-05, AOFF-09, AOFF-38, AAPI-42, AERR-07, CONF-56)',
    async (title, isActive, action, text) => {
      const offer = offers.find((one) => one.title === title);
      const { user } = await openOffers({
        [`PATCH /api/special-offers/${offer?._id}/toggle-status`]: async (request) => {
          expect(await request.json()).toEqual({ isActive });
          return Response.json({ success: true, data: { ...offer, isActive } });
        },
      });
      await click(user, screen.getByRole('button', { name: `${action} ${title}` }));
      expect(await screen.findByText(text)).toBeVisible();
    },
  );

  it.each([
    [problem(409, 'conflict', 'The code is taken'), 'Error: The code is taken'],
    [down, 'Error: Failed to update offer status'],
  ])('show why they could not be switched (AERR-01, AERR-03)', async (reply, text) => {
    const { user } = await openOffers({ [`PATCH /api/special-offers/${id}/toggle-status`]: reply });
    await click(user, screen.getByRole('button', { name: 'Deactivate Dashain sale' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    [json({ success: true, data: anOffer() }), 'Special offer deleted successfully!'],
    [problem(503, 'service-unavailable', 'Not now'), 'Error: Not now'],
    [down, 'Error: Failed to delete special offer'],
  ])(
    'are deleted after a confirmation, or show why not (AGEN-05, AOFF-10, AAPI-43, AERR-01, AERR-04, AERR-08)',
    async (reply, text) => {
      const { user, network } = await openOffers({ [`DELETE /api/special-offers/${id}`]: reply });
      await user.click(screen.getByRole('button', { name: 'Delete Dashain sale' }));
      expect(network.requests.some((request) => request.startsWith('DELETE'))).toBe(false);
      await click(user, dialog().getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText(text)).toBeVisible();
    },
  );

  it('disappear after another user has deleted them (AOFF-09, AOFF-10)', async () => {
    const gone = problem(404, 'not-found', 'Offer not found');
    const { user, network } = await openOffers({
      [`PATCH /api/special-offers/${id}/toggle-status`]: gone,
      [`DELETE /api/special-offers/${id}`]: gone,
    });
    await click(user, screen.getByRole('button', { name: 'Deactivate Dashain sale' }));
    expect(await screen.findByText('Error: Offer not found')).toBeVisible();
    expect(network.count('GET /api/special-offers')).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Delete Dashain sale' }));
    network.answer({ 'GET /api/special-offers': json({ success: true, offers: offers.slice(1) }) });
    await click(user, dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Special offer deleted successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Dashain sale' })).toBeNull());
  });
});

describe('the rules of the form', () => {
  const validFields = { ...fieldsOf(anOffer()), promoCode: 'NEW' };
  const check = (
    changes: Partial<typeof validFields>,
    image?: { size: number; type: string },
    isNew = true,
  ) =>
    checkOffer(
      { ...validFields, ...changes, image: image as File | undefined },
      { isNew, today: '2026-11-21', others: offers },
    );

  it('accept a valid offer', () => expect(check({})).toBeUndefined());

  it.each([
    ['AOFF-15', { validFrom: '2999-12-31' }, 'validUntil', 'Valid Until date must be after Valid From date'],
    ['AOFF-16', { validUntil: '2026-11-21' }, 'validUntil', 'Valid Until date must be in the future'],
    ['AOFF-17', { discountValue: '' }, 'discountValue', 'Please enter a valid discount value'],
    ['AOFF-17', { discountValue: '0' }, 'discountValue', 'Please enter a valid discount value'],
    ['AOFF-18', { discountValue: '-1' }, 'discountValue', 'Please enter a valid discount value'],
    ['CONF-57', { discountValue: '101' }, 'discountValue', 'Please enter a valid discount value'],
    ['AOFF-22', { maxRedemptions: '0' }, 'maxRedemptions', 'Max redemptions must be at least 1'],
    ['AOFF-22', { maxRedemptions: '1.5' }, 'maxRedemptions', 'Max redemptions must be at least 1'],
    [
      'AOFF-22',
      { maxRedemptions: '9999999999' },
      'maxRedemptions',
      'Max redemptions must be at most 999,999,999',
    ],
    ['AOFF-18', { discountValue: '5.555' }, 'discountValue', 'Please enter a valid discount value'],
    ['AOFF-18', { discountValue: '1e1' }, 'discountValue', 'Please enter a valid discount value'],
    ['AOFF-30', { originalPrice: '9999999999' }, 'originalPrice', 'Please enter a valid price'],
    ['AOFF-30', { originalPrice: '1.999' }, 'originalPrice', 'Please enter a valid price'],
    ['SIL-52', { promoCode: 'dashain20' }, 'promoCode', takenText],
  ] as const)('refuse by %s: %j', (_row, changes, field, text) => {
    expect(check(changes)?.fields).toEqual({ [field]: text });
  });

  it('allow an edited offer to end in the past, and unlimited redemptions (AOFF-16, AOFF-23)', () => {
    expect(check({ validUntil: '2026-11-10' }, undefined, false)).toBeUndefined();
    expect(check({ maxRedemptions: '' })).toBeUndefined();
    expect(formOf({ ...validFields, maxRedemptions: '' }, undefined).get('maxRedemptions')).toBe('');
  });

  it('refuse files other than images up to 5 MB (AOFF-24, AOFF-25)', () => {
    const mega = 1024 * 1024;
    for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'])
      expect(imageProblem({ type, size: 5 * mega })).toBeUndefined();
    expect(check({}, { type: 'image/png', size: 5 * mega + 1 })?.fields).toEqual({
      image: 'Image file size must be less than 5MB',
    });
    expect(check({}, { type: 'image/svg+xml', size: 1 })?.fields).toEqual({
      image: 'Please select a valid image file (JPEG, PNG, GIF, or WebP)',
    });
  });

  it('build a promo code from eight letters and digits and a number (AOFF-29)', () => {
    expect([codeOf('Déal of 2026 today!', 7), codeOf('a', 99), codeOf('!', 5)]).toEqual([
      'DALOF2027',
      'A99',
      '',
    ]);
  });

  it('subtract a percentage or an amount, but never go below zero (AOFF-31, AOFF-32, CONF-57)', () => {
    const price = (discountType: 'percentage' | 'fixed' | 'gift', discountValue: string) =>
      discountedPrice({ discountType, discountValue, originalPrice: '999.99' });
    expect([price('percentage', '10'), price('fixed', '100.5'), price('fixed', '5000')]).toEqual([
      899.99, 899.49, 0,
    ]);
    expect(price('gift', '1')).toBeUndefined();
  });

  it('keep a category or type that the form does not offer (CONF-52, CONF-53)', () => {
    const stored = anOffer({ category: 'Student', discountType: 'gift' });
    expect(offerCategories).not.toContain('Student');
    const sent = formOf(fieldsOf(stored), stored);
    expect([sent.get('category'), sent.get('discountType')]).toEqual(['Student', 'gift']);
  });

  it('show inactive before expired (AOFF-35 to AOFF-37)', () => {
    const state = (isActive: boolean, validUntil: string) => stateOf({ isActive, validUntil }, '2026-11-21');
    expect([
      state(true, '2026-11-21'),
      state(true, '2026-11-20'),
      state(false, '2026-11-20'),
      state(false, '2027-01-01'),
    ]).toEqual(['active', 'expired', 'inactive', 'inactive']);
  });
});
