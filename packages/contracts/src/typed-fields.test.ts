import {
  checkPromo,
  createPhoneOrder,
  createRepairBooking,
  listProducts,
  logIn,
  placeOrder,
  signUp,
  submitSellRequest,
} from './index.ts';

type Texts = Readonly<Record<'name' | 'email' | 'phone', string>>;

const validTexts: Texts = { name: 'Asha Rai', email: 'asha@kinmel.example', phone: '9801234567' };

/** All forms that ask for a person's details. */
const forms = [
  [
    'signUp',
    signUp.body,
    ({ name, email, phone }: Texts) => ({ fullName: name, email, number: phone, password: 'Journey123' }),
    { name: 'fullName', phone: 'number', email: 'email' },
  ],
  [
    'placeOrder',
    placeOrder.body,
    (texts: Texts) => ({
      customerDetails: { ...texts, address: 'Ason 5', city: 'Kathmandu', zipCode: '44600' },
      products: [{ productId: 'a'.repeat(24), quantity: 1 }],
      pricing: { total: 1 },
      paymentMethod: 'cash_on_delivery',
    }),
    { name: 'customerDetails.name', phone: 'customerDetails.phone', email: 'customerDetails.email' },
  ],
  [
    'submitSellRequest',
    submitSellRequest.body,
    ({ name, email, phone }: Texts) => ({
      fullName: name,
      contactEmail: email,
      contactPhone: phone,
      brand: 'apple',
      model: 'iPhone 13',
      condition: 'good',
      storage: '128',
      color: 'black',
      expectedPrice: '320',
    }),
    { name: 'fullName', phone: 'contactPhone', email: 'contactEmail' },
  ],
  [
    'createRepairBooking',
    createRepairBooking.body,
    (texts: Texts) => ({ ...texts, model: 'iPhone 15', date: '2026-11-24', time: '09:30', urgency: 'low' }),
    { name: 'name', phone: 'phone', email: 'email' },
  ],
  [
    'createPhoneOrder',
    createPhoneOrder.body,
    (texts: Texts) => ({
      ...texts,
      model: 'iPhone 15',
      color: 'Black',
      storage: '128 GB',
      quantity: 1,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Ason 5',
      priority: 'standard',
    }),
    { name: 'name', phone: 'phone', email: 'email' },
  ],
] as const;

describe.each(forms)('%s', (_, schema, bodyOf, paths) => {
  const parse = (texts: Partial<Texts>) => schema?.safeParse(bodyOf({ ...validTexts, ...texts }));
  const problemsOf = (texts: Partial<Texts>) => parse(texts)?.error?.issues.map(({ path }) => path.join('.'));

  it('stores pasted and local spellings as the plain ones (SR-G26, ORD-O25)', () => {
    const typed = {
      name: '\u202AAsha\u00A0Rai\u200B\u202C',
      email: '\u200Basha@kinmel.example\u00A0',
      phone: '\u202A९८०१२३४५६७\u202C',
    };
    expect(parse(typed)?.error).toBeUndefined();
    expect(parse(typed)?.data).toEqual(parse({})?.data);
  });

  it.each(['abc', '----------', '((((()))))', '\u200B'])('refuses the phone number %j', (phone) => {
    expect(problemsOf({ phone })).toEqual([paths.phone]);
  });

  it.each([
    ['invisible characters', '\u200B\u2060'],
    ['a Hangul filler', '\u3164'],
    ['only a combining mark', '\u0301'],
    ['a line break', 'Asha\nBcc: x@y.example'],
    ['a line separator', 'Asha\u2028Rai'],
    ['a control character', 'Asha\u0007'],
  ])('refuses a name with %s', (__, name) => {
    expect(problemsOf({ name })).toEqual([paths.name]);
  });

  it('accepts names and numbers of other countries', () => {
    for (const name of ['王小明', 'བསོད་ནམས', 'Łukasz', "O'Neill", 'क्\u200Dषितिज'])
      expect(parse({ name })?.error).toBeUndefined();
    expect(parse({ phone: '+44 20 7946 0958' })?.error).toBeUndefined();
  });
});

it('promo codes, searches and the address at sign-in are read in their plain spelling', () => {
  expect(checkPromo.body?.parse({ promoCode: '\u200Edashain१०\u00A0' })).toMatchObject({
    promoCode: 'DASHAIN10',
  });
  expect(listProducts.query?.parse({ search: '\u200Bi\u00ADPhone\u00A015' })).toMatchObject({
    search: 'iPhone 15',
  });
  expect(logIn.body?.parse({ email: '\u200Basha@kinmel.example', password: 'x' })).toMatchObject({
    email: 'asha@kinmel.example',
  });
});
