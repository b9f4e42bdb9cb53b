import { useSearchParams } from 'react-router-dom';

/** A parameter of the address and a function that sets it, or removes it, without scrolling. */
export function useParameter(name: string, how?: { readonly replace: boolean }) {
  const [address, setAddress] = useSearchParams();
  const set = (value: string | undefined) =>
    setAddress(
      (before) => {
        if (value === undefined) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { ...how, preventScrollReset: true },
    );
  return [address.get(name), set] as const;
}
