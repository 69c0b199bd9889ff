import { IconBook, IconCode, IconLifebuoy, IconMail } from '@tabler/icons-react';
import { t } from '../../messages/en/coming';

interface Way {
  label: string;
  to?: string;
  href?: string;
}

const pricing: Way = { to: '/pricing', label: t('doPricing') };
const features: Way = { to: '/features', label: t('doFeatures') };
const home: Way = { to: '/', label: t('doHome') };
const reference: Way = { href: '/api/docs', label: t('doReference') };
const spec: Way = { href: '/api/openapi.json', label: t('doSpec') };

/** What each unfinished screen will be. A screen leaves this list when it is built. */
export const screens = {
  docs: { title: t('docsTitle'), text: t('docsText'), Icon: IconBook, meanwhile: [reference, features, home] },
  api: { title: t('apiTitle'), text: t('apiText'), Icon: IconCode, meanwhile: [reference, spec, pricing] },
  help: {
    title: t('helpTitle'),
    text: t('helpText'),
    Icon: IconLifebuoy,
    meanwhile: [features, pricing, { to: '/privacy', label: t('doPrivacy') }],
  },
  contact: { title: t('contactTitle'), text: t('contactText'), Icon: IconMail, meanwhile: [pricing, features, home] },
} satisfies Record<string, { title: string; text: string; Icon: typeof IconBook; meanwhile: Way[] }>;

export type ComingScreen = keyof typeof screens;
