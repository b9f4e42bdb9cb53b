import { jsonType } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';

const { regex } = MatchersV3;

/** What stands in every call of the back office, and in every answer with a body. */
export const asStaff = { Authorization: regex('^Bearer .+', 'Bearer staff') };
export const sentAsJson = { 'Content-Type': 'application/json', ...asStaff };
export const answeredAsJson = { 'Content-Type': jsonType };
export const answeredAsCsv = { 'Content-Type': regex('^text/csv.*', 'text/csv') };
