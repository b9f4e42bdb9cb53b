import { type Mail, mailStates } from '@kinmel/contracts';
import { type MailName, mailKinds, mailTemplates } from '@kinmel/mail-templates';
import { type NewAuditEntry, withAuditEntry } from '@kinmel/service-kit';
import mongoose from 'mongoose';

/** How long it can be looked up what became of a mail. Longer than the inbox remembers its event (7 days). */
const keepDays = 30;

/** The position of a mail's kind among `mailKinds`: who has the lower one leaves first. */
export const priorityOf = (template: MailName): number => mailKinds.indexOf(mailTemplates[template].kind);

/** That of news, of which there may be a hundred thousand at once. */
const newsPriority = mailKinds.indexOf('news');

/** A mail that was decided on, before anything has been tried. */
export interface NewMail {
  /** Template and cause: the same cause leads to the same id, and so to one mail (M1). */
  readonly mailId: string;
  readonly template: string;
  /** Of several that are due the one with the lowest leaves first (M9). */
  readonly priority: number;
  readonly to: string;
  readonly subject: string;
  /** What the template needs, without its secrets. */
  readonly data: object;
  /** The secrets, sealed: nobody who reads the database can use them. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Whom it concerns, so that it can be forgotten with them: a user or a newsletter subscription. */
  readonly personId: string;
  /** Which event of one thing it is about, so that an older one is not sent after it (M6); null when there is none. */
  readonly news: { readonly aggregateId: string; readonly aggregateVersion: number } | null;
  /** The order or request that it tells of, so that an admin finds it; null when it is about none. */
  readonly record: string | null;
  readonly sendBefore: Date | null;
}

/** A mail that this sender alone may send until its lease runs out. */
export interface ClaimedMail extends Omit<NewMail, 'subject' | 'personId' | 'priority' | 'record'> {
  readonly claim: string;
  /** The one that now begins included. */
  readonly attempts: number;
}

