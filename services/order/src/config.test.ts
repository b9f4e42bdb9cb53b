import { ConfigError, readConfig } from '@kinmel/service-kit';
import { orderConfigSchema } from './config.ts';

it('reads social links as names with https addresses, and none without the setting (INFO-06)', () => {
  const linksOf = (SHOP_SOCIAL_LINKS?: string) =>
    readConfig(orderConfigSchema, { SHOP_SOCIAL_LINKS }).SHOP_SOCIAL_LINKS;
  expect([linksOf(), linksOf('')]).toEqual([[], []]);
  expect(
    linksOf('Facebook=https://www.facebook.com/kinmel, TikTok=https://www.tiktok.com/@kinmel?a=b'),
  ).toEqual([
    { name: 'Facebook', address: 'https://www.facebook.com/kinmel' },
    { name: 'TikTok', address: 'https://www.tiktok.com/@kinmel?a=b' },
  ]);
  for (const wrong of [
    'Facebook',
    'Facebook=facebook.com',
    'X=http://x.com/',
    'X=javascript:alert(1)',
    '=https://x.com/',
  ])
    expect(() => linksOf(wrong)).toThrow(ConfigError);
});

it('accepts Asia/Kathmandu although Intl lists it as Asia/Katmandu', () => {
  const { SHOP_TIME_ZONE } = readConfig(orderConfigSchema, {});
  expect(readConfig(orderConfigSchema, { SHOP_TIME_ZONE })).toMatchObject({ SHOP_TIME_ZONE });
  expect(() => readConfig(orderConfigSchema, { SHOP_TIME_ZONE: 'Asia/Katmandoo' })).toThrow(ConfigError);
});
