import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPlan } from '../../testing/factories';
import { FakeApi, ok } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { AboutPage } from './about-page';
import { FeaturesPage } from './features-page';
import { PrivacyPage } from './privacy-page';
import { TermsPage } from './terms-page';

describe.each([
  ['features', <FeaturesPage key="features" />],
  ['about', <AboutPage key="about" />],
  ['privacy', <PrivacyPage key="privacy" />],
  ['terms', <TermsPage key="terms" />],
])('the page /%s', (_name, page) => {
  test('has one heading of the first level, sections below it, a title of its own, and no accessibility problems', async () => {
    new FakeApi({ 'GET /api/subscription/plans': ok({ plans: [aPlan()], paymentsConfigured: false }) });
    const { container } = renderWithStore(page);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(within(container).getAllByRole('heading', { level: 1 })).toEqual([heading]);
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1);
    expect(document.title).toMatch(/Linqr/);
    expect(await axe(container)).toHaveNoViolations();
  });
});
