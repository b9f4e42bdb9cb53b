import { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import { objectsConfigShape } from './objects-place.ts';

const read = (OBJECTS_URL: string) => readConfig(z.object(objectsConfigShape), { OBJECTS_URL }).OBJECTS_URL;

describe('the address of objects', () => {
  it('names bucket, prefix, shop, server and region', () => {
    const url =
      's3://my-bucket/shops/one?installation=my-shop&endpoint=http://127.0.0.1:8333&region=eu-central-1';
    expect(read(url)).toEqual({
      bucket: 'my-bucket',
      prefix: 'shops/one/',
      installation: 'my-shop',
      endpoint: 'http://127.0.0.1:8333',
      region: 'eu-central-1',
    });
    expect(read('s3://my-bucket?installation=my-shop')).toMatchObject({ prefix: '', region: 'us-east-1' });
    expect(read('s3://my-bucket/?installation=my-shop')).toMatchObject({ prefix: '' });
    expect(read('')).toBeUndefined();
  });

  it.each([
    ['https://my-bucket', /expected s3:\/\/bucket/],
    ['my-bucket', /expected s3:\/\/bucket/],
    ['s3://user:password@my-bucket?installation=a', /credentials, which belong in AWS_ACCESS_KEY_ID/],
    ['s3:///prefix?installation=a', /no name of a bucket/],
    ['s3://My_Bucket?installation=a', /no name of a bucket/],
    ['s3://my-bucket/../other?installation=a', /a prefix with other characters/],
    ['s3://my-bucket/a/./b?installation=a', /a prefix with other characters/],
    ['s3://my-bucket/a//b?installation=a', /a prefix with other characters/],
    ['s3://my-bucket/%2e%2e/b?installation=a', /a prefix with other characters/],
    ['s3://my-bucket', /needs installation=/],
    ['s3://my-bucket?installation=a/b', /needs installation=/],
    ['s3://my-bucket?installation=a&endpoint=ftp://x', /no address with http/],
    [
      's3://my-bucket?installation=a&secret=b',
      /unknown parameter "secret"; there are installation, endpoint, region/,
    ],
  ])('%s is refused with a clear message, which does not contain the address', (url, message) => {
    expect(() => read(url)).toThrow(message);
    expect(() => read(url)).toThrow(/^OBJECTS_URL: (?!.*password@)/);
  });
});
