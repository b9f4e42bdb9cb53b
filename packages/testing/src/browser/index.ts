export { type RequestSeen, recordRequests } from './request-graph.ts';
