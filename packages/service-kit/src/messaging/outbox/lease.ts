import type mongoose from 'mongoose';
import { isDuplicateKeyError } from '../../mongo/declare-collection.ts';
import { slotsToHold } from './lease.rules.ts';

interface LeaseDocument {
  _id: string;
  /** The holder of each slot. */
  slots: (string | null)[];
  /** The instances that share the slots; one past its `until` loses its slots. */
  instances: { id: string; until: Date }[];
}

/**
 * A named lease that one instance of a service holds at a time, timed by the database's clock. After a long pause of
 * the process there may be two holders, so the protected work must be idempotent.
 */
export function createLease(connection: mongoose.Connection, name: string, holder: string, leaseMs: number) {
  const slots = createSlotLeases(connection, name, 1, holder, leaseMs);
  return {
    /** Acquires or renews the lease; false when another instance holds it. */
    acquire: async (): Promise<boolean> => (await slots.acquire()).length > 0,
    release: () => slots.release(),
  };
}

/** A lease divided into slots, which are spread evenly over the live instances. */
export function createSlotLeases(
  connection: mongoose.Connection,
  name: string,
  slotCount: number,
  holder: string,
  leaseMs: number,
) {
  // Uses the native driver: Mongoose does not cast pipeline updates.
  const leases = connection.getClient().db(connection.name).collection<LeaseDocument>('leases');
  const slots = [...Array(slotCount).keys()];
  const holderOf = (slot: number) => ({
    $ifNull: [{ $arrayElemAt: [{ $ifNull: ['$slots', []] }, slot] }, null],
  });
  const otherInstances = {
    $filter: {
      input: { $ifNull: ['$instances', []] },
      cond: { $and: [{ $ne: ['$$this.id', holder] }, { $gt: ['$$this.until', '$$NOW'] }] },
    },
  };
  /** The slots that this instance should hold, as of the last renewal. */
  let targetSlots = slots;

  /** Renews the instance, takes free slots and gives up surplus ones in one write. */
  async function renew(): Promise<number[]> {
    const instance = { id: holder, until: { $add: ['$$NOW', leaseMs] } };
    const holders = slots.map((slot) =>
      targetSlots.includes(slot)
        ? { $cond: [{ $in: [holderOf(slot), '$instances.id'] }, holderOf(slot), holder] }
        : { $cond: [{ $eq: [holderOf(slot), holder] }, null, holderOf(slot)] },
    );
    const document = await leases.findOneAndUpdate(
      { _id: name },
      [
        { $set: { instances: { $concatArrays: [otherInstances, [instance]] } } },
        { $set: { slots: holders } },
      ],
      { upsert: true, returnDocument: 'after', maxTimeMS: 2_000 },
    );
    if (document === null) return [];
    const instances = document.instances.map(({ id }) => id);
    const liveHolders = document.slots.map((id) => (id !== null && instances.includes(id) ? id : null));
    targetSlots = slotsToHold(liveHolders, instances, holder);
    return slots.filter((slot) => liveHolders[slot] === holder);
  }

  return {
    /** Renews the held slots and moves towards an even share. Resolves with the slots held now. */
    async acquire(): Promise<readonly number[]> {
      try {
        const heldSlots = await renew();
        // Otherwise the share has changed, because an instance has started or stopped.
        const holdsItsShare =
          heldSlots.length === targetSlots.length && heldSlots.every((slot) => targetSlots.includes(slot));
        return holdsItsShare ? heldSlots : await renew();
      } catch (error) {
        // Another instance has inserted the document first.
        if (isDuplicateKeyError(error)) return [];
        throw error;
      }
    },

    /** Lets other instances take over before the lease expires. */
    async release(): Promise<void> {
      const slotsWithoutOwn = slots.map((slot) => ({
        $cond: [{ $eq: [holderOf(slot), holder] }, null, holderOf(slot)],
      }));
      await leases.updateOne({ _id: name }, [
        { $set: { slots: slotsWithoutOwn, instances: otherInstances } },
      ]);
    },
  };
}
