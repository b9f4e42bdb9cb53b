import type { Dispatch, UnknownAction } from 'redux';
import type { Reply } from '../send-request.ts';
import type {
  AppDispatch,
  AppState,
  Endpoint,
  QueryEndpoint,
  QueryEntry,
  RequestCache,
  RequestContext,
  RequestState,
  Tag,
  Tags,
  Transport,
} from './definitions.ts';
import { shareStructure } from './structural-sharing.ts';

/** How long an answer is kept when nobody shows it any more, in seconds, unless its endpoint says otherwise. */
const keptSeconds = 300;

/** One question of one store: who shows its answer, and what is under way for it. */
interface Question {
  readonly key: string;
  readonly endpoint: QueryEndpoint;
  readonly arg: unknown;
  /** The polling interval of each who shows the answer, in milliseconds; 0 does not poll. */
  readonly subscribers: Map<object, number>;
  running?: { readonly ended: Promise<unknown>; readonly abort: () => void } | undefined;
  tags: readonly Tag[];
  /** Forgets the answer. */
  expiry?: ReturnType<typeof setTimeout>;
  /** Asks again. */
  poll?: ReturnType<typeof setTimeout>;
  pollMs: number;
}

type ChangeAction = UnknownAction & {
  readonly type: 'api/changed';
  readonly key: string;
  readonly entry: QueryEntry | undefined;
};

const isChange = (action: UnknownAction): action is ChangeAction => action.type === 'api/changed';
const empty: RequestState = { queries: {} };

/** What is known of every question. Only the store's own request cache sends it actions. */
export function requestsReducer(state = empty, action: UnknownAction): RequestState {
  if (action.type === 'api/reset') return empty;
  if (!isChange(action)) return state;
  const { [action.key]: _before, ...queries } = state.queries;
  return { queries: action.entry ? { ...queries, [action.key]: action.entry } : queries };
}

const sortedFields = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same for the same question, whatever the order of its fields. */
export const keyOf = ({ name }: Pick<Endpoint, 'name'>, arg: unknown): string =>
  `${name}(${JSON.stringify(arg, sortedFields)})`;

const parts = (tag: Tag) => (typeof tag === 'string' ? { type: tag, id: undefined } : tag);
const isOf = (provided: Tag, invalidated: Tag) => {
  const [own, wanted] = [parts(provided), parts(invalidated)];
  return own.type === wanted.type && (wanted.id === undefined || own.id === wanted.id);
};

const tagsOf = <Data, Arg>(
  tags: Tags<Data, Arg> | undefined,
  reply: Reply<Data>,
  arg: Arg,
): readonly Tag[] => (typeof tags === 'function' ? tags(reply.data, reply.error, arg) : (tags ?? []));

const failure = (error: string): Reply => ({ error: { status: 'CUSTOM_ERROR', error } });

