import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPlan, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { LandingPage } from './landing-page';
import { PricingPage } from './pricing-page';

const limits = { ...aPlan().limits, linksPerMonth: 1000, qrCodesPerMonth: 100, customDomains: 1, apiCallsPerHour: 1000 };
const plans = [
  aPlan(),
  aPlan({ key: 'starter', name: 'Starter', monthlyPrice: 900, yearlyPrice: 8640, mostPopular: true, limits, features: ['bulk'] }),
  aPlan({
    key: 'professional',
    name: 'Professional',
    monthlyPrice: 2900,
    yearlyPrice: 27840,
    limits: { ...limits, qrCodesPerMonth: null },
    features: ['webhooks', 'team', 'white_label'],
  }),
  aPlan({ key: 'core', name: 'Core', sold: false }),
];
const catalogue = { 'GET /api/subscription/plans': ok({ plans, paymentsConfigured: false }) };

describe('the plans', () => {
  test('come from the catalogue: sold ones only, with their limits and the popular one marked', async () => {
    new FakeApi(catalogue);
    const { container } = renderWithStore(<PricingPage />);
    const starter = (await screen.findByRole('heading', { name: 'Starter' })).closest('article') as HTMLElement;
    expect(within(starter).getByText('Most Popular')).toBeInTheDocument();
    expect(within(starter).getByText('1,000 short links a month')).toBeInTheDocument();
    expect(within(starter).getByText('$9')).toBeInTheDocument();
    expect(screen.getByText('Unlimited QR codes')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Core' })).not.toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('say on the plan itself what it does not have yet', async () => {
    new FakeApi(catalogue);
    renderWithStore(<PricingPage />);
    const professional = (await screen.findByRole('heading', { name: 'Professional' })).closest('article') as HTMLElement;
    expect(within(professional).getByText('Planned: Team collaboration, White-label')).toBeInTheDocument();
    expect(screen.getAllByText(/^Planned: /)).toHaveLength(1);
  });

  test('the yearly switch says "Save 20%" and shows what is billed', async () => {
    new FakeApi(catalogue);
    const { user } = renderWithStore(<PricingPage />);
    await screen.findByRole('heading', { name: 'Starter' });
    expect(screen.getByText('Save 20%')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: /Yearly/ }));
    expect(screen.getByText('$7.20')).toBeInTheDocument();
    expect(screen.getByText('$86.40 billed yearly')).toBeInTheDocument();
    expect(screen.getByText('$278.40 billed yearly')).toBeInTheDocument();
  });

  test('lead to registration, or to the subscription of who is signed in', async () => {
    new FakeApi(catalogue);
    const anonymous = renderWithStore(<PricingPage />);
    expect(await screen.findByRole('link', { name: 'Choose Starter' })).toHaveAttribute('href', '/register');
    anonymous.unmount();
    renderWithStore(<PricingPage />, { signedInAs: aUser() });
    expect(await screen.findByRole('link', { name: 'Choose Starter' })).toHaveAttribute(
      'href',
      '/dashboard/subscription?plan=starter&interval=month',
    );
  });

  test('remember the plan and the interval through registering', async () => {
    new FakeApi(catalogue);
    const { user, where } = renderWithStore(<PricingPage />);
    await screen.findByRole('heading', { name: 'Starter' });
    await user.click(screen.getByRole('radio', { name: /Yearly/ }));
    await user.click(screen.getByRole('link', { name: 'Choose Starter' }));
    expect(where.pathname).toBe('/register');
    expect(where.state).toEqual({ from: { pathname: '/dashboard/subscription', search: '?plan=starter&interval=year', hash: '' } });
  });

  test('a catalogue that does not load says so in its place and can be tried again', async () => {
    const fake = new FakeApi({ 'GET /api/subscription/plans': problem(503, 'PART_UNAVAILABLE', 'Plans are not available right now.') });
    const { user } = renderWithStore(<PricingPage />);
    expect(await screen.findByText('Plans are not available right now.')).toBeInTheDocument();
    fake.on('GET /api/subscription/plans', ok({ plans, paymentsConfigured: false }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Starter' })).toBeInTheDocument();
  });

  test('the landing page has the tool, the features, three plans and a closing call, without accessibility problems', async () => {
    new FakeApi(catalogue);
    const { container } = renderWithStore(<LandingPage tool={<p>the tool</p>} />);
    expect(await screen.findByText('Free: 50 links and 10 QR codes a month. No card.')).toBeInTheDocument();
    expect(screen.getAllByRole('article').length).toBeGreaterThanOrEqual(3);
    expect(await axe(container)).toHaveNoViolations();
  });
});
