import { apiProblem, toast } from '@kinmel/web-kit';
import { eventsApi, type Replay } from './events-api.ts';

/** Replays parked messages and shows the outcome; `isReplaying` tells which replay is running. */
export function useReplay(onDone: () => void) {
  const [replay, { isLoading, originalArgs }] = eventsApi.useReplayParkedMessagesMutation();
  const give = async (what: Replay) => {
    const { data, error } = await replay(what);
    if (data === undefined)
      toast.error(apiProblem(error).message ?? 'The messages could not be given back. Please try again.');
    else toast.success(data === 1 ? '1 message was given back' : `${data} messages were given back`);
    // After a refusal too: somebody else may have replayed it.
    onDone();
  };
  const isReplaying = ({ service, eventType, eventId }: Replay) =>
    isLoading &&
    originalArgs?.service === service &&
    originalArgs.eventType === eventType &&
    originalArgs.eventId === eventId;
  return { give, isReplaying };
}
