import { connectMongo, createLogger, migrateIndexes } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { ensureAdmin } from '../accounts/ensure-admin.ts';
import { newUser } from '../accounts/new-user.ts';
import { createUserModel, createUsersStore } from '../accounts/users.store.ts';
import { authModels } from '../context.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';

export interface SeededAccount {
  /** 24 hexadecimal characters; a new one when it does not matter. */
  readonly id?: string | undefined;
  readonly email: string;
  readonly password: string;
}

export interface SeedAuthOptions {
  readonly mongodbUri: string;
  readonly databaseName: string;
  readonly admin: SeededAccount;
  /** Absent in a shop that others can reach: everybody knows this person's password. */
  readonly customer?: SeededAccount | undefined;
}

/**
 * Makes the people of the sample data, each unless the address has an account already: doing it again changes nothing. No
 * event is told, because nobody who never signed up should be welcomed by mail.
 */
export async function seedAuth({
  mongodbUri,
  databaseName,
  admin,
  customer,
}: SeedAuthOptions): Promise<{ made: number }> {
  const logger = createLogger({ service: 'auth-seed', level: 'error' });
  const connection = await connectMongo({ uri: mongodbUri, databaseName, logger });
  try {
    await migrateIndexes(connection, authModels(connection));
    const users = createUsersStore(createUserModel(connection));
    const hasher = await createPasswordHasher();
    const newId = () => new mongoose.Types.ObjectId().toHexString();
    const now = () => new Date();
    const isAdminMade = await ensureAdmin({ users, hasher, now, newId, logger }, admin);
    if (customer === undefined) return { made: Number(isAdminMade) };
    const person = newUser(
      {
        id: customer.id ?? newId(),
        email: customer.email,
        fullName: 'Sita Sharma',
        number: '+977 980 0000001',
        role: 'user',
      },
      now(),
    );
    const isCustomerMade = await users.insert(person, await hasher.hash(customer.password), []);
    return { made: Number(isAdminMade) + Number(isCustomerMade) };
  } finally {
    await connection.close();
  }
}
