import type { sendTo } from '@kinmel/testing/web-contracts';
import { adminApi, type ListRequest } from '../admin-api.ts';

/** What type the file of a list has, by the request of its CSV button. A contract cannot name the text of an answer that is no JSON. */
export async function takenAway(store: ReturnType<typeof sendTo>, list: ListRequest): Promise<string> {
  const types: string[] = [];
  Object.assign(URL, { createObjectURL: ({ type }: Blob) => (types.push(type), 'blob:list') });
  const { error } = await store.dispatch(adminApi.endpoints.exportList.initiate(list));
  if (error) throw new Error(`The file did not come: ${JSON.stringify(error)}`);
  return types.join();
}
