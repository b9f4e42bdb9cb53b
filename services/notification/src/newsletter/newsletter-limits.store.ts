import mongoose from 'mongoose';
import { newsletterLimitCollection } from './newsletter-limit.ts';

const limitSchema = new mongoose.Schema(
  { key: { type: String, required: true }, points: { type: Number }, expire: { type: Date } },
  { collection: newsletterLimitCollection, versionKey: false },
);
// As rate-limiter-flexible reads and writes them.
limitSchema.index({ key: 1 }, { unique: true });
limitSchema.index({ expire: -1 }, { expireAfterSeconds: 0 });

/** What the limiter keeps, declared so that its indexes are made and checked with all others. */
export const createNewsletterLimitModel = (connection: mongoose.Connection) =>
  connection.model('NewsletterLimit', limitSchema);
