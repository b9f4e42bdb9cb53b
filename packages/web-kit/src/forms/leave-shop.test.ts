import { leaveShop } from './leave-shop.ts';

it('posts the fields of a payment page that is a form', () => {
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  leaveShop({ url: 'https://pay.example/form', form: { total_amount: '110', signature: 'a+b=' } });
  const form = submit.mock.contexts[0] as HTMLFormElement;
  expect([form.method, form.action, form.isConnected]).toEqual(['post', 'https://pay.example/form', true]);
  const fields = [...form.querySelectorAll('input')];
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['total_amount', '110'],
    ['signature', 'a+b='],
  ]);
  form.remove();
  submit.mockRestore();
});
