import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Route, Routes } from 'react-router-dom';
import { watchDownloads } from '../../testing/downloads';
import { aQrCode, aUser, someAnalytics } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { LiveSource, withLiveSource } from '../../testing/live-source';
import { renderWithStore } from '../../testing/render-app';
import { QrAnalyticsPage } from './qr-analytics-page';

withLiveSource();
const downloads = watchDownloads();
const CODE = 'GET /api/qrcodes/qr_1';
const SCANS = 'GET /api/qrcodes/qr_1/analytics';
const code = aQrCode({ id: 'qr_1', title: 'Menu', content: 'https://example.com/menu', analytics: { totalScans: 41, uniqueScans: 17 } });
const scans = (count: number) =>
  ok({
    ...someAnalytics(count),
    totalScans: count,
    uniqueScans: count - 1,
    weeklyScans: count - 2,
    deviceBreakdown: { mobile: 5, desktop: 6, tablet: 7 },
  });
const open = (entry = '/qr-analytics/qr_1') =>
  renderWithStore(
    <Routes>
      <Route path="/qr-analytics/:id" element={<QrAnalyticsPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { signedInAs: aUser(), entry },
  );
const figure = (label: string) => screen.getByText(label).closest('dl');

describe('the analytics of a code', () => {
  test('has no accessibility problems and shows the code, its cards and rankings', async () => {
    new FakeApi({ [CODE]: ok(code), [SCANS]: scans(9) });
    const { container } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    await screen.findByRole('img', { name: 'Scans by country on a world map' });
    expect(await axe(container)).toHaveNoViolations();
    expect(screen.getByRole('img', { name: 'QR code: Menu' })).toBeInTheDocument();
    expect(screen.getByText('https://example.com/menu')).toBeInTheDocument();
    expect(screen.getByText('Website')).toBeInTheDocument();
    expect(figure('Total Scans')).toHaveTextContent('9');
    expect(figure('Unique Scans')).toHaveTextContent('8');
    expect(figure('This Week')).toHaveTextContent('7');
    expect(figure('Scan Devices')).toHaveTextContent('Mobile5Desktop6Tablet7');
    expect(screen.getByRole('link', { name: 'Back to QR Codes' })).toHaveAttribute('href', '/qr-codes');
  });

  test('a code that is not there has a view of its own', async () => {
    const gone = problem(404, 'QR_CODE_NOT_FOUND', 'No such code.');
    new FakeApi({ [CODE]: gone, [SCANS]: gone });
    const { container } = open();
    expect(await screen.findByRole('heading', { name: 'QR Code not found' })).toBeInTheDocument();
    expect(screen.getByText("The QR code you're looking for doesn't exist or has been deleted.")).toBeInTheDocument();
    expect(await screen.findByText('QR code not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to QR Codes' })).toHaveAttribute('href', '/qr-codes');
    expect(await axe(container)).toHaveNoViolations();
  });

  test('without analytics the counts held on the code stand in, with another try', async () => {
    const fake = new FakeApi({ [CODE]: ok(code), [SCANS]: problem(503, 'PART_UNAVAILABLE', 'Down.') });
    const { user } = open();
    expect(await screen.findByText('Failed to load QR code analytics')).toBeInTheDocument();
    await waitFor(() => expect(figure('Total Scans')).toHaveTextContent('41'));
    expect(figure('Unique Scans')).toHaveTextContent('17');
    fake.on(SCANS, scans(50));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(figure('Total Scans')).toHaveTextContent('50'));
  });

  test('ranges and filters work as on a link', async () => {
    const fake = new FakeApi({ [CODE]: ok(code), [SCANS]: scans(3) });
    const { user, where } = open();
    expect(await screen.findByRole('radio', { name: 'Last 30 days' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Last 7 days' }));
    await user.click(await screen.findByRole('button', { name: /^Germany/ }));
    expect(where.search).toBe('?range=7d&country=DE');
    await waitFor(() => expect(fake.to(SCANS).at(-1)?.params).toMatchObject({ timeRange: '7d', country: ['DE'] }));
  });

  test('the picture is downloaded', async () => {
    new FakeApi({ [CODE]: ok(code), [SCANS]: scans(3), 'GET /api/qrcodes/qr_1/export': { body: new Blob(['png']) } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Download PNG' }));
    expect(await screen.findByText('QR code downloaded')).toBeInTheDocument();
    expect(downloads.map(({ name }) => name)).toEqual(['menu-qr.png']);
  });

  test('a scan that comes in live moves the figures', async () => {
    const fake = new FakeApi({ [CODE]: ok(code), [SCANS]: scans(3) });
    open();
    await waitFor(() => expect(figure('Total Scans')).toHaveTextContent('3'));
    fake.on(SCANS, scans(4));
    LiveSource.opened[0]?.say({ id: 'c', source: 'qr' });
    await waitFor(() => expect(figure('Total Scans')).toHaveTextContent('4'));
  });
});
