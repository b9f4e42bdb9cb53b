export { type RequestGraph, type RequestSeen, recordRequests } from './request-graph.ts';
