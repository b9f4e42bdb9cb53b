import mongoose from 'mongoose';
import type { NewsletterIssue } from '../newsletter.rules.ts';

interface IssueDocument {
  /** The offer: each is told of once. */
  _id: string;
  /** Of the offer, so that older news of it change nothing. */
  version: number;
  /** Null while there is nothing to tell: the offer is off, over or gone. */
  offer: NewsletterIssue['offer'] | null;
  startsAt: Date | null;
  /** The last subscription that has its mail; they are gone through in the order of their ids. */
  cursor: string;
  isDone: boolean;
}

const issueSchema = new mongoose.Schema<IssueDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    offer: { type: mongoose.Schema.Types.Mixed, default: null },
    startsAt: { type: Date, default: null },
    cursor: { type: String, default: '' },
    isDone: { type: Boolean, required: true },
  },
  { collection: 'newsletter_issues', versionKey: false, minimize: false },
);
issueSchema.index({ startsAt: 1 }, { partialFilterExpression: { isDone: false } });

export const createNewsletterIssueModel = (connection: mongoose.Connection) =>
  connection.model('NewsletterIssue', issueSchema);

export interface NewsletterIssuesStore {
  /** Keeps what is to be told of an offer, or that there is nothing; older news than what is known change nothing. */
  follow(
    offerId: string,
    version: number,
    issue: NewsletterIssue | undefined,
    session: mongoose.ClientSession,
  ): Promise<void>;
  /** An issue whose time has come and that somebody has not got yet. */
  due(now: Date): Promise<(NewsletterIssue & { readonly cursor: string }) | undefined>;
  advance(offerId: string, cursor: string, isDone: boolean): Promise<void>;
}

export function createNewsletterIssuesStore(
  model: ReturnType<typeof createNewsletterIssueModel>,
): NewsletterIssuesStore {
  return {
    async follow(offerId, version, issue, session) {
      const kept = await model.findById(offerId).session(session).lean();
      if (kept !== null && kept.version >= version) return;
      const { cursor = '', isDone = false } = kept ?? {};
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
    async due(now) {
      const found = await model
        .findOne({ isDone: false, startsAt: mongoose.trusted({ $lte: now }) })
        .sort({ startsAt: 1 })
        .lean();
      return found === null || found.offer === null || found.startsAt === null
        ? undefined
        : { offer: found.offer, startsAt: found.startsAt, cursor: found.cursor };
    },
    async advance(offerId, cursor, isDone) {
      // Several instances may go through one issue side by side: none sets another one back.
      await model.updateOne(
        { _id: offerId, isDone: false, cursor: mongoose.trusted({ $lte: cursor }) },
        { $set: { cursor, isDone } },
      );
    },
  };
}
