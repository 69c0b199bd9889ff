import {
  IconApi,
  IconChartAreaLine,
  IconLink,
  IconQrcode,
  IconRocket,
  IconServer,
  IconShieldLock,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react';
import { t } from '../../messages/en/library';
import type { Library } from './library';

/** The documentation: every topic, in reading order. Its text is `content/en/docs/<category>/<topic>.md`. */
export const docs: Library = {
  base: '/docs',
  name: t('docsTitle'),
  search: t('docsSearch'),
  loadSections: () => import('../../content/en/docs.sections'),
  categories: [
    {
      key: 'start',
      title: 'Getting started',
      summary: 'From nothing to a link that counts its visitors, and the words this documentation uses.',
      Icon: IconRocket,
      topics: [
        {
          key: 'quick-start',
          title: 'Quick start',
          summary: 'Make a short link, open it and watch the click arrive: in the app and from the command line.',
          load: () => import('../../content/en/docs/start/quick-start.md'),
        },
        {
          key: 'concepts',
          title: 'How it fits together',
          summary: 'Links, codes, clicks, scans, workspaces and plans, and what happens when somebody follows a link.',
          load: () => import('../../content/en/docs/start/concepts.md'),
        },
        {
          key: 'plans-and-limits',
          title: 'Plans and limits',
          summary: 'What each plan includes, how usage is counted, and every limit of the product in one place.',
          load: () => import('../../content/en/docs/start/plans-and-limits.md'),
        },
        {
          key: 'keyboard',
          title: 'Keyboard shortcuts',
          summary: 'Create, search and move around without the mouse.',
          load: () => import('../../content/en/docs/start/keyboard.md'),
        },
      ],
    },
    {
      key: 'links',
      title: 'Short links',
      summary: 'Everything a short link can do: its ending, password, expiry, redirect, campaign tags and rules.',
      Icon: IconLink,
      topics: [
        {
          key: 'create',
          title: 'Create and change links',
          summary: 'The fields of a link, which destinations are taken, and how fast a change reaches visitors.',
          load: () => import('../../content/en/docs/links/create.md'),
        },
        {
          key: 'aliases',
          title: 'Aliases and endings',
          summary: 'Choose the ending of a short link yourself, and what happens to an old ending when you change it.',
          load: () => import('../../content/en/docs/links/aliases.md'),
        },
        {
          key: 'passwords',
          title: 'Password protection',
          summary: 'Ask visitors for a password before they are sent on.',
          load: () => import('../../content/en/docs/links/passwords.md'),
        },
        {
          key: 'expiry-and-caps',
          title: 'Expiry, start dates and click limits',
          summary: 'Let a link begin on a day, end on a day, or end after a number of clicks.',
          load: () => import('../../content/en/docs/links/expiry-and-caps.md'),
        },
        {
          key: 'redirects',
          title: 'Redirect types and query forwarding',
          summary: '301, 302, 307 or 308: which to choose, and how parameters of a visit are passed on.',
          load: () => import('../../content/en/docs/links/redirects.md'),
        },
        {
          key: 'utm',
          title: 'UTM parameters',
          summary: 'Tag destinations with campaign, source and medium, and read them back in the analytics.',
          load: () => import('../../content/en/docs/links/utm.md'),
        },
        {
          key: 'rules',
          title: 'Targeting rules',
          summary: 'Send visitors to different places by country, device, language, time or a query parameter.',
          load: () => import('../../content/en/docs/links/rules.md'),
        },
        {
          key: 'variants',
          title: 'Variants and A/B tests',
          summary: 'Share the visitors of one link between several destinations by weight.',
          load: () => import('../../content/en/docs/links/variants.md'),
        },
        {
          key: 'bulk',
          title: 'Bulk actions',
          summary: 'Archive, delete, tag or re-date up to 500 links at once.',
          load: () => import('../../content/en/docs/links/bulk.md'),
        },
        {
          key: 'import-export',
          title: 'CSV import and export',
          summary: 'Bring up to 10,000 links in with one file, also from other services, and take yours out.',
          load: () => import('../../content/en/docs/links/import-export.md'),
        },
      ],
    },
    {
      key: 'custom-domains',
      title: 'Custom domains',
      summary: 'Short links under a domain of your own: connecting it, certificates, and removing it again.',
      Icon: IconWorldWww,
      topics: [
        {
          key: 'connect',
          title: 'Connect a domain',
          summary: 'Add a domain, set two DNS records, and create links on it.',
          load: () => import('../../content/en/docs/custom-domains/connect.md'),
        },
        {
          key: 'troubleshooting',
          title: 'When a domain does not verify',
          summary: 'What each state means, the usual causes, and how to see what the DNS says.',
          load: () => import('../../content/en/docs/custom-domains/troubleshooting.md'),
        },
      ],
    },
    {
      key: 'qr-codes',
      title: 'QR codes',
      summary: 'Six types, your design, formats for print and screen, and a check that every code scans.',
      Icon: IconQrcode,
      topics: [
        {
          key: 'types',
          title: 'Types of codes',
          summary: 'Website, text, e-mail, phone, SMS and Wi-Fi: what each contains and which can change after printing.',
          load: () => import('../../content/en/docs/qr-codes/types.md'),
        },
        {
          key: 'design',
          title: 'Design a code',
          summary: 'Patterns, corners, colours, frames and a logo, on the screen and through the API.',
          load: () => import('../../content/en/docs/qr-codes/design.md'),
        },
        {
          key: 'formats',
          title: 'Formats and print sizes',
          summary: 'PNG, SVG, PDF, JPEG and WebP: which file for which job, and how large to print.',
          load: () => import('../../content/en/docs/qr-codes/formats.md'),
        },
        {
          key: 'scannability',
          title: 'Will it scan?',
          summary: 'What is checked before a code is saved, and what to do when a design is refused.',
          load: () => import('../../content/en/docs/qr-codes/scannability.md'),
        },
        {
          key: 'short-links',
          title: 'Codes and short links',
          summary: 'Give a code a short link that people can also type, and how its scans are counted.',
          load: () => import('../../content/en/docs/qr-codes/short-links.md'),
        },
        {
          key: 'bulk',
          title: 'Many codes at once',
          summary: 'Make codes from a CSV file and download them together as a ZIP.',
          load: () => import('../../content/en/docs/qr-codes/bulk.md'),
        },
      ],
    },
    {
      key: 'analytics',
      title: 'Analytics',
      summary: 'What is counted, how it is counted, and how to get the numbers out.',
      Icon: IconChartAreaLine,
      topics: [
        {
          key: 'what-counts',
          title: 'What counts as a click',
          summary: 'Clicks, unique visitors, scans and bots: the definitions behind every figure.',
          load: () => import('../../content/en/docs/analytics/what-counts.md'),
        },
        {
          key: 'ranges-and-filters',
          title: 'Ranges, comparison and filters',
          summary: 'Choose a period, compare it with the one before, and filter every figure by any other.',
          load: () => import('../../content/en/docs/analytics/ranges-and-filters.md'),
        },
        {
          key: 'live',
          title: 'Live view',
          summary: 'The last 30 minutes, each click within two seconds, on the screen and as an event stream.',
          load: () => import('../../content/en/docs/analytics/live.md'),
        },
        {
          key: 'export',
          title: 'CSV export',
          summary: 'Any analytics view as a file for a spreadsheet.',
          load: () => import('../../content/en/docs/analytics/export.md'),
        },
        {
          key: 'visitor-privacy',
          title: 'Privacy of visitors',
          summary: 'Which facts about a visit are kept, which are thrown away, and how people are counted without names.',
          load: () => import('../../content/en/docs/analytics/visitor-privacy.md'),
        },
      ],
    },
    {
      key: 'webhooks',
      title: 'Webhooks',
      summary: 'Linqr tells your server what happens: events, signatures, retries and replay.',
      Icon: IconWebhook,
      topics: [
        {
          key: 'set-up',
          title: 'Set up a webhook',
          summary: 'Name an address, choose events, send a test and see the delivery.',
          load: () => import('../../content/en/docs/webhooks/set-up.md'),
        },
        {
          key: 'events',
          title: 'Events and payloads',
          summary: 'The six events and the body that each of them sends.',
          load: () => import('../../content/en/docs/webhooks/events.md'),
        },
        {
          key: 'verify',
          title: 'Verify signatures',
          summary: 'Make sure that a request came from Linqr: with a library or by hand.',
          load: () => import('../../content/en/docs/webhooks/verify.md'),
        },
        {
          key: 'delivery',
          title: 'Retries, failures and replay',
          summary: 'When a delivery is tried again, when a webhook is switched off, and how to catch up afterwards.',
          load: () => import('../../content/en/docs/webhooks/delivery.md'),
        },
      ],
    },
    {
      key: 'api',
      title: 'API',
      summary: 'One HTTP API for everything the app does: keys, errors, limits, retries and lists.',
      Icon: IconApi,
      topics: [
        {
          key: 'authentication',
          title: 'Authentication',
          summary: 'Get your API key, send it with a call, and replace it when it has leaked.',
          load: () => import('../../content/en/docs/api/authentication.md'),
        },
        {
          key: 'first-calls',
          title: 'Your first calls',
          summary: 'Create a link, list links, make a QR code and read analytics in curl, JavaScript and Python.',
          load: () => import('../../content/en/docs/api/first-calls.md'),
        },
        {
          key: 'errors',
          title: 'Errors',
          summary: 'One shape for every failure, and which codes to expect.',
          load: () => import('../../content/en/docs/api/errors.md'),
        },
        {
          key: 'rate-limits',
          title: 'Rate limits',
          summary: 'Calls an hour by plan, the headers that tell what is left, and waiting well.',
          load: () => import('../../content/en/docs/api/rate-limits.md'),
        },
        {
          key: 'idempotency',
          title: 'Idempotency',
          summary: 'Retry a creation without making it twice.',
          load: () => import('../../content/en/docs/api/idempotency.md'),
        },
        {
          key: 'pagination',
          title: 'Lists and pagination',
          summary: 'Pages, cursors, search and filters of lists.',
          load: () => import('../../content/en/docs/api/pagination.md'),
        },
      ],
    },
    {
      key: 'account',
      title: 'Account and security',
      summary: 'Signing in safely, seeing where you are signed in, paying, and taking your data with you.',
      Icon: IconShieldLock,
      topics: [
        {
          key: 'two-factor',
          title: 'Two-factor authentication and passkeys',
          summary: 'Add a second step to signing in, or replace the password with a passkey.',
          load: () => import('../../content/en/docs/account/two-factor.md'),
        },
        {
          key: 'sessions',
          title: 'Sessions and passwords',
          summary: 'See where you are signed in, end a session, change or reset your password.',
          load: () => import('../../content/en/docs/account/sessions.md'),
        },
        {
          key: 'billing',
          title: 'Plans and billing',
          summary: 'Trial, upgrade, downgrade, invoices and cancelling.',
          load: () => import('../../content/en/docs/account/billing.md'),
        },
        {
          key: 'export-and-deletion',
          title: 'Your data: export and deletion',
          summary: 'Download everything held on your account, or delete the account for good.',
          load: () => import('../../content/en/docs/account/export-and-deletion.md'),
        },
      ],
    },
    {
      key: 'self-hosting',
      title: 'Self-hosting',
      summary: 'Run Linqr yourself: one command on one machine, and what to configure before others use it.',
      Icon: IconServer,
      topics: [
        {
          key: 'one-command',
          title: 'One machine, one command',
          summary: 'Start the whole product with Node.js and npm alone.',
          load: () => import('../../content/en/docs/self-hosting/one-command.md'),
        },
        {
          key: 'configuration',
          title: 'Configuration',
          summary: 'Origins, mail, payments and the variables that matter first.',
          load: () => import('../../content/en/docs/self-hosting/configuration.md'),
        },
        {
          key: 'data-and-backups',
          title: 'Data and backups',
          summary: 'What lies in the data folder, what to back up, and what survives a crash.',
          load: () => import('../../content/en/docs/self-hosting/data-and-backups.md'),
        },
      ],
    },
  ],
};
