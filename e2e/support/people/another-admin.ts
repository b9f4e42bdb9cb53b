import mongoose from 'mongoose';
import { stackState } from '../stack/stack-control.ts';
import { anAccount } from './account.ts';
import type { Customer } from './customer.ts';

/** Grants or revokes the admin role. The API has no call for it: the role is only in auth's database. */
export async function setRole(id: string, role: 'user' | 'admin'): Promise<void> {
  const { urls } = await stackState();
  const connection = await mongoose.createConnection(urls.mongodb).asPromise();
  try {
    const users = connection.useDb('kinmel_auth').collection('users');
    const { matchedCount } = await users.updateOne(
      { _id: new mongoose.Types.ObjectId(id) },
      { $set: { role } },
    );
    if (matchedCount !== 1) throw new Error(`${id} is no account`);
  } finally {
    await connection.close();
  }
}

/** A staff member other than the admin of the sample data. */
export async function anotherAdmin(): Promise<Customer> {
  const account = await anAccount();
  await setRole(account.id, 'admin');
  return account;
}
