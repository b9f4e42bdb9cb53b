import { RequestState } from '@kinmel/ui';
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
  const request = useGetShopPolicyQuery();
  if (request.data) return children(request.data);
  return (
    <RequestState request={request} text={failureText} className={className}>
      {skeleton}
    </RequestState>
  );
}
