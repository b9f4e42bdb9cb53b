import { Button, Chip, Field, TextInput } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { applyPromo, promoOf, removePromo } from '../cart/cart-edit.rules.ts';
import type { CartLine } from '../cart/cart-line.ts';
import { changeLines } from '../cart/state/cart-store.ts';
import { cartApi } from '../cart-api.ts';
import classes from './promo-code.module.css';

const checkFailedText = 'The code could not be checked. Please try again.';

/** The field for a promo code, or the applied code. */
export function PromoCode({ lines, disabled }: { lines: readonly CartLine[]; disabled?: boolean }) {
  const [typedCode, setTypedCode] = useState('');
  const [refusal, setRefusal] = useState('');
  const [check, { isLoading }] = cartApi.useCheckPromoMutation();
  const input = useRef<HTMLInputElement>(null);
  const appliedPromo = promoOf(lines);
  const code = appliedPromo?.code;
  const anchor = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    // The pressed control is replaced, so the new one takes the focus.
    if (!wasPressed.current) return;
    wasPressed.current = false;
    anchor.current?.querySelector<HTMLElement>(code === undefined ? 'input' : 'button')?.focus();
  }, [code]);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    const promoCode = typedCode.trim();
    if (isLoading || disabled) return;
    if (promoCode === '') {
      setRefusal('Enter a promo code.');
      input.current?.focus();
      return;
    }
    setRefusal('');
    const productIds = lines.filter(({ specialOffer }) => !specialOffer).map(({ id }) => id);
    const { data, error } = await check({ promoCode, productIds });
    if (!data) {
      const problem = apiProblem(error);
      setRefusal((problem.kind === 'answer' && problem.message) || checkFailedText);
      return;
    }
    if ('refusal' in data) {
      setRefusal(data.refusal);
      return;
    }
    const { targetProducts } = data.promo;
    // Only claimed offers in the cart: the code is valid, but covers nothing here.
    if (!productIds.some((id) => targetProducts.length === 0 || targetProducts.includes(id))) {
      setRefusal('This promo code does not apply to the products in your cart.');
      return;
    }
    setTypedCode('');
    wasPressed.current = true;
    changeLines((now) => applyPromo(now, data.promo));
  };

  const remove = () => {
    wasPressed.current = true;
    changeLines(removePromo);
  };

  return (
    <div ref={anchor} className="above-20">
      {appliedPromo ? (
        <div className={`ends ${classes.applied}`}>
          <p>
            <span className={`type-label ${classes.label}`}>Promo code</span>
            <output>{`${appliedPromo.discountPercentage}% off applied`}</output>
          </p>
          <Chip
            look="marigold"
            className={classes.code}
            onRemove={disabled ? undefined : remove}
            removeLabel={`Remove promo code ${appliedPromo.code}`}
          >
            {appliedPromo.code}
          </Chip>
        </div>
      ) : (
        <form noValidate onSubmit={(event) => void apply(event)}>
          <Field label="Promo code" error={refusal} announceError>
            <div className={`buttons gap-8 ${classes.line}`}>
              <TextInput
                ref={input}
                value={typedCode}
                placeholder="Enter a code"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={64}
                disabled={disabled}
                onChange={(event) => {
                  setTypedCode(event.currentTarget.value);
                  setRefusal('');
                }}
              />
              <Button type="submit" look="line" busy={isLoading} disabled={disabled}>
                Apply
              </Button>
            </div>
          </Field>
        </form>
      )}
    </div>
  );
}
