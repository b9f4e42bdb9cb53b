import {
  type PolicyContent,
  policyContentSchema,
  policyParts,
  policyVersion,
  shopCurrency,
} from '@kinmel/contracts';

/** What this release stores as the policy, unless a version as high as this is stored. */
export const policyContent: PolicyContent = policyContentSchema.parse({
  version: policyVersion,
  currency: shopCurrency,
  ...policyParts,
});
