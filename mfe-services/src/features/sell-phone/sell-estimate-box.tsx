import { classNames } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import { conditionChoices, storageNames } from '../../requests/choices.rules.ts';
import { inDollars } from '../../requests/in-dollars.ts';
import classes from './sell-estimate-box.module.css';
import { type Estimate, type EstimateQuestion, sellPhoneApi } from './sell-phone-api.ts';

const debounceMs = 300;

/** The debounced question; undefined while a field is empty. */
function useQuestion({ brand, model, storage, condition, hasCharger }: EstimateQuestion) {
  const [question, setQuestion] = useState<EstimateQuestion>();
  useEffect(() => {
    const isComplete = brand !== '' && model.trim() !== '' && storage !== '' && condition !== '';
    const timer = setTimeout(
      () =>
        setQuestion(isComplete ? { brand, model: model.trim(), storage, condition, hasCharger } : undefined),
      debounceMs,
    );
    return () => clearTimeout(timer);
  }, [brand, model, storage, condition, hasCharger]);
  return question;
}

function textOf(question: EstimateQuestion | undefined, estimate: Estimate | undefined) {
  if (question === undefined)
    return 'Tell us brand, model, storage and condition to see an estimate at once.';
  // Also rendered when the request failed, because the next step is the same.
  if (!estimate) return 'We have no estimate for this phone. Our staff will quote within 24 hours.';
  const { model, storage, condition, hasCharger } = question;
  const phone = [
    model,
    storageNames[storage as keyof typeof storageNames],
    conditionChoices[condition as keyof typeof conditionChoices].name.toLowerCase(),
    hasCharger ? 'with charger' : 'without charger',
  ];
  return `${phone.join(', ')}. Our staff confirm the price after they have seen your details.`;
}

interface SellEstimateBoxProps {
  phone: EstimateQuestion;
  className?: string | undefined;
}

export function SellEstimateBox({ phone, className }: SellEstimateBoxProps) {
  const question = useQuestion(phone);
  const request = sellPhoneApi.useEstimateSellPriceQuery(question ?? phone, { skip: question === undefined });
  const isLoading = question !== undefined && request.isFetching;
  const estimate = question && request.currentData;
  return (
    <section className={classNames('box', className)} aria-label="Estimate" aria-busy={isLoading}>
      <p className="type-detail">Estimate, not a quote</p>
      <output className={classes.answer}>
        {estimate && !isLoading ? (
          <span
            className={`type-price-page ${classes.range}`}
          >{`${inDollars(estimate.low)} to ${inDollars(estimate.high)}`}</span>
        ) : null}
        <span className={`type-detail ${classes.text}`}>
          {isLoading ? 'Looking for an estimate...' : textOf(question, estimate)}
        </span>
      </output>
    </section>
  );
}
