import type { DeviceForSale } from '@kinmel/contracts';
import { aProduct } from '../testing/product-builder.ts';
import { alertFieldsOf, matchOf, newAlert } from './alert.rules.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const wish = { kind: 'wish', email: 'asha@kinmel.example', text: 'Pixel', maxPrice: null } as const;
const grades = ['A', 'B', 'C'] as const;
const device = (grade: DeviceForSale['grade']) =>
  aProduct({
    device: { ofProductId: 'p', grade, batteryHealthPercent: 90, passportLink: '/passport/p', photos: [] },
  });
const isMatched = (minGrade: DeviceForSale['grade'] | null | undefined, product = aProduct()) => {
  const alertFields = alertFieldsOf({ ...wish, minGrade: minGrade ?? null }, undefined);
  const due = [{ productId: product.id, cause: 'new' as const }];
  const alert = { ...newAlert('a', alertFields, { email: wish.email, userId: null, now }), due, minGrade };
  return matchOf(alert, [product]) !== undefined;
};

describe('a wish with a grade (CAT-A6)', () => {
  it.each([
    ['A', [true, false, false]],
    ['B', [true, true, false]],
    ['C', [true, true, true]],
    [null, [true, true, true]],
    [undefined, [true, true, true]],
  ] as const)('%s matches devices of grade A, B, C: %j', (minGrade, matched) => {
    expect(grades.map((grade) => isMatched(minGrade, device(grade)))).toEqual(matched);
  });

  it('is mailed about devices only', () => {
    expect([...grades, null].map((minGrade) => isMatched(minGrade))).toEqual([false, false, false, true]);
  });

  it('is another alert than the wish without it (CAT-A2)', () => {
    const keys = [...grades, null].map((minGrade) => alertFieldsOf({ ...wish, minGrade }, undefined).key);
    expect(new Set(keys).size).toBe(4);
  });
});
