import { IconMail } from '@tabler/icons-react';
import { t } from '../../messages/en/coming';

interface Way {
  label: string;
  to?: string;
  href?: string;
}

const pricing: Way = { to: '/pricing', label: t('doPricing') };
const features: Way = { to: '/features', label: t('doFeatures') };
const home: Way = { to: '/', label: t('doHome') };

/** What each unfinished screen will be. A screen leaves this list when it is built. */
export const screens = {
  contact: {
    title: t('contactTitle'),
    text: t('contactText'),
    Icon: IconMail,
    meanwhile: [{ to: '/help', label: t('doHelp') }, pricing, features, home],
  },
} satisfies Record<string, { title: string; text: string; Icon: typeof IconMail; meanwhile: Way[] }>;

export type ComingScreen = keyof typeof screens;
