import { AdmissionFilter } from './admission-filter.ts';

describe('addresses that were asked for', () => {
  it('are known from the second time on, and each for itself', () => {
    const asked = new AdmissionFilter();
    const addresses = ['/api/products?search=a', '/api/products?search=b', '/api/products', ''];
    expect(addresses.map((address) => asked.note(address))).toEqual([false, false, false, false]);
    expect(addresses.map((address) => asked.note(address))).toEqual([true, true, true, true]);
  });

  it('are told from a hundred thousand others, nearly always', () => {
    const asked = new AdmissionFilter();
    let mistaken = 0;
    for (let count = 0; count < 100_000; count += 1)
      if (asked.note(`/api/products?q=x${count}`)) mistaken += 1;
    expect(mistaken).toBeLessThan(10);
  });

  it('are forgotten some time after many others were', () => {
    const asked = new AdmissionFilter();
    asked.note('/api/products');
    for (let count = 0; count < 200_000; count += 1) asked.note(`/api/products?q=x${count}`);
    expect(asked.note('/api/products')).toBe(false);
  });
});
