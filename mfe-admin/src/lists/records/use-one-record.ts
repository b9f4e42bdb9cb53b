import { apiProblem } from '@kinmel/web-kit';
import type { FreshQueryOptions } from '../list-declaration.ts';

/**
 * `useRecord` of a list: takes the record from the page, or else reads it by its id.
 * @param noun as in "There is no such device."
 */
export const oneRecord =
  <Row extends { readonly id: string }>(
    noun: string,
    useRead: (id: string, options: FreshQueryOptions) => { currentData?: unknown; error?: unknown },
  ) =>
  (id: string | undefined, rows: readonly Row[] | undefined) => {
    const row = rows?.find((one) => one.id === id);
    const skip = id === undefined || rows === undefined || row !== undefined;
    const { currentData, error } = useRead(id ?? '', { skip, refetchOnMountOrArgChange: true });
    if (skip) return { row };
    if (!error || currentData) return { row: currentData as Row | undefined };
    const isMissing = [400, 404].includes(Number(apiProblem(error).status));
    return {
      row: undefined,
      problem: isMissing ? `There is no such ${noun}.` : `This ${noun} could not be loaded.`,
    };
  };
