import type { SellEstimate } from '@kinmel/contracts';
import { classNames } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import { inDollars } from '../../requests/in-dollars.ts';
import { conditionWords, storageWords } from '../../requests/phone-words.rules.ts';
import type { EstimateQuestion } from './sell-answers.rules.ts';
import classes from './sell-estimate-box.module.css';
import { useEstimateSellPriceQuery } from './sell-phone-api.ts';

const restMs = 300;

/** The question of these fields, once one has stopped typing; undefined while something of it is missing. */
function useQuestion({ brand, model, storage, condition, hasCharger }: EstimateQuestion) {
  const [question, setQuestion] = useState<EstimateQuestion>();
  useEffect(() => {
    const isWhole = brand !== '' && model.trim() !== '' && storage !== '' && condition !== '';
    const timer = setTimeout(
      () => setQuestion(isWhole ? { brand, model: model.trim(), storage, condition, hasCharger } : undefined),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [brand, model, storage, condition, hasCharger]);
  return question;
}

function wordsOf(question: EstimateQuestion | undefined, estimate: SellEstimate | null | undefined) {
  if (question === undefined)
    return { text: 'Tell us brand, model, storage and condition to see an estimate at once.' };
  // A table that cannot be reached is told like one without an answer: the way to a quote is the same.
  if (!estimate) return { text: 'We have no estimate for this phone. Our staff will quote within 24 hours.' };
  const { model, storage, condition, hasCharger } = question;
  const inWords = [
    model,
    storageWords[storage as keyof typeof storageWords],
    conditionWords[condition as keyof typeof conditionWords].name.toLowerCase(),
    hasCharger ? 'with charger' : 'without charger',
  ].join(', ');
  return {
    range: `${inDollars(estimate.low)} to ${inDollars(estimate.high)}`,
    text: `${inWords}. Our staff confirm the price after they have seen your details.`,
  };
}

interface SellEstimateBoxProps {
  phone: EstimateQuestion;
  className?: string | undefined;
}

/** What the phone may bring, called an estimate. */
export function SellEstimateBox({ phone, className }: SellEstimateBoxProps) {
  const question = useQuestion(phone);
  const request = useEstimateSellPriceQuery(
    question ?? { brand: '', model: '', storage: '', condition: '', hasCharger: false },
    { skip: question === undefined },
  );
  const isComing = question !== undefined && request.isFetching;
  const { range, text } = wordsOf(question, request.currentData);
  return (
    <section className={classNames(classes.box, className)} aria-label="Estimate" aria-busy={isComing}>
      <p className={classes.label}>Estimate, not a quote</p>
      <output className={classes.answer}>
        {range && !isComing ? <span className={classes.range}>{range}</span> : null}
        <span className={classes.text}>{isComing ? 'Looking for an estimate...' : text}</span>
      </output>
    </section>
  );
}
