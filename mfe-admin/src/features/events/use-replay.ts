import { apiProblem, toast } from '@kinmel/web-kit';
import { eventsApi, type Replay } from './events-api.ts';

/** Gives parked messages back and says what became of it; `isReplaying` names the one that is under way. */
export function useReplay(onDone: () => void) {
  const [replay, { isLoading, originalArgs }] = eventsApi.useReplayParkedMessagesMutation();
  const give = async (what: Replay) => {
    const { data, error } = await replay(what);
    if (data === undefined)
      toast.error(apiProblem(error).message ?? 'The messages could not be given back. Please try again.');
    else toast.success(data === 1 ? '1 message was given back' : `${data} messages were given back`);
    // Also after a refusal: somebody else may have given it back.
    onDone();
  };
  const isReplaying = ({ service, eventType, eventId }: Replay) =>
    isLoading &&
    originalArgs?.service === service &&
    originalArgs.eventType === eventType &&
    originalArgs.eventId === eventId;
  return { give, isReplaying };
}
