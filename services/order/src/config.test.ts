import { ConfigError, readConfig } from '@kinmel/service-kit';
import { orderConfigSchema } from './config.ts';

it('takes its own default when somebody says it, although the list of time zones writes it Asia/Katmandu', () => {
  const { SHOP_TIME_ZONE } = readConfig(orderConfigSchema, {});
  expect(readConfig(orderConfigSchema, { SHOP_TIME_ZONE })).toMatchObject({ SHOP_TIME_ZONE });
  expect(() => readConfig(orderConfigSchema, { SHOP_TIME_ZONE: 'Asia/Katmandoo' })).toThrow(ConfigError);
});
