import { cx } from '../../lib/cx';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/marketing';
import css from './marketing.module.css';
import { PlanCards } from './plan-cards';
import { PlanTable } from './plan-table';

const promises = [
  [t('promiseTrial'), t('promiseTrialText')],
  [t('promiseMoney'), t('promiseMoneyText')],
  [t('promiseSupport'), t('promiseSupportText')],
  [t('promiseUptime'), t('promiseUptimeText')],
];

const questions = [
  [t('faq1'), t('faq1Text')],
  [t('faq2'), t('faq2Text')],
  [t('faq3'), t('faq3Text')],
  [t('faq4'), t('faq4Text')],
];

/** /pricing, out of the live catalogue. */
export function PricingPage() {
  usePageMeta({ title: t('pricingTitle'), description: t('pricingDescription') });
  return (
    <div className={css.section}>
      <header className={css.sectionHead}>
        <h1>{t('pricingTitle')}</h1>
        <p>{t('pricingLead')}</p>
      </header>
      {/* The cards' headings are of level 3: this one keeps the order whole. */}
      <h2 className="visually-hidden">{t('plansEyebrow')}</h2>
      <PlanCards />
      <ul role="list" className={css.promises}>
        {promises.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <PlanTable />
      <section className={cx(css.block, css.narrow)}>
        <h2>{t('faqTitle')}</h2>
        <div className={css.faq}>
          {questions.map(([question, answer]) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </div>
  );
}
