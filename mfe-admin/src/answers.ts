import { listOf, nonNegativeNumber, type SchemaOf } from '@kinmel/contracts/browser';
import { answer } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import type { ListPage } from './lists/list-declaration.ts';
import type { OwnerPage } from './lists/owners/pages-of-owners.rules.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (raw: unknown): raw is Json =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** A record of which only these fields are checked; the contract covers the others. */
export const recordOf = <Row>(fields: Readonly<Record<string, SchemaOf<unknown>>>) =>
  z.looseObject(fields) as unknown as SchemaOf<Row>;

/** Takes the first of these fields that an answer has, else the whole answer. */
const unwrap = (names: readonly string[]) =>
  z.transform((raw: unknown): unknown =>
    isObject(raw) ? (names.map((name) => raw[name]).find((value) => value !== undefined) ?? raw) : raw,
  );

/** Reads `{data}`, another field of the answer, or a bare value. */
export const valueAnswer = <Value>(value: SchemaOf<Value>, ...names: readonly string[]) =>
  answer(z.pipe(z.pipe(unwrap([...names, 'data']), z.unknown()), value) as SchemaOf<Value>);

/** Reads an answer whose content does not matter. */
export const doneAnswer = answer(
  z.pipe(
    z.unknown(),
    z.transform(() => true as const),
  ) as SchemaOf<true>,
);

const total = z.catch(z.optional(nonNegativeNumber), undefined);

/** Reads one page of a list in each shape of the specification: bare, under one of these names, or inside `data`. */
export const pageAnswer = <Row>(row: SchemaOf<Row>, ...names: readonly string[]) =>
  answer(
    z.pipe(
      z.transform((raw: unknown): unknown => {
        const body = isObject(raw) && isObject(raw['data']) ? raw['data'] : raw;
        if (!isObject(body)) return { rows: body };
        return { rows: names.map((name) => body[name]).find(Array.isArray), pagination: body['pagination'] };
      }),
      z.pipe(
        z.object({
          rows: listOf(row),
          pagination: z.catch(
            z.object({ totalPages: total, total, totalOrders: total, totalRequests: total }),
            {},
          ),
        }),
        z.transform(
          ({
            rows,
            pagination: { totalPages = 1, ...totals },
          }): ListPage<Row> & { readonly total: number } => ({
            rows,
            totalPages,
            total: totals.total ?? totals.totalOrders ?? totals.totalRequests ?? rows.length,
          }),
        ),
      ),
    ) as SchemaOf<ListPage<Row> & { readonly total: number }>,
  );

/** Reads one service's page of a list served by several services. */
export const ownerPageAnswer = <Row>(row: SchemaOf<Row>) =>
  answer(
    z.pipe(
      z.object({ data: listOf(row), next: z.catch(z.nullable(z.string()), null) }),
      z.transform(({ data, next }): OwnerPage<Row> => ({ rows: data, next })),
    ),
  );
