import {
  type PolicyContent,
  policyContentSchema,
  policyParts,
  policyVersion,
  shopCurrency,
} from '@kinmel/contracts';

/** The policy of this release, which is stored unless an equal or higher version is stored. */
export const policyContent: PolicyContent = policyContentSchema.parse({
  version: policyVersion,
  currency: shopCurrency,
  ...policyParts,
});
