import { returnAddress, returnHere } from './return-address.ts';

describe('the return URL after signing in', () => {
  it('is the page that was left, with its query and hash (SIL-10)', () => {
    const state = returnHere({ pathname: '/orders', search: '?page=2', hash: '#o1' });
    expect(returnAddress(state)).toBe('/orders?page=2#o1');
  });

  it.each([
    undefined,
    null,
    {},
    { from: 7 },
    { from: '' },
    { from: '//evil.example' },
    { from: '/\\evil.example' },
    { from: 'https://evil.example' },
    { from: 'javascript:alert(1)' },
  ])('is the home page for %j, and never another host (LOGIN-04)', (state) => {
    expect(returnAddress(state)).toBe('/');
  });
});
