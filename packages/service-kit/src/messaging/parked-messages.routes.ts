import { eventConsumers, type ParkedMessageAnswer, parkedMessages } from '@kinmel/contracts';
import type { AuditContext } from '../audit/audit-entries.store.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type Route, route } from '../http/route.ts';
import { type Bus, type ParkedMessage, queueNameOf } from './bus/bus.ts';

const maxShownPerType = 100;

/** Lists and replays the parked messages of a service, for admins. Each replay is logged with person and number. */
export function parkedMessagesRoutes(
  service: keyof typeof parkedMessages,
  { bus, audit }: { readonly bus: Bus } & AuditContext,
): Route[] {
  const types = Object.keys(eventConsumers).filter((type) => eventConsumers[type]?.includes(service));
  const { list, replay } = parkedMessages[service];

  return [
    route(list, async () => {
      const parkedByType = await askBus(() =>
        Promise.all(
          types.map(async (type) => {
            const { count, messages } = await bus.parked(queueNameOf(service, type), maxShownPerType);
            return { count, messages: messages.map((message) => toAnswer(type, message)) };
          }),
        ),
      );
      const data = parkedByType.flatMap(({ messages }) => messages);
      data.sort((a, b) => (a.parkedAt ?? '').localeCompare(b.parkedAt ?? ''));
      return { data, total: parkedByType.reduce((sum, { count }) => sum + count, 0) };
    }),
    route(replay, async ({ body: { eventType, eventId }, staff, identity, log }) => {
      const chosenTypes = eventType === undefined ? types : types.filter((type) => type === eventType);
      // Saved before the replay, because that cannot be undone.
      const entry = await audit.keep(
        auditEntry(
          staff,
          { kind: 'parked-message', id: eventId ?? null },
          { after: { eventType }, shownFields: 'all' },
        ),
      );
      const replayed = await askBus(async () => {
        let count = 0;
        for (const type of chosenTypes) count += await bus.replay(queueNameOf(service, type), eventId);
        return count;
      });
      if (replayed === 0) await entry.takeBack();
      log.info(
        { adminId: identity.userId, service, eventType, eventId, replayed },
        'parked messages were replayed',
      );
      if (chosenTypes.length === 0 || (eventId !== undefined && replayed === 0))
        throw new ProblemError('not-found', 'There is no such parked message.');
      return { replayed };
    }),
  ];
}

/** An unavailable broker or a missing queue is answered with 503. */
async function askBus<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    const text = 'The broker is not available at the moment.';
    throw new ProblemError('service-unavailable', text, undefined, { retryAfterSeconds: 5, cause });
  }
}

function toAnswer(eventType: string, message: ParkedMessage): ParkedMessageAnswer {
  const { messageId = null, reason, attempts, parkedAt } = message;
  return {
    eventType,
    eventId: messageId,
    reason: withoutData(reason),
    attempts,
    parkedAt: parkedAt === '' ? null : parkedAt,
  };
}

/** Removes quoted data, such as addresses and tokens, from an error text. */
export function withoutData(reason: string): string {
  return reason.replaceAll(/[^\s"'<>:]+@[^\s"'<>,]+/g, '…').replaceAll(/[\w+/=.-]{40,}/g, '…');
}
