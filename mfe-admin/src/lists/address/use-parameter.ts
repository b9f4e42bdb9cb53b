import { useSearchParams } from 'react-router-dom';

/** A parameter of the address and a function that sets it, or removes it, without scrolling. */
export function useParameter(name: string, options?: { readonly replace: boolean }) {
  const [address, setAddress] = useSearchParams();
  const set = (value: string | undefined) =>
    setAddress(
      (parameters) => {
        if (value === undefined) parameters.delete(name);
        else parameters.set(name, value);
        return parameters;
      },
      { ...options, preventScrollReset: true },
    );
  return [address.get(name), set] as const;
}
