import { z } from 'zod';
import { ConfigError, readConfig } from './read-config.ts';
import { databaseNameOf, keySchema, portSchema, serviceConfigShape } from './service-config.ts';

const schema = z.object({
  ...serviceConfigShape,
  CATALOG_PORT: portSchema.default(4101),
  MAIL_SEAL_KEY: keySchema.optional(),
});

const failure = (env: Record<string, string>): Error => {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
};

describe('readConfig', () => {
  it('returns defaults for missing and empty variables', () => {
    expect(readConfig(schema, { CATALOG_PORT: '' })).toMatchObject({
      CATALOG_PORT: 4101,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
    });
  });

  it('names the variable and what was expected', () => {
    expect(failure({ CATALOG_PORT: 'http' }).message).toBe('CATALOG_PORT: expected a port number');
    expect(failure({ CATALOG_PORT: '70000' }).message).toBe('CATALOG_PORT: expected a port up to 65535');
    expect(() => readConfig(z.object({ KEY: z.string() }), {})).toThrow(
      'KEY: expected string (it is not set)',
    );
  });

  it('names all invalid variables at once', () => {
    expect(
      failure({ CATALOG_PORT: 'x', MONGODB_URI: 'y', LOG_LEVEL: 'loud' }).message.split('\n'),
    ).toHaveLength(3);
  });

  it('never repeats a value, which may be a secret', () => {
    expect(failure({ MONGODB_URI: 'mysql://kinmel:s3cret@db', LOG_LEVEL: 's3cret' }).message).not.toContain(
      's3cret',
    );
  });

  it('rejects weak secrets, and allows missing ones', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    expect(readConfig(schema, { SERVICE_TOKEN: 'x'.repeat(16), MAIL_SEAL_KEY: key })).toMatchObject({
      SERVICE_TOKEN: 'x'.repeat(16),
      MAIL_SEAL_KEY: key,
    });
    expect(readConfig(schema, {})).not.toHaveProperty('SERVICE_TOKEN');
    expect(failure({ SERVICE_TOKEN: 'short' }).message).toBe(
      'SERVICE_TOKEN: expected at least 16 characters',
    );
    for (const wrong of ['secret', Buffer.alloc(31).toString('base64'), `${key}=`, 'a'.repeat(64)]) {
      expect(failure({ MAIL_SEAL_KEY: wrong }).message).toBe('MAIL_SEAL_KEY: expected 32 bytes as base64');
    }
  });

  it('gives each service its own database', () => {
    expect(databaseNameOf('service-request', 'kinmel')).toBe('kinmel_service_request');
  });
});
