import { getPolicy, listRates, setRate } from '@kinmel/contracts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';

let order: TestOrder;

beforeEach(async () => {
  order = await startTestOrder();
});
afterEach(() => order.stop());

const admin = () => order.tokens.admin();
const list = async () => listRates.answer.parse((await order.call('get', listRates.path, admin())).body).data;
const policyRates = async () =>
  getPolicy.answer.parse((await order.call('get', getPolicy.path)).body).data.rates;

const nextRate = { currency: 'USD', shopMinorUnits: 14_000, reason: 'Central bank, today', seenNumber: 1 };
const set = (body: object, token = admin()) => order.call('post', setRate.path, token).send(body);

describe('the rate of the dollar (CONF-01)', () => {
  it('is public after the first start', async () => {
    expect(await policyRates()).toMatchObject([{ currency: 'USD', number: 1, shopMinorUnits: 13_500 }]);
    await order.context.rates.ensureFirst();
    expect(await list()).toHaveLength(1);
  });

  it('is set by staff with a reason, from now on; the previous one stays', async () => {
    const { status, body } = await set(nextRate);
    expect(status).toBe(201);
    expect(setRate.answer.parse(body).data).toMatchObject({ number: 2, shopMinorUnits: 14_000 });
    expect(await policyRates()).toMatchObject([{ number: 2, shopMinorUnits: 14_000 }]);
    expect(await list()).toMatchObject([
      { number: 2, reason: 'Central bank, today' },
      { number: 1, shopMinorUnits: 13_500 },
    ]);
  });

  it('that another person set meanwhile is refused; of ten at once one is set', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => set({ ...nextRate, shopMinorUnits: 13_600 + index })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.code]).toEqual([409, 'version-conflict']);
    expect(await list()).toHaveLength(2);
  });

  it.each([13_500 * 1000, 13, 16_201, 11_249])(
    'of %i paisa differs by more than a fifth and needs a confirmation',
    async (shopMinorUnits) => {
      const { status, body } = await set({ ...nextRate, shopMinorUnits });
      expect([status, body.code]).toEqual([409, 'needs-confirmation']);
      expect(body.message).toContain('it is NPR 135.00 now');
      expect(await list()).toHaveLength(1);
      expect((await set({ ...nextRate, shopMinorUnits, isConfirmed: true })).status).toBe(201);
    },
  );

  it.each([
    [{ shopMinorUnits: 0 }, 'The rate must be above zero.'],
    [{ shopMinorUnits: -13_500 }, 'The rate must be above zero.'],
    [{ shopMinorUnits: 135.5 }, 'The rate has at most two decimals.'],
    [{ shopMinorUnits: 100_000_001 }, 'The rate must be at most 1,000,000.'],
    [{ currency: 'EUR' }, 'Choose a currency.'],
    [{ currency: 'NPR' }, 'Choose a currency.'],
    [{ reason: '  ' }, 'Please say why.'],
  ])('is not set to %j', async (fields, message) => {
    const { status, body } = await set({ ...nextRate, isConfirmed: true, ...fields });
    expect([status, body.message]).toEqual([400, message]);
    expect(await list()).toHaveLength(1);
  });

  it('is set and listed by admins only', async () => {
    const customer = order.tokens.customer();
    expect((await set(nextRate, customer)).status).toBe(403);
    expect((await order.call('get', listRates.path, customer)).status).toBe(403);
    expect((await order.call('get', listRates.path)).status).toBe(401);
  });
});
