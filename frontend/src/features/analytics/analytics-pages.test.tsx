import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Route, Routes } from 'react-router-dom';
import { textOf, watchDownloads } from '../../testing/downloads';
import { aUser, someAnalytics } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { LiveSource, withLiveSource } from '../../testing/live-source';
import { renderApp, renderWithStore } from '../../testing/render-app';
import { LinkAnalyticsPage } from './link-analytics-page';
import { OverviewPage } from './overview-page';

withLiveSource();
const downloads = watchDownloads();
const signedInAs = aUser();
const LINK = 'GET /api/urls/link-1/analytics';
const OVERVIEW = 'GET /api/urls/analytics/overview';
const ofLink = (clicks: number, over = {}) => ok(someAnalytics(clicks, { shortUrl: 'http://localhost:3001/spring', ...over }));

const open = (entry = '/analytics/link-1') =>
  renderWithStore(
    <Routes>
      <Route path="/analytics/:id" element={<LinkAnalyticsPage />} />
      <Route path="/analytics" element={<OverviewPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { signedInAs, entry },
  );
const figure = (label: string) => screen.getByText(label).closest('dl');
const last = (fake: FakeApi, key = LINK) => fake.to(key).at(-1)?.params;

describe('the analytics of one link', () => {
  test('shows which rule and which variant people came by, for a link that has some', async () => {
    const none = { id: '', name: '', clicks: 4, uniqueClicks: 4 };
    const fake = new FakeApi({
      [LINK]: ofLink(12, {
        rules: [none, { id: 'rul_1', name: 'Phones', clicks: 8, uniqueClicks: 8 }],
        variants: [{ id: 'var_1', name: 'Variant 1', clicks: 3, uniqueClicks: 3 }],
      }),
    });
    const { container, user } = open();
    const rules = await screen.findByRole('list', { name: 'Clicks by Rules' });
    expect(rules).toHaveTextContent(/^Phones8/);
    await user.click(screen.getByRole('radio', { name: 'Variants' }));
    expect(screen.getByRole('list', { name: 'Clicks by Variants' })).toHaveTextContent('Variant 1');
    expect(await axe(container)).toHaveNoViolations();
    expect(fake.to(LINK).length).toBeGreaterThan(0);
  });

  test('has no accessibility problems and shows cards, rankings and the latest clicks', async () => {
    new FakeApi({ [LINK]: ofLink(12, { botClicks: 3 }) });
    const { container } = open();
    expect(await screen.findByRole('heading', { name: /spring/ })).toBeInTheDocument();
    await screen.findByRole('img', { name: 'Clicks by country on a world map' });
    expect(await axe(container)).toHaveNoViolations();
    for (const label of ['Total Clicks', 'Unique Visitors', 'Mobile Clicks', "Today's Clicks"])
      expect(figure(label)).toHaveTextContent('12');
    for (const heading of ['Top Countries', 'Device Types', 'Recent Clicks']) {
      expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
    }
    expect(screen.getByRole('button', { name: /^Germany/ })).toBeInTheDocument();
    const table = within(screen.getByRole('table', { name: 'Recent Clicks' }));
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Time', 'Location', 'Device', 'Referrer']);
    expect(table.getByText('Unknown')).toBeInTheDocument();
    expect(table.getByText('Direct')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByText('Total Links')).not.toBeInTheDocument();
  });

  test('starts with seven days; another range goes to URL and server', async () => {
    const fake = new FakeApi({ [LINK]: ofLink(1) });
    const { user, where } = open();
    expect(await screen.findByRole('radio', { name: 'Last 7 days' })).toBeChecked();
    await waitFor(() => expect(last(fake)).toMatchObject({ timeRange: '7d' }));
    for (const [name, range] of [
      ['Last 24 hours', '24h'],
      ['Last 30 days', '30d'],
      ['Last 90 days', '90d'],
    ] as const) {
      await user.click(screen.getByRole('radio', { name }));
      expect(where.search).toBe(`?range=${range}`);
      await waitFor(() => expect(last(fake)).toMatchObject({ timeRange: range }));
    }
  });

  test('a range in the URL that is none counts as seven days', async () => {
    const fake = new FakeApi({ [LINK]: ofLink(1) });
    open('/analytics/link-1?range=1000y');
    await waitFor(() => expect(last(fake)).toMatchObject({ timeRange: '7d' }));
  });

  test('a pressed row filters everything, stands as a chip, and goes again', async () => {
    const fake = new FakeApi({ [LINK]: ofLink(4) });
    const { user, where } = open();
    await user.click(await screen.findByRole('button', { name: /^Germany/ }));
    expect(where.search).toBe('?country=DE');
    await waitFor(() => expect(last(fake)).toMatchObject({ country: ['DE'] }));
    await user.click(screen.getByRole('button', { name: /^Mobile/ }));
    await waitFor(() => expect(last(fake)).toMatchObject({ country: ['DE'], device: ['mobile'] }));
    await user.click(within(screen.getByRole('list', { name: 'Filters' })).getByRole('button', { name: 'Remove filter Germany' }));
    expect(where.search).toBe('?device=mobile');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(where.search).toBe('');
  });

  test('bots are counted when asked for', async () => {
    const fake = new FakeApi({ [LINK]: ofLink(1, { botClicks: 7 }) });
    const { user } = open();
    expect(await screen.findByText('7 bot requests left out')).toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Count bots too' }));
    await waitFor(() => expect(last(fake)).toMatchObject({ bots: 'true' }));
  });

  test('without clicks it says what to do; with filters it offers to clear them', async () => {
    new FakeApi({ [LINK]: ofLink(0) });
    const { container, user, where } = open('/analytics/link-1?country=DE');
    expect(await screen.findByText('No click matches these filters.')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(where.search).toBe('');
    expect(await screen.findByText('Share the link. Clicks show up here within two seconds.')).toBeInTheDocument();
  });

  test('a link that is not there says so and leads to the dashboard', async () => {
    new FakeApi({ [LINK]: problem(404, 'LINK_NOT_FOUND', 'No such link.') });
    const { where } = open();
    expect(await screen.findByText('Link not found')).toBeInTheDocument();
    await waitFor(() => expect(where.pathname).toBe('/dashboard'));
  });

  test.each([
    [{ network: true } as const, 'Unable to connect to server'],
    [problem(503, 'PART_UNAVAILABLE', 'Down.'), 'Failed to fetch analytics'],
  ])('%j is "%s", with another try', async (answer, message) => {
    const fake = new FakeApi({ [LINK]: answer });
    const { user } = open();
    expect(await screen.findByText(message)).toBeInTheDocument();
    fake.on(LINK, ofLink(5));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(figure('Total Clicks')).toHaveTextContent('5'));
  });

  test('an ended session says "Please log in to view analytics" and leads to /login', async () => {
    const refused = problem(401, 'SESSION_EXPIRED', 'No.');
    new FakeApi({
      [LINK]: refused,
      'GET /api/auth/profile': ok({ user: signedInAs }),
      'GET /api/subscription/usage': problem(503, 'PART_UNAVAILABLE', ''),
      'POST /api/api/auth/refresh': problem(401, 'REFRESH_TOKEN_INVALID', 'No.'),
    });
    const { where } = renderApp('/analytics/link-1', { token: 'token' });
    expect(await screen.findByText('Please log in to view analytics')).toBeInTheDocument();
    await waitFor(() => expect(where.pathname).toBe('/login'));
    expect(where.state).toMatchObject({ from: { pathname: '/analytics/link-1' } });
  });

  test('the export is the file of what is shown', async () => {
    const fake = new FakeApi({
      [LINK]: ({ params }) => (params.format === 'csv' ? { body: new Blob(['section,name\r\n']) } : ofLink(3)),
    });
    const { user } = open('/analytics/link-1?range=30d&country=DE');
    await screen.findByRole('button', { name: /^Germany/ });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toBe('linqr-analytics-30d.csv');
    expect(await textOf(downloads[0]?.blob as Blob)).toBe('section,name\r\n');
    expect(last(fake)).toMatchObject({ format: 'csv', timeRange: '30d', country: ['DE'] });
  });

  test('an export that fails says so', async () => {
    new FakeApi({ [LINK]: ({ params }) => (params.format === 'csv' ? problem(503, 'PART_UNAVAILABLE', '') : ofLink(3)) });
    const { user } = open();
    await screen.findByRole('button', { name: /^Germany/ });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The export failed. Please try again.')).toBeInTheDocument();
  });

  test('a click that comes in live moves the figures', async () => {
    const fake = new FakeApi({ [LINK]: ofLink(1) });
    open();
    await waitFor(() => expect(figure('Total Clicks')).toHaveTextContent('1'));
    const source = LiveSource.opened.find(({ url }) => url === '/api/urls/link-1/analytics/realtime');
    source?.open();
    expect(await screen.findByText('Live')).toBeInTheDocument();
    fake.on(LINK, ofLink(2));
    source?.say(someAnalytics(1).recentClicks[0] as object);
    await waitFor(() => expect(figure('Total Clicks')).toHaveTextContent('2'));
  });
});

test('clicks that keep coming do not hold the figures back', async () => {
  const fake = new FakeApi({ [LINK]: ofLink(1) });
  open();
  await waitFor(() => expect(figure('Total Clicks')).toHaveTextContent('1'));
  const before = fake.to(LINK).length;
  fake.on(LINK, ofLink(2));
  // Ten a second until the figures have moved: faster than any pause they could wait for.
  const stream = setInterval(() => LiveSource.opened[0]?.say(someAnalytics(1).recentClicks[0] as object), 100);
  try {
    await waitFor(() => expect(figure('Total Clicks')).toHaveTextContent('2'), { timeout: 3_000 });
  } finally {
    clearInterval(stream);
  }
  expect(fake.to(LINK).length - before).toBeLessThanOrEqual(3);
});

describe('the overview', () => {
  const overview = ok(
    someAnalytics(9, {
      totalLinks: 31,
      activeLinks: 27,
      topLinks: [
        { id: 'link-1', shortUrl: 'http://localhost:3001/spring', title: 'Spring', clicks: 8 },
        { id: 'link-2', shortUrl: '', title: 'Deleted link', clicks: 1 },
      ],
    }),
  );

  test('has no accessibility problems, adds its two cards and the top links', async () => {
    new FakeApi({ [OVERVIEW]: overview });
    const { container } = open('/analytics');
    expect(await screen.findByText('Total Links')).toBeInTheDocument();
    expect(figure('Total Links')).toHaveTextContent('31');
    expect(figure('Active Links')).toHaveTextContent('27');
    expect(screen.getByRole('link', { name: 'Spring' })).toHaveAttribute('href', '/analytics/link-1');
    expect(screen.queryByRole('link', { name: 'Deleted link' })).not.toBeInTheDocument();
    await screen.findByRole('img', { name: 'Clicks by country on a world map' });
    expect(await axe(container)).toHaveNoViolations();
  });

  test('listens to the whole workspace', async () => {
    const fake = new FakeApi({ [OVERVIEW]: overview });
    open('/analytics');
    await screen.findByText('Total Links');
    expect(LiveSource.opened.map(({ url }) => url)).toEqual(['/api/urls/analytics/realtime']);
    LiveSource.opened[0]?.say(someAnalytics(1).recentClicks[0] as object);
    await waitFor(() => expect(fake.to(OVERVIEW).length).toBe(2));
  });
});
