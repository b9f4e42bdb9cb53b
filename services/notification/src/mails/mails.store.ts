import { type listMails, type Mail, mailStates, type QueryOf } from '@kinmel/contracts';
import { type MailName, mailKinds, mailTemplates } from '@kinmel/mail-templates';
import {
  declareCollection,
  emailKeysOf,
  inSession,
  type NewAuditEntry,
  nativeCollection,
  personalDataOf,
  pick,
  saveChange,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';

/** Longer than the inbox remembers events (7 days). */
const retentionDays = 30;

/** Lower numbers are sent first. */
export const priorityOf = (template: MailName): number => mailKinds.indexOf(mailTemplates[template].kind);

/**
 * Mails to an account are sent after the others of their kind, so that a slow auth delays only them. An older release does
 * not query this priority, so it never sends such a mail to the wrong address.
 */
export const accountPriorityOf = (template: MailName): number => priorityOf(template) + 0.5;

/** The priority of news, of which there may be a hundred thousand at once. */
const newsPriority = mailKinds.indexOf('news');

/** A mail before its first attempt. */
export interface NewMail {
  /** Template and cause, so that one cause leads to one mail (NOT-M1). */
  readonly mailId: string;
  readonly template: string;
  /** The lowest is sent first (NOT-M9). */
  readonly priority: number;
  /** The recipient. Until a mail with `toAccount` is sent: the original's recipient for a `copy`, otherwise empty. */
  readonly to: string;
  /** Sent to the current address of the account `personId`; a `copy` only if that differs from `to` (NOT-M18). */
  readonly toAccount?: 'only' | 'copy';
  readonly subject: string;
  /** The template's data without secrets. */
  readonly data: object;
  /** The sealed secrets. */
  readonly sealed: Readonly<Record<string, string>>;
  /** The user or newsletter subscription whose deletion deletes the mail. */
  readonly personId: string;
  /** Not sent after a mail about a later version of this aggregate (NOT-M6). */
  readonly news: { readonly aggregateId: string; readonly aggregateVersion: number } | null;
  /** The order or request of the mail, by which admins find it. */
  readonly record: string | null;
  readonly sendBefore: Date | null;
  /** Of the request that caused the mail. */
  readonly traceparent?: string | undefined;
}

/** A mail that is leased to one sender. */
export interface ClaimedMail extends Omit<NewMail, 'subject' | 'priority' | 'record'> {
  readonly claim: string;
  /** Includes the current attempt. */
  readonly attempts: number;
}

interface MailDocument extends Omit<NewMail, 'mailId' | 'data' | 'sealed'> {
  _id: string;
  /** The keyed hash of the address; mails stored before the key existed have the address as typed at signup. */
  to: string;
  /** Sealed, as `data` is (NOT-M7). Mails of an older release have none. */
  address?: string;
  /** The people of the mails in a digest, which is deleted with the last of them (NOT-M8). */
  people?: string[];
  /** The ids of the mails that a digest lists, for check-books. */
  listed?: string[];
  /** Null once the mail is sent (NOT-M7). */
  data: object | null;
  sealed: NewMail['sealed'] | null;
  state: Mail['state'];
  attempts: number;
  nextAttemptAt: Date;
  /** The lease of the last sender. */
  claim: string | null;
  /** In database time, because the clocks of instances differ. */
  leasedUntil: Date | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** Finds the plain addresses of mails stored before the key existed in any letter case. */
const anySpelling = { locale: 'en', strength: 2 } as const;

export const createMailModel = declareCollection<MailDocument>('mails', [
  // Partial, so that polling is cheap.
  [{ priority: 1, nextAttemptAt: 1 }, { partialFilterExpression: { state: 'waiting' } }],
  [{ state: 1, createdAt: -1, _id: 1 }],
  [{ to: 1, createdAt: -1 }, { collation: anySpelling }],
  [{ personId: 1 }],
  [{ people: 1 }, { sparse: true }],
  [{ 'news.aggregateId': 1, 'news.aggregateVersion': -1 }],
  [{ record: 1, createdAt: -1 }],
  [{ createdAt: 1 }, { expireAfterSeconds: retentionDays * 24 * 60 * 60 }],
  // An unconfirmed address is deleted together with the subscription (NOT-N3), earlier than other mails.
  [{ sendBefore: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { template: 'newsletter-confirm' } }],
]);

const maxTimeMS = 2_000;
const priorities = [...mailKinds.keys()].flatMap((kind) => [kind, kind + 0.5]);
const claimedFields = {
  template: 1,
  to: 1,
  address: 1,
  toAccount: 1,
  personId: 1,
  data: 1,
  sealed: 1,
  news: 1,
  sendBefore: 1,
  traceparent: 1,
  attempts: 1,
} as const;

/** The lease fields of a mail that is not being sent. */
const releasedLease = { claim: null, leasedUntil: null } as const;

/** A mail before its first attempt. */
const unsentState = (nextAttemptAt: Date) =>
  ({
    state: 'waiting',
    attempts: 0,
    nextAttemptAt,
    ...releasedLease,
    lastError: null,
    sentAt: null,
  }) as const;

/** Limit of subjects in one digest, which keeps the latest. */
const maxSubjects = 200;

export function createMailsStore(model: ReturnType<typeof createMailModel>) {
  // Uses the native driver, because every mail passes here and nothing needs casting.
  const mails = nativeCollection(model);
  const personal = personalDataOf(model.db);
  const sealFields = async <Fields extends Pick<NewMail, 'to'> & { data?: object }>(
    person: string,
    fields: Fields,
  ) => {
    const [to] = await emailKeysOf(personal, fields.to);
    return personal.seal(person, { ...fields, to, address: fields.to }, ['address', 'data']);
  };
  const leaseFilter = (claimed: readonly ClaimedMail[], claim: string) => ({
    _id: { $in: claimed.map(({ mailId }) => mailId) },
    claim,
    state: 'waiting' as const,
  });

  return {
    /** Adds mails in one call, except those with an existing id (NOT-M1). */
    async add(added: readonly NewMail[], now: Date, session: mongoose.ClientSession): Promise<void> {
      const writes = added.map(async ({ mailId, ...mail }) => ({
        updateOne: {
          filter: { _id: mailId },
          update: {
            $setOnInsert: { ...(await sealFields(mail.personId, mail)), ...unsentState(now), createdAt: now },
          },
          upsert: true,
        },
      }));
      await mails.bulkWrite(await Promise.all(writes), { session, ordered: true });
    },

    /**
     * Adds the subject of a mail to the digest that its mailbox gets at the end of the hour (NOT-M17). False when the
     * digest was sent already or is being sent, as the clocks of instances differ.
     */
    async addToDigest(
      mailbox: { readonly _id: string; readonly endsAt: Date },
      { mailId, to, personId, subject }: NewMail,
      now: Date,
      session: mongoose.ClientSession,
    ): Promise<boolean> {
      const template = 'mail-digest';
      const _id = `${template}-${mailbox._id}-${mailbox.endsAt.getTime()}`;
      const digest = await mails.findOne({ _id }, { session, projection: { state: 1, claim: 1 } });
      if (digest && (digest.state !== 'waiting' || digest.claim !== null)) return false;
      // A sender that claims the digest meanwhile aborts the transaction.
      await mails.updateOne(
        { _id },
        {
          $setOnInsert: {
            template,
            priority: priorityOf(template),
            ...(await sealFields(_id, { to })),
            personId: mailbox._id,
            subject: mailTemplates[template].subject({ subjects: [] }),
            sealed: {},
            news: null,
            record: null,
            sendBefore: null,
            ...unsentState(mailbox.endsAt),
            createdAt: now,
          },
          $push: {
            'data.subjects': { $each: [{ personId, subject }], $slice: -maxSubjects },
            listed: { $each: [mailId], $slice: -maxSubjects },
          },
          $addToSet: { people: personId },
        },
        { upsert: true, session },
      );
      return true;
    },

    /** Whether there is a mail about a later event of the same record (NOT-M6). */
    async hasLaterMail(news: NonNullable<NewMail['news']>, session?: mongoose.ClientSession) {
      const laterMail = await mails.findOne(
        { 'news.aggregateId': news.aggregateId, 'news.aggregateVersion': { $gt: news.aggregateVersion } },
        { ...inSession(session), projection: { _id: 1 }, maxTimeMS },
      );
      return laterMail !== null;
    },

    /**
     * Claims the most urgent mails for `leaseMs` in database time (NOT-M2), longest waiting first within a priority.
     * News are claimed only when nothing else is due, at most `newsLimit` of them (NOT-M9).
     */
    async claim(
      now: Date,
      leaseMs: number,
      { claim, limit, newsLimit }: { claim: string; limit: number; newsLimit: number },
    ): Promise<ClaimedMail[]> {
      const due = {
        state: 'waiting' as const,
        // Lists all priorities, so that the index is used and skips mails that are not due.
        priority: { $in: priorities },
        nextAttemptAt: { $lte: now },
        $expr: { $lt: [{ $ifNull: ['$leasedUntil', new Date(0)] }, '$$NOW'] },
      };
      const waiting = await mails
        .find(due, {
          projection: { priority: 1 },
          sort: { priority: 1, nextAttemptAt: 1 },
          limit,
          batchSize: limit + 1,
          maxTimeMS,
        })
        .toArray();
      const urgent = waiting.filter(({ priority }) => priority !== newsPriority);
      const dueMails = urgent.length > 0 ? urgent : waiting.slice(0, newsLimit);
      if (dueMails.length === 0) return [];
      const ids = { $in: dueMails.map(({ _id }) => _id) };
      await mails.updateMany(
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
      // Another sender may have claimed some of them meanwhile.
      const claimedMails = await mails
        .find({ _id: ids, claim, state: 'waiting' }, { projection: claimedFields, maxTimeMS })
        .toArray();
      return (await personal.openAll(claimedMails)).map(({ _id, data, sealed, address, to, ...mail }) => ({
        ...mail,
        to: address ?? to,
        mailId: _id,
        data: data ?? {},
        sealed: sealed ?? {},
        claim,
      }));
    },

    /** Releases claimed mails that were not attempted. */
    async release(claimed: readonly ClaimedMail[]): Promise<void> {
      const [first] = claimed;
      if (first === undefined) return;
      await mails.updateMany(
        leaseFilter(claimed, first.claim),
        { $set: releasedLease, $inc: { attempts: -1 } },
        { maxTimeMS },
      );
    },

    /** False when the lease had ended and another sender has the mail. */
    async markSent(mail: ClaimedMail, to: string, now: Date): Promise<boolean> {
      const recipient = to === mail.to ? {} : await sealFields(mail.personId, { to });
      const clearedData = { data: null, sealed: null, lastError: null, ...releasedLease };
      const { modifiedCount } = await mails.updateOne(
        leaseFilter([mail], mail.claim),
        { $set: { state: 'sent', ...recipient, sentAt: now, ...clearedData } },
        { maxTimeMS },
      );
      return modifiedCount === 1;
    },

    /** Deletes a claimed mail that has no recipient. */
    async drop(mail: ClaimedMail): Promise<void> {
      await mails.deleteOne(leaseFilter([mail], mail.claim), { maxTimeMS });
    },

    async markWaiting(mail: ClaimedMail, nextAttemptAt: Date, lastError: string): Promise<void> {
      await mails.updateOne(leaseFilter([mail], mail.claim), {
        $set: { nextAttemptAt, lastError, ...releasedLease },
      });
    },

    /** @param lastError null when nothing failed; without `keepsData` the mail cannot be retried */
    async markUnsent(
      mail: ClaimedMail,
      state: 'failed' | 'superseded',
      lastError: string | null,
      keepsData: boolean,
    ): Promise<void> {
      const clearedData = keepsData ? {} : { data: null, sealed: null };
      await mails.updateOne(leaseFilter([mail], mail.claim), {
        $set: { state, lastError, ...releasedLease, ...clearedData },
      });
    },

    async list({ state, to, record, page, limit }: QueryOf<typeof listMails>) {
      const filter = {
        ...(to === undefined ? {} : { to: mongoose.trusted({ $in: await emailKeysOf(personal, to) }) }),
        ...(record === undefined ? {} : { record }),
        // All states, named so that the index can be used for the order.
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
      return { mails: (await personal.openAll(mails)).map(viewOf), total };
    },

    async find(mailId: string): Promise<Mail | undefined> {
      const document = await personal.open(await model.findById(mailId).lean());
      return document === null ? undefined : viewOf(document);
    },

    /** Retries a failed mail; undefined when it has not failed or its data was deleted. */
    async retry(mailId: string, now: Date, entry?: NewAuditEntry): Promise<Mail | undefined> {
      const document = await saveChange(model.db, { entry }, (session) =>
        model
          .findOneAndUpdate(
            { _id: mailId, state: 'failed', data: mongoose.trusted({ $ne: null }) },
            { $set: { state: 'waiting', attempts: 0, nextAttemptAt: now, ...releasedLease } },
            { returnDocument: 'after', ...inSession(session) },
          )
          .lean(),
      );
      return document === null ? undefined : viewOf(await personal.open(document));
    },

    count: (state: Mail['state']): Promise<number> => model.countDocuments({ state }),

    /** Also deletes the person's encryption key; the caller deletes the person's other records. */
    async forget(personId: string, session: mongoose.ClientSession): Promise<number> {
      const peopleFilter = { people: personId };
      const subjectFilter: object = { 'data.subjects': { personId } };
      // MongoDB refuses to pull from the null of a sent digest.
      await mails.updateMany({ ...peopleFilter, data: { $ne: null } }, { $pull: subjectFilter }, { session });
      await mails.updateMany(peopleFilter, { $pull: peopleFilter }, { session });
      const digests = await mails.find({ people: [] }, { session, projection: { _id: 1 } }).toArray();
      for (const key of [personId, ...digests.map(({ _id }) => _id)]) await personal.forget(key, session);
      const ownMails = { $or: [{ personId }, { people: [] }] };
      return (await mails.deleteMany(ownMails, { session })).deletedCount;
    },
  };
}

export type MailsStore = ReturnType<typeof createMailsStore>;

function viewOf(mail: MailDocument): Mail {
  return {
    mailId: mail._id,
    to: mail.address ?? mail.to,
    ...pick(mail, 'template', 'subject', 'state', 'attempts', 'lastError'),
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
  };
}
