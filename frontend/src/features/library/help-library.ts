import { IconChartAreaLine, IconCode, IconCreditCard, IconLink, IconQrcode, IconRocket, IconUser } from '@tabler/icons-react';
import { t } from '../../messages/en/library';
import type { Library } from './library';

/** The help center: short answers. Their text is `content/en/help/<category>/<article>.md`. */
export const help: Library = {
  base: '/help',
  name: t('helpTitle'),
  search: t('helpSearch'),
  loadSections: () => import('../../content/en/help.sections'),
  categories: [
    {
      key: 'getting-started',
      title: 'Getting started',
      summary: 'An account, a first link, a first code.',
      Icon: IconRocket,
      topics: [
        {
          key: 'create-an-account',
          title: 'Create an account',
          summary: 'Sign up and confirm your e-mail address.',
          load: () => import('../../content/en/help/getting-started/create-an-account.md'),
        },
        {
          key: 'first-link',
          title: 'Make your first short link',
          summary: 'From a long address to a short one.',
          load: () => import('../../content/en/help/getting-started/first-link.md'),
        },
        {
          key: 'first-code',
          title: 'Make your first QR code',
          summary: 'Choose a type, fill it in, download it.',
          load: () => import('../../content/en/help/getting-started/first-code.md'),
        },
        {
          key: 'what-is-free',
          title: 'What is free?',
          summary: 'What the Free plan includes, and how to try more.',
          load: () => import('../../content/en/help/getting-started/what-is-free.md'),
        },
      ],
    },
    {
      key: 'links',
      title: 'Links',
      summary: 'Changing, protecting and mending links.',
      Icon: IconLink,
      topics: [
        {
          key: 'change-destination',
          title: 'Change where a link leads',
          summary: 'Edit the destination; the short address stays.',
          load: () => import('../../content/en/help/links/change-destination.md'),
        },
        {
          key: 'alias-taken',
          title: 'The ending I want is taken',
          summary: 'Why, and what else you can do.',
          load: () => import('../../content/en/help/links/alias-taken.md'),
        },
        {
          key: 'link-not-working',
          title: 'My link does not work',
          summary: 'What each page means that visitors may see.',
          load: () => import('../../content/en/help/links/link-not-working.md'),
        },
        {
          key: 'password-forgotten',
          title: 'I forgot the password of a link',
          summary: 'It cannot be shown, but replaced.',
          load: () => import('../../content/en/help/links/password-forgotten.md'),
        },
        {
          key: 'plan-limit',
          title: 'I reached my plan limit',
          summary: 'What still works, and when it starts over.',
          load: () => import('../../content/en/help/links/plan-limit.md'),
        },
        {
          key: 'report',
          title: 'Report a harmful link',
          summary: 'How to tell us, and what happens then.',
          load: () => import('../../content/en/help/links/report.md'),
        },
      ],
    },
    {
      key: 'qr-codes',
      title: 'QR codes',
      summary: 'Codes that scan, and codes that change.',
      Icon: IconQrcode,
      topics: [
        {
          key: 'does-not-scan',
          title: 'A code does not scan',
          summary: 'The usual causes, most common first.',
          load: () => import('../../content/en/help/qr-codes/does-not-scan.md'),
        },
        {
          key: 'change-printed-code',
          title: 'Change a code that is printed',
          summary: 'Which codes can change, and how.',
          load: () => import('../../content/en/help/qr-codes/change-printed-code.md'),
        },
        {
          key: 'remove-branding',
          title: 'Remove the Linqr mark',
          summary: 'Part of the paid plans.',
          load: () => import('../../content/en/help/qr-codes/remove-branding.md'),
        },
        {
          key: 'scans-missing',
          title: 'Scans are missing',
          summary: 'Which scans can be counted.',
          load: () => import('../../content/en/help/qr-codes/scans-missing.md'),
        },
      ],
    },
    {
      key: 'analytics',
      title: 'Analytics',
      summary: 'Reading the numbers.',
      Icon: IconChartAreaLine,
      topics: [
        {
          key: 'numbers-differ',
          title: 'The numbers differ from another tool',
          summary: 'Why no two tools count the same.',
          load: () => import('../../content/en/help/analytics/numbers-differ.md'),
        },
        {
          key: 'own-clicks',
          title: 'Do my own clicks count?',
          summary: 'Yes, and how to look without counting.',
          load: () => import('../../content/en/help/analytics/own-clicks.md'),
        },
        {
          key: 'location-wrong',
          title: 'A place is wrong or unknown',
          summary: 'How places are found, and how exact they are.',
          load: () => import('../../content/en/help/analytics/location-wrong.md'),
        },
      ],
    },
    {
      key: 'account',
      title: 'Account',
      summary: 'Signing in, your address, leaving.',
      Icon: IconUser,
      topics: [
        {
          key: 'verify-email',
          title: 'The confirmation mail',
          summary: 'Confirm your address, or get the mail again.',
          load: () => import('../../content/en/help/account/verify-email.md'),
        },
        {
          key: 'cannot-sign-in',
          title: 'I cannot sign in',
          summary: 'Password, second step, cookies.',
          load: () => import('../../content/en/help/account/cannot-sign-in.md'),
        },
        {
          key: 'change-email',
          title: 'Change my e-mail address',
          summary: 'Both addresses confirm it.',
          load: () => import('../../content/en/help/account/change-email.md'),
        },
        {
          key: 'delete-account',
          title: 'Delete my account',
          summary: 'And take your data along first.',
          load: () => import('../../content/en/help/account/delete-account.md'),
        },
      ],
    },
    {
      key: 'billing',
      title: 'Billing',
      summary: 'Paying, invoices, cancelling.',
      Icon: IconCreditCard,
      topics: [
        {
          key: 'cancel',
          title: 'Cancel a plan',
          summary: 'With effect at the end of what is paid.',
          load: () => import('../../content/en/help/billing/cancel.md'),
        },
        {
          key: 'refund',
          title: 'Get my money back',
          summary: 'Within 30 days of the first payment.',
          load: () => import('../../content/en/help/billing/refund.md'),
        },
        {
          key: 'invoices',
          title: 'Find my invoices',
          summary: 'As PDF, with your address.',
          load: () => import('../../content/en/help/billing/invoices.md'),
        },
        {
          key: 'payment-failed',
          title: 'A payment failed',
          summary: 'What happens, and how to pay otherwise.',
          load: () => import('../../content/en/help/billing/payment-failed.md'),
        },
      ],
    },
    {
      key: 'developers',
      title: 'Developers',
      summary: 'When a call or a webhook does not do what it should.',
      Icon: IconCode,
      topics: [
        {
          key: 'api-key-not-working',
          title: 'My API key is refused',
          summary: 'What each answer means.',
          load: () => import('../../content/en/help/developers/api-key-not-working.md'),
        },
        {
          key: 'webhook-not-arriving',
          title: 'A webhook does not arrive',
          summary: 'Where to look and what to change.',
          load: () => import('../../content/en/help/developers/webhook-not-arriving.md'),
        },
      ],
    },
  ],
};
