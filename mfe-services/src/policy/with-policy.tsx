import { ErrorState, Loading } from '@kinmel/ui';
import type { ReactNode } from 'react';
import { type ShopPolicy, useGetShopPolicyQuery } from './shop-policy.ts';

interface WithPolicyProps {
  failureText: string;
  skeleton: ReactNode;
  className?: string | undefined;
  children: (policy: ShopPolicy) => ReactNode;
}

/** Content that needs the policy record, with its loading and error states. */
export function WithPolicy({ failureText, skeleton, className, children }: WithPolicyProps) {
  const { data: policy, error, isFetching, refetch } = useGetShopPolicyQuery();
  if (policy) return children(policy);
  if (error === undefined) return <Loading className={className}>{skeleton}</Loading>;
  return (
    <ErrorState className={className} text={failureText} onRetry={() => void refetch()} busy={isFetching} />
  );
}