interface MailDocument {
  _id: string;
  template: string;
  /** Missing in mails from before there were kinds: they leave first. */
  priority?: number | null;
  to: string;
  subject: string;
  /** Null once it is sent: what was in a mail is nobody's business any more (M7). */
  data: object | null;
  sealed: Record<string, string> | null;
  personId: string;
  news: { aggregateId: string; aggregateVersion: number } | null;
  /** Missing in mails from before it was kept. */
  record?: string | null;
  sendBefore: Date | null;
  state: Mail['state'];
  attempts: number;
  nextAttemptAt: Date;
  /** Of the sender that has it, or had it last. */
  claim: string | null;
  /** By the clock of the database: those of the instances may differ by any time. */
  leasedUntil: Date | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** Mails keep the address as it was typed at signup; who looks for it need not know how. */
const anySpelling = { locale: 'en', strength: 2 } as const;

const { Mixed } = mongoose.Schema.Types;

const mailSchema = new mongoose.Schema<MailDocument>(
  {
    _id: { type: String, required: true },
    template: { type: String, required: true },
    priority: Number,
    to: { type: String, required: true },
    subject: { type: String, required: true },
    data: { type: Mixed, default: null },
    sealed: { type: Mixed, default: null },
    personId: { type: String, required: true },
    news: { type: Mixed, default: null },
    record: String,
    sendBefore: { type: Date, default: null },
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    nextAttemptAt: { type: Date, required: true },
    claim: { type: String, default: null },
    leasedUntil: { type: Date, default: null },
    lastError: { type: String, default: null },
    createdAt: { type: Date, required: true },
    sentAt: { type: Date, default: null },
  },
  { collection: 'mails', versionKey: false, minimize: false },
);
// Only what waits: the sender's look costs nothing when all is sent.
mailSchema.index({ priority: 1, nextAttemptAt: 1 }, { partialFilterExpression: { state: 'waiting' } });
mailSchema.index({ state: 1, createdAt: -1, _id: 1 });
mailSchema.index({ to: 1, createdAt: -1 }, { collation: anySpelling });
mailSchema.index({ personId: 1 });
mailSchema.index({ 'news.aggregateId': 1, 'news.aggregateVersion': -1 });
mailSchema.index({ record: 1, createdAt: -1 });
mailSchema.index({ createdAt: 1 }, { expireAfterSeconds: keepDays * 24 * 60 * 60 });
// An address that never said yes is forgotten with the question (N3), long before other mails are.
mailSchema.index(
  { sendBefore: 1 },
  { expireAfterSeconds: 0, partialFilterExpression: { template: 'newsletter-confirm' } },
);

export const createMailModel = (connection: mongoose.Connection) => connection.model('Mail', mailSchema);

export interface MailsPage {
  readonly mails: Mail[];
  readonly total: number;
}

export interface MailsStore {
  /** Keeps mails to be sent, with one call; a mail with its id that is there already stays as it is (M1). */
  add(mails: readonly NewMail[], now: Date, session: mongoose.ClientSession): Promise<void>;
  /** True when a mail about a later event of the same thing is kept (M6). */
  hasLaterMail(
    news: { aggregateId: string; aggregateVersion: number },
    session?: mongoose.ClientSession,
  ): Promise<boolean>;
  /**
   * Takes the most urgent mails, of each kind those that have waited longest, for `leaseMs` of the database's clock; another sender
   * cannot have them meanwhile (M2). News only when nothing else is due, and at most `newsLimit` of them (M9).
   */
  claim(
    now: Date,
    leaseMs: number,
    limits: { readonly claim: string; readonly limit: number; readonly newsLimit: number },
  ): Promise<ClaimedMail[]>;
  /** Lets mails of one claim wait as if they had not been taken: nothing was tried with them. */
  putBack(mails: readonly ClaimedMail[]): Promise<void>;
  /** Notes mails of one claim; answers of how many: of the others the lease had run out, and somebody else has them. */
  markSent(mails: readonly ClaimedMail[], now: Date): Promise<number>;
  markWaiting(mail: ClaimedMail, nextAttemptAt: Date, lastError: string): Promise<void>;
  /** `keepsData` false when it will never be sent, whoever asks. */
  markFailed(mail: ClaimedMail, lastError: string, keepsData: boolean): Promise<void>;
  list(query: {
    state?: Mail['state'];
    to?: string;
    record?: string;
    page: number;
    limit: number;
  }): Promise<MailsPage>;
  find(mailId: string): Promise<Mail | undefined>;
  /** Lets a failed mail wait again; undefined when it has not failed or its data is gone. */
  retry(mailId: string, now: Date, entry?: NewAuditEntry): Promise<Mail | undefined>;
  /** How many mails are in a state. */
  count(state: Mail['state']): Promise<number>;
  forget(personId: string, session: mongoose.ClientSession): Promise<number>;
}

const maxTimeMS = 2_000;
/** Those of all kinds; null stands for mails from before there were kinds. */
const priorities = [null, ...mailKinds.keys()];
/** What a mail that nobody is sending says of a lease. */
const released = { claim: null, leasedUntil: null } as const;

export function createMailsStore(model: ReturnType<typeof createMailModel>): MailsStore {
  // The driver itself where every mail passes: nothing here needs casting, and values are our own.
  const mails = model.db
    .getClient()
    .db(model.db.name)
    .collection<MailDocument>(model.collection.collectionName);
  const held = (claimed: readonly ClaimedMail[], claim: string) => ({
    _id: { $in: claimed.map(({ mailId }) => mailId) },
    claim,
    state: 'waiting' as const,
  });

  return {
    async add(added, now, session) {
      await mails.bulkWrite(
        added.map(({ mailId, ...mail }) => ({
          updateOne: {
            filter: { _id: mailId },
            update: {
              $setOnInsert: {
                ...mail,
                state: 'waiting',
                attempts: 0,
                nextAttemptAt: now,
                claim: null,
                leasedUntil: null,
                lastError: null,
                createdAt: now,
                sentAt: null,
              },
            },
            upsert: true,
          },
        })),
        { session, ordered: true },
      );
    },

    async hasLaterMail({ aggregateId, aggregateVersion }, session) {
      const found = await mails.findOne(
        { 'news.aggregateId': aggregateId, 'news.aggregateVersion': { $gt: aggregateVersion } },
        { ...(session ? { session } : {}), projection: { _id: 1 }, maxTimeMS },
      );
      return found !== null;
    },

    async claim(now, leaseMs, { claim, limit, newsLimit }) {
      const due = {
        state: 'waiting' as const,
        // All there are, said so: the index then passes those of each whose time has not come.
        priority: { $in: priorities },
        nextAttemptAt: { $lte: now },
        $expr: { $lt: [{ $ifNull: ['$leasedUntil', new Date(0)] }, '$$NOW'] },
      };
      const projection = {
        template: 1,
        priority: 1,
        to: 1,
        data: 1,
        sealed: 1,
        news: 1,
        sendBefore: 1,
        attempts: 1,
      };
      const waiting = await mails
        .find(due, {
          projection,
          sort: { priority: 1, nextAttemptAt: 1 },
          limit,
          batchSize: limit + 1,
          maxTimeMS,
        })
        .toArray();
      const urgent = waiting.filter(({ priority }) => priority !== newsPriority);
      const found = urgent.length > 0 ? urgent : waiting.slice(0, newsLimit);
      if (found.length === 0) return [];
      const ids = { $in: found.map(({ _id }) => _id) };
      const { modifiedCount } = await mails.updateMany(
        { _id: ids, ...due },
        [
          {
            $set: {
              claim,
              leasedUntil: { $add: ['$$NOW', leaseMs] },
              attempts: { $add: ['$attempts', 1] },
            },
          },
        ],
        { maxTimeMS },
      );
      const toClaimed = (mail: (typeof found)[number], attempts: number): ClaimedMail => ({
        mailId: mail._id,
        template: mail.template,
        to: mail.to,
        data: mail.data ?? {},
        sealed: mail.sealed ?? {},
        news: mail.news,
        sendBefore: mail.sendBefore,
        attempts,
        claim,
      });
      if (modifiedCount === found.length) return found.map((mail) => toClaimed(mail, mail.attempts + 1));
      // Another sender looked at the same moment and has some of them.
      const mine = await mails
        .find({ _id: ids, claim, state: 'waiting' }, { projection, maxTimeMS })
        .toArray();
      return mine.map((mail) => toClaimed(mail, mail.attempts));
    },

    async putBack(claimed) {
      const [first] = claimed;
      if (first === undefined) return;
      await mails.updateMany(
        held(claimed, first.claim),
        { $set: released, $inc: { attempts: -1 } },
        { maxTimeMS },
      );
    },

    async markSent(sent, now) {
      const [first] = sent;
      if (first === undefined) return 0;
      const { modifiedCount } = await mails.updateMany(
        held(sent, first.claim),
        { $set: { state: 'sent', sentAt: now, data: null, sealed: null, lastError: null, ...released } },
        { maxTimeMS },
      );
      return modifiedCount;
    },

    async markWaiting(mail, nextAttemptAt, lastError) {
      await mails.updateOne(held([mail], mail.claim), { $set: { nextAttemptAt, lastError, ...released } });
    },

    async markFailed(mail, lastError, keepsData) {
      const gone = keepsData ? {} : { data: null, sealed: null };
      await mails.updateOne(held([mail], mail.claim), {
        $set: { state: 'failed', lastError, ...released, ...gone },
      });
    },

    async list({ state, to, record, page, limit }) {
      const filter = {
        ...(to === undefined ? {} : { to }),
        // Mails from before it was kept say it of their order or request as far as one may come too late (M6).
        ...(record === undefined ? {} : { $or: [{ record }, { 'news.aggregateId': record }] }),
        // All states, said so: an index in the order of the list begins with the state.
        ...(to === undefined && record === undefined && state === undefined
          ? { state: mongoose.trusted({ $in: [...mailStates] }) }
          : {}),
        ...(state === undefined ? {} : { state }),
      };
      const spelling = to === undefined ? {} : { collation: anySpelling };
      const [mails, total] = await Promise.all([
        model
          .find(filter, undefined, spelling)
          .sort({ createdAt: -1, _id: 1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .lean(),
        model.countDocuments(filter, spelling),
      ]);
      return { mails: mails.map(viewOf), total };
    },

    async find(mailId) {
      const found = await model.findById(mailId).lean();
      return found === null ? undefined : viewOf(found);
    },

    async retry(mailId, now, entry) {
      const found = await withAuditEntry(model.db, entry, (session) =>
        model
          .findOneAndUpdate(
            { _id: mailId, state: 'failed', data: mongoose.trusted({ $ne: null }) },
            { $set: { state: 'waiting', attempts: 0, nextAttemptAt: now, ...released } },
            { returnDocument: 'after', ...(session ? { session } : {}) },
          )
          .lean(),
      );
      return found === null ? undefined : viewOf(found);
    },

    count: (state) => model.countDocuments({ state }),

    async forget(personId, session) {
      const { deletedCount } = await model.deleteMany({ personId }, { session });
      return deletedCount;
    },
  };
}

function viewOf(mail: MailDocument): Mail {
  return {
    mailId: mail._id,
    template: mail.template,
    to: mail.to,
    subject: mail.subject,
    state: mail.state,
    attempts: mail.attempts,
    lastError: mail.lastError,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
  };
}