/** What one store asks for: each question once at a time, for all who want its answer, kept while somebody shows it. */
export function createRequestCache(
  { dispatch: send, getState }: { dispatch: Dispatch; getState: () => AppState },
  transport: Transport,
): RequestCache {
  // The store's middleware runs thunks too.
  const dispatch = send as AppDispatch;
  const questions = new Map<string, Question>();
  let underWay = 0;
  let invalidated: Tag[] = [];

  const entryOf = (key: string): QueryEntry | undefined => getState().api.queries[key];
  const show = (key: string, entry: QueryEntry | undefined) => dispatch({ type: 'api/changed', key, entry });

  /** Calls what an endpoint defines. `settle` hears the reply before anybody who waits for it. */
  function run(
    { definition }: Endpoint,
    arg: unknown,
    forced: boolean | undefined,
    settle: (reply: Reply) => void,
  ) {
    const cut = new AbortController();
    const context: RequestContext = { dispatch, getState, signal: cut.signal, forced };
    const ask = async (): Promise<Reply> => {
      try {
        return await (definition.queryFn
          ? definition.queryFn(arg, context, undefined, async (request) => transport(request, context))
          : transport(definition.query?.(arg) ?? '', context));
      } catch (error) {
        // A bug of the endpoint's: its page shows a failure, and the console the bug. A server's drawing has no `reportError`.
        // oxlint-disable-next-line no-console
        console.error(error);
        return failure(String(error));
      }
    };
    const aborted = new Promise<Reply>((resolve) => {
      cut.signal.addEventListener('abort', () => resolve(failure('The request was aborted.')));
    });
    underWay += 1;
    const ended = Promise.race([ask(), aborted]).then((reply) => {
      underWay -= 1;
      settle(reply);
      refetchInvalidated();
      return reply;
    });
    if (definition.onQueryStarted) {
      const queryFulfilled = ended.then(({ data, error }) =>
        error === undefined ? { data } : Promise.reject({ error }),
      );
      // Whoever does not care for the failure need not say so.
      queryFulfilled.catch(() => {});
      void definition.onQueryStarted(arg, { dispatch, queryFulfilled });
    }
    return { ended, abort: () => cut.abort() };
  }

  function start(question: Question, forced: boolean): void {
    const { key, endpoint, arg } = question;
    show(key, { ...entryOf(key), status: 'pending', endpointName: endpoint.name, originalArgs: arg });
    question.running = run(endpoint, arg, forced, (reply) => {
      // Forgotten meanwhile: somebody may have asked anew.
      if (questions.get(key) !== question) return;
      question.running = undefined;
      question.tags = tagsOf(endpoint.definition.providesTags, reply, arg);
      const asked = { ...entryOf(key), endpointName: endpoint.name, originalArgs: arg, error: undefined };
      show(
        key,
        reply.error === undefined
          ? {
              ...asked,
              status: 'fulfilled',
              data: shareStructure(asked.data, reply.data),
              fulfilledTimeStamp: Date.now(),
            }
          : { ...asked, status: 'rejected', error: reply.error },
      );
      expire(question);
      poll(question, true);
    });
  }

  function forget(question: Question): void {
    clearTimeout(question.expiry);
    clearTimeout(question.poll);
    questions.delete(question.key);
    question.running?.abort();
    show(question.key, undefined);
  }

  /** Forgets an answer that nobody shows, in its time. */
  function expire(question: Question): void {
    clearTimeout(question.expiry);
    if (question.subscribers.size > 0 || questions.get(question.key) !== question) return;
    const seconds = question.endpoint.definition.keepUnusedDataFor ?? keptSeconds;
    question.expiry = setTimeout(() => forget(question), seconds * 1000);
  }

  /** Asks again after the shortest interval of those who show the answer, counted from the last answer. */
  function poll(question: Question, isAnswered = false): void {
    const pollMs = Math.min(...[...question.subscribers.values()].filter((interval) => interval > 0));
    if (pollMs === question.pollMs && !isAnswered) return;
    clearTimeout(question.poll);
    question.pollMs = pollMs;
    if (!Number.isFinite(pollMs)) return;
    question.poll = setTimeout(() => {
      if (!question.running) start(question, true);
    }, pollMs);
  }

  /** Waits until nothing is under way: what was asked for before a change may be answered after it. */
  function refetchInvalidated(): void {
    if (underWay > 0 || invalidated.length === 0) return;
    const tags = invalidated;
    invalidated = [];
    for (const question of Array.from(questions.values())) {
      if (!question.tags.some((own) => tags.some((tag) => isOf(own, tag)))) continue;
      if (question.subscribers.size === 0) forget(question);
      else start(question, true);
    }
  }

  return {
    ask(endpoint, arg, { subscribe = true, forceRefetch = false }) {
      const key = keyOf(endpoint, arg);
      const question = questions.get(key) ?? {
        key,
        endpoint,
        arg,
        subscribers: new Map<object, number>(),
        tags: [],
        pollMs: Number.POSITIVE_INFINITY,
      };
      questions.set(key, question);
      const subscriber = {};
      if (subscribe) {
        clearTimeout(question.expiry);
        question.subscribers.set(subscriber, 0);
      }
      const answeredAt = entryOf(key)?.fulfilledTimeStamp;
      const isForced =
        typeof forceRefetch === 'number'
          ? answeredAt !== undefined && Date.now() - answeredAt >= forceRefetch * 1000
          : forceRefetch;
      if (!question.running && (isForced || answeredAt === undefined)) start(question, isForced);
      return {
        ended: Promise.resolve(question.running?.ended).then(() => entryOf(key)),
        unsubscribe: () => {
          question.subscribers.delete(subscriber);
          expire(question);
          poll(question);
        },
        setPollingInterval: (intervalMs: number) => {
          question.subscribers.set(subscriber, intervalMs);
          poll(question);
        },
      };
    },

    change(endpoint, arg) {
      const { ended, abort } = run(endpoint, arg, undefined, (reply) => {
        invalidated.push(...tagsOf(endpoint.definition.invalidatesTags, reply, arg));
      });
      return { ended, abort };
    },

    update(endpoint, arg, recipe) {
      const key = keyOf(endpoint, arg);
      const entry = entryOf(key);
      if (entry?.data !== undefined) show(key, { ...entry, data: recipe(entry.data) });
    },

    invalidate(tags) {
      invalidated.push(...tags);
      refetchInvalidated();
    },

    reset() {
      for (const question of questions.values()) forget(question);
      invalidated = [];
      dispatch({ type: 'api/reset' });
    },
  };
}
