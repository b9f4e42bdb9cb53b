import type { Reducer, UnknownAction } from 'redux';

/** An action of a slice. */
export interface PayloadAction<Payload> {
  readonly type: string;
  readonly payload: Payload;
}

/** By a method's type, so that the reducer of any payload is one of an unknown payload. */
type CaseReducer<State> = { of(state: State, action: PayloadAction<unknown>): State }['of'];
type SliceSelector<State> = { of(state: State, ...rest: unknown[]): unknown }['of'];

type ActionCreator<Of> = Of extends (state: never, action: PayloadAction<infer Payload>) => unknown
  ? unknown extends Payload
    ? () => PayloadAction<undefined>
    : (payload: Payload) => PayloadAction<Payload>
  : () => PayloadAction<undefined>;

type FromRoot<Of, Name extends string, State> = Of extends (state: State, ...rest: infer Rest) => infer Result
  ? (root: { readonly [Key in Name]?: State }, ...rest: Rest) => Result
  : never;

export interface Slice<State, Name extends string, Reducers, Selectors> {
  readonly name: Name;
  readonly reducer: Reducer<State>;
  /** An action creator of each reducer, by its name. */
  readonly actions: { readonly [Key in keyof Reducers]: ActionCreator<Reducers[Key]> };
  /** They take the whole state, and read the initial one until the slice has joined the store. */
  readonly selectors: { readonly [Key in keyof Selectors]: FromRoot<Selectors[Key], Name, State> };
}

/**
 * A part of the store: its state under its name, and one reducer for each action, which gives the next state and leaves the one
 * before as it is.
 */
export function createSlice<
  State,
  Name extends string,
  Reducers extends Record<string, CaseReducer<State>>,
  Selectors extends Record<string, SliceSelector<State>>,
>({
  name,
  initialState,
  reducers,
  selectors,
}: {
  name: Name;
  initialState: State;
  reducers: Reducers;
  selectors: Selectors;
}): Slice<State, Name, Reducers, Selectors> {
  const typeOf = (action: string) => `${name}/${action}`;
  const byType = new Map(Object.entries(reducers).map(([action, reduce]) => [typeOf(action), reduce]));
  const actions = Object.keys(reducers).map((action) => [
    action,
    (payload: unknown) => ({ type: typeOf(action), payload }),
  ]);
  const fromRoot = Object.entries(selectors).map(([selector, select]) => [
    selector,
    (root: Readonly<Record<string, State | undefined>>, ...rest: unknown[]) =>
      select(root[name] ?? initialState, ...rest),
  ]);
  return {
    name,
    reducer: (state: State = initialState, action: UnknownAction) =>
      byType.get(action.type)?.(state, action as PayloadAction<unknown> & UnknownAction) ?? state,
    // The names and what they take are the argument's, which no type can follow through a list of entries.
    actions: Object.fromEntries(actions),
    selectors: Object.fromEntries(fromRoot),
  };
}
