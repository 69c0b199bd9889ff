import { IconArrowRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSession } from '../../api/session/use-session';
import { ButtonLink } from '../../components/button/button';
import { formatNumber } from '../../lib/format/format';
import { appOrigin } from '../../lib/origins';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/marketing';
import { FeatureGrid } from './feature-grid';
import css from './marketing.module.css';
import { PlanCards } from './plan-cards';
import { Screenshot } from './screenshot';
import { useSoldPlans } from './use-sold-plans';

/** The landing page; the tool comes from the router, because features do not know each other. */
export function LandingPage({ tool }: { tool: React.ReactNode }) {
  usePageMeta({
    title: t('landingTitle'),
    description: t('landingDescription'),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebApplication',
      name: 'Linqr',
      url: appOrigin(),
      description: t('landingDescription'),
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Any',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
  });
  const { isAuthenticated } = useSession();
  const { data: plans } = useSoldPlans();
  const free = plans?.find((plan) => plan.monthlyPrice === 0);
  const { linksPerMonth, qrCodesPerMonth } = free?.limits ?? {};
  return (
    <>
      <section className={css.hero}>
        <div className={css.heroInner}>
          <h1>{t('heroTitle')}</h1>
          <p className={css.heroLead}>{t('heroLead')}</p>
          <div className={css.heroTool}>{tool}</div>
          <p className={css.heroNote}>
            {linksPerMonth && qrCodesPerMonth
              ? t('heroFree', { links: formatNumber(linksPerMonth), codes: formatNumber(qrCodesPerMonth) })
              : t('heroFreePlain')}
          </p>
        </div>
      </section>

      <section className={css.section} id="features">
        <header className={css.sectionHead}>
          <p className={css.eyebrow}>{t('featuresEyebrow')}</p>
          <h2>{t('featuresTitle')}</h2>
          <p>{t('featuresLead')}</p>
        </header>
        {/* A boundary of its own: the page that was drawn ahead is taken over piece by piece, the tool first. */}
        <Suspense>
          <Screenshot of="overview" />
          <FeatureGrid />
        </Suspense>
        <ButtonLink to="/features" variant="ghost" iconEnd={<IconArrowRight aria-hidden="true" />}>
          {t('moreFeatures')}
        </ButtonLink>
      </section>

      <section className={css.band} id="plans">
        <div className={css.section}>
          <header className={css.sectionHead}>
            <p className={css.eyebrow}>{t('plansEyebrow')}</p>
            <h2>{t('plansTitle')}</h2>
            <p>{t('plansLead')}</p>
          </header>
          <Suspense>
            <PlanCards />
          </Suspense>
          <ButtonLink to="/pricing" variant="ghost" iconEnd={<IconArrowRight aria-hidden="true" />}>
            {t('seeAllPlans')}
          </ButtonLink>
        </div>
      </section>

      <section className={css.closing}>
        <div className={css.closingInner}>
          <h2>{t('closingTitle')}</h2>
          <p>{isAuthenticated ? t('closingSignedIn') : t('closingLead')}</p>
          <ButtonLink to={isAuthenticated ? '/dashboard' : '/register'} size="lg" className={css.closingButton}>
            {isAuthenticated ? t('openDashboard') : t('startFree')}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}
