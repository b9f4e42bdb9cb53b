/**
 * The slots that an instance should hold: its own up to its share, then free ones. Shares differ by one at most, and an
 * instance that holds one more keeps it.
 * @param holders by slot; null for a free slot
 * @param instances all instances that share the slots
 */
export function slotsToHold(
  holders: readonly (string | null)[],
  instances: readonly string[],
  instance: string,
): number[] {
  const minShare = Math.floor(holders.length / instances.length);
  const holdsExtra = (candidate: string) =>
    holders.filter((holder) => holder === candidate).length > minShare;
  const othersWithExtra = instances.filter((other) => other !== instance && holdsExtra(other)).length;
  const share = minShare + (othersWithExtra < holders.length % instances.length ? 1 : 0);
  const heldBy = (holder: string | null) => [...holders.keys()].filter((slot) => holders[slot] === holder);
  return [...heldBy(instance), ...heldBy(null)].slice(0, share);
}
