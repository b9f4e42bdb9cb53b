import { declareCollection, dueDocuments, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { NewsletterIssue } from '../newsletter.rules.ts';

interface IssueDocument {
  /** The offer's id. */
  _id: string;
  /** Version of the offer, to ignore older events. */
  version: number;
  /** Null while nothing is to be sent: the offer is inactive, over or deleted. */
  offer: NewsletterIssue['offer'] | null;
  startsAt: Date | null;
  /** The last subscription that got its mail, by id. */
  cursor: string;
  isDone: boolean;
  /** In database time; the end of the last batch when unclaimed. */
  claimedUntil?: Date;
}

export const createNewsletterIssueModel = declareCollection<IssueDocument>('newsletter_issues', [
  [{ claimedUntil: 1, startsAt: 1 }, { partialFilterExpression: { isDone: false } }],
]);

const maxTimeMS = 2_000;

export function createNewsletterIssuesStore(model: ReturnType<typeof createNewsletterIssueModel>) {
  const issues = nativeCollection(model);
  const unfinished = dueDocuments(issues, {
    isDue: (now) => ({ isDone: false, startsAt: { $type: 'date', $lte: now }, offer: { $ne: null } }),
    claimField: 'claimedUntil',
    order: { startsAt: 1 },
  });
  return {
    /** Stores the issue of an offer, or that it has none; ignores older versions. */
    async follow(
      offerId: string,
      version: number,
      issue: NewsletterIssue | undefined,
      session: mongoose.ClientSession,
    ) {
      const document = await model.findById(offerId).session(session).lean();
      if (document !== null && document.version >= version) return;
      const { cursor = '', isDone = false } = document ?? {};
      const hasBegun = isDone || cursor !== '';
      await model.replaceOne(
        { _id: offerId },
        {
          _id: offerId,
          version,
          offer: issue?.offer ?? null,
          startsAt: issue?.startsAt ?? null,
          cursor,
          isDone: isDone || (hasBegun && issue === undefined),
        },
        { upsert: true, session },
      );
    },
    /** The offers of unfinished issues that have started, least recently processed first. */
    due: unfinished.due,
    /** Claims an issue for one instance. */
    async claim(offerId: string, now: Date, claimMs: number) {
      const document = await unfinished.claim(offerId, now, claimMs);
      return document === null || document.offer === null || document.startsAt === null
        ? undefined
        : { offer: document.offer, startsAt: document.startsAt, cursor: document.cursor };
    },
    /** Stores the progress and ends the claim. */
    async advance(offerId: string, cursor: string, isDone: boolean): Promise<void> {
      // Concurrent instances only move the cursor forward.
      await issues.updateOne(
        { _id: offerId, isDone: false, cursor: { $lte: cursor } },
        [{ $set: { cursor, isDone, claimedUntil: '$$NOW' } }],
        { maxTimeMS },
      );
    },
  };
}

export type NewsletterIssuesStore = ReturnType<typeof createNewsletterIssuesStore>;
