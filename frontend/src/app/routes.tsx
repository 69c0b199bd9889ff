import { type ComponentType, lazy, Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { accessToken } from '../api/session/tokens';
import { useSession } from '../api/session/use-session';
import { PublicLayout } from '../components/public-layout/public-layout';
import { LandingPage } from '../features/marketing/landing-page';
import { QuickTool } from '../features/quick-tool/quick-tool';
import css from './app.module.css';
import { GuestOnly, RequireAdmin, RequireAuth } from './guards';
import { Splash } from './splash';

/** A screen in a bundle of its own: `screen(() => import('…/x-page'), 'XPage')`. */
function screen<M extends Record<K, ComponentType>, K extends string>(load: () => Promise<M>, name: K) {
  const Screen = lazy(async () => ({ default: (await load())[name] as ComponentType }));
  return <Screen />;
}

const Frame = lazy(() => import('./shell/app-frame').then((module) => ({ default: module.AppFrame })));

// The same element at every render: a page that was drawn at build time and waits for its scripts would be thrown away and
// drawn anew, blank in between, if its boundary got an update before.
const publicScreen = (
  <Suspense fallback={<div className={css.publicFallback} />}>
    <Outlet />
  </Suspense>
);

function PublicFrame() {
  const { isAuthenticated, isLoading } = useSession();
  // Until the profile is there the cookie decides, so that the header does not change under the reader.
  const signedIn = isAuthenticated || (isLoading && accessToken() !== undefined);
  return <PublicLayout signedIn={signedIn}>{publicScreen}</PublicLayout>;
}

function AuthFrame() {
  return (
    <Suspense fallback={<Splash />}>
      <Outlet />
    </Suspense>
  );
}

const adminDashboard = screen(() => import('../features/admin/admin-page'), 'AdminPage');

/** Every route of the product; one line a screen. Built once: a lazy component must not change between renders. */
export const tree = (
  <>
    <Route element={<PublicFrame />}>
      <Route index element={<LandingPage tool={<QuickTool />} />} />
      <Route path="features" element={screen(() => import('../features/marketing/features-page'), 'FeaturesPage')} />
      <Route path="pricing" element={screen(() => import('../features/marketing/pricing-page'), 'PricingPage')} />
      <Route path="about" element={screen(() => import('../features/marketing/about-page'), 'AboutPage')} />
      <Route path="privacy" element={screen(() => import('../features/marketing/privacy-page'), 'PrivacyPage')} />
      <Route path="terms" element={screen(() => import('../features/marketing/terms-page'), 'TermsPage')} />
      <Route path="docs" element={screen(() => import('../features/library/docs-pages'), 'DocsPage')} />
      <Route path="docs/:category" element={screen(() => import('../features/library/docs-pages'), 'DocsCategoryPage')} />
      <Route path="docs/:category/:topic" element={screen(() => import('../features/library/docs-pages'), 'DocsArticlePage')} />
      <Route path="help" element={screen(() => import('../features/library/help-pages'), 'HelpPage')} />
      <Route path="help/:category" element={screen(() => import('../features/library/help-pages'), 'HelpCategoryPage')} />
      <Route path="help/:category/:topic" element={screen(() => import('../features/library/help-pages'), 'HelpArticlePage')} />
      <Route path="api" element={screen(() => import('../features/api-reference/api-reference-page'), 'ApiReferencePage')} />
      <Route path="status" element={screen(() => import('../features/status/status-page'), 'StatusPage')} />
      <Route path="contact" element={screen(() => import('../features/contact/contact-page'), 'ContactPage')} />
      <Route path="report" element={screen(() => import('../features/report/report-page'), 'ReportPage')} />
      <Route path="*" element={screen(() => import('../components/not-found/not-found'), 'NotFound')} />
    </Route>

    <Route element={<AuthFrame />}>
      <Route element={<GuestOnly />}>
        <Route path="login" element={screen(() => import('../features/auth/login-page'), 'LoginPage')} />
        <Route path="register" element={screen(() => import('../features/auth/register-page'), 'RegisterPage')} />
      </Route>
      <Route path="forgot-password" element={screen(() => import('../features/auth/forgot-password-page'), 'ForgotPasswordPage')} />
      <Route path="reset-password" element={screen(() => import('../features/auth/reset-password-page'), 'ResetPasswordPage')} />
      <Route path="confirm-email" element={screen(() => import('../features/auth/confirm-email-page'), 'ConfirmEmailPage')} />
      <Route path="unsubscribe" element={screen(() => import('../features/auth/unsubscribe-page'), 'UnsubscribePage')} />
      <Route path="verify-email" element={screen(() => import('../features/auth/verify-email-page'), 'VerifyEmailPage')} />
    </Route>

    <Route element={<RequireAuth />}>
      <Route
        element={
          <Suspense fallback={<Splash />}>
            <Frame />
          </Suspense>
        }
      >
        <Route path="dashboard" element={screen(() => import('../features/links/dashboard-page'), 'DashboardPage')} />
        <Route path="dashboard/subscription" element={screen(() => import('../features/billing/subscription-page'), 'SubscriptionPage')} />
        <Route path="qr-codes" element={screen(() => import('../features/qr/qr-codes-page'), 'QrCodesPage')} />
        <Route path="qr-analytics/:id" element={screen(() => import('../features/qr/qr-analytics-page'), 'QrAnalyticsPage')} />
        <Route path="qr-customize/:id" element={screen(() => import('../features/qr/qr-customize-page'), 'QrCustomizePage')} />
        <Route path="analytics" element={screen(() => import('../features/analytics/overview-page'), 'OverviewPage')} />
        <Route path="analytics/:id" element={screen(() => import('../features/analytics/link-analytics-page'), 'LinkAnalyticsPage')} />
        <Route path="settings" element={screen(() => import('../features/settings/settings-page'), 'SettingsPage')} />
        <Route path="billing" element={screen(() => import('../features/billing/billing-page'), 'BillingPage')} />
        <Route path="domains" element={screen(() => import('../features/domains/domains-page'), 'DomainsPage')} />
        <Route path="webhooks" element={screen(() => import('../features/webhooks/webhooks-page'), 'WebhooksPage')} />
        <Route path="api-keys" element={screen(() => import('../features/api-keys/api-keys-page'), 'ApiKeysPage')} />
        <Route element={<RequireAdmin />}>
          <Route path="admin" element={adminDashboard} />
          <Route path="admin/users" element={screen(() => import('../features/admin/users-page'), 'UsersPage')} />
          <Route path="admin/packages" element={adminDashboard} />
          <Route path="admin/content" element={adminDashboard} />
          <Route path="admin/analytics" element={adminDashboard} />
        </Route>
      </Route>
    </Route>
  </>
);

export function Screens() {
  return <Routes>{tree}</Routes>;
}
